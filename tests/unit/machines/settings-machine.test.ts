import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import {
  allowedValues,
  defaultSettings,
  isOpenedMenu,
  menuLookOf,
  modeOf,
  readSettings,
  settingNames,
  settingsMachine,
  settingValues,
  withSetting,
} from '../../../machines/settings/settings-machine.ts'

const opened = (kept: unknown = null) => createActor(settingsMachine, { input: { kept } }).start()

describe('settings', () => {
  it('start vertical, fluid, with a dark top bar, in the mode that the system wishes', () => {
    expect(opened().getSnapshot().context).toEqual(defaultSettings)
    expect(defaultSettings).toMatchObject({ layout: 'vertical', width: 'fluid', topbarTheme: 'dark' })
    expect([modeOf(defaultSettings, 'light'), modeOf(defaultSettings, 'dark')]).toEqual(['light', 'dark'])
  })

  const choices = settingNames.flatMap((name) => settingValues[name].map((value) => [name, value] as const))

  it.each(choices)('%s can be %s, and is so again when it is read back', (name, value) => {
    const settings = opened()
    settings.send({ type: 'setting.choose', name, value })
    const chosen = settings.getSnapshot().context
    expect(chosen[name]).toBe(value)
    expect(readSettings(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen)
  })

  it('take no value that is not in the table', () => {
    expect(withSetting(defaultSettings, 'layout', 'diagonal')).toBe(defaultSettings)
    expect(withSetting(defaultSettings, 'mode', '')).toBe(defaultSettings)
  })

  it('go back to what they were at first, and leave the panel that was asked from as it is', () => {
    const settings = opened({ layout: 'detached', mode: 'dark', width: 'boxed', rightPanel: 'shown' })
    settings.send({ type: 'settings.reset' })
    expect(settings.getSnapshot().context).toEqual({ ...defaultSettings, rightPanel: 'shown' })
  })

  it('follow what another tab has stored', () => {
    const settings = opened({ layout: 'detached' })
    settings.send({ type: 'settings.read', kept: { mode: 'dark' } })
    expect(settings.getSnapshot().context).toEqual({ ...defaultSettings, mode: 'dark' })
  })
})

describe('a boxed width', () => {
  const boxed = withSetting(withSetting(defaultSettings, 'sidebarType', 'compact'), 'width', 'boxed')

  it('forces the condensed sidebar, which no choice changes', () => {
    expect(boxed).toMatchObject({ width: 'boxed', sidebarType: 'condensed' })
    expect(allowedValues(boxed, 'sidebarType')).toEqual(['condensed'])
    for (const value of settingValues.sidebarType)
      expect(withSetting(boxed, 'sidebarType', value)).toBe(boxed)
  })

  it('gives the default sidebar back when it ends', () => {
    expect(withSetting(boxed, 'width', 'fluid')).toEqual(defaultSettings)
  })

  it('changes nothing when it is chosen again', () => {
    const compact = withSetting(defaultSettings, 'sidebarType', 'compact')
    expect(withSetting(compact, 'width', 'fluid')).toBe(compact)
  })

  it('overrides stored settings', () => {
    expect(readSettings({ width: 'boxed', sidebarType: 'full' }).sidebarType).toBe('condensed')
  })
})

describe('stored settings', () => {
  it.each([null, undefined, 'dark', 7, [], {}])('that are %j are none', (kept) => {
    expect(readSettings(kept)).toEqual(defaultSettings)
  })

  it('keep what is known of them: unknown names and values are ignored', () => {
    const stored = {
      layout: 'two-column',
      mode: 'sepia',
      width: 7,
      toString: 'x',
      sidebarTheme: null,
      zoom: 2,
    }
    expect(readSettings(stored)).toEqual({ ...defaultSettings, layout: 'two-column' })
  })
})

describe('the menu', () => {
  it('overlays the screen wherever it does not fit, whatever was chosen', () => {
    for (const layout of settingValues.layout) {
      for (const sidebarType of settingValues.sidebarType) {
        expect(menuLookOf({ ...defaultSettings, layout, sidebarType }, false)).toBe('overlay')
      }
    }
  })

  it('is a bar in the horizontal layout and keeps the sidebar chosen for the others', () => {
    for (const sidebarType of settingValues.sidebarType) {
      expect(menuLookOf({ ...defaultSettings, layout: 'horizontal', sidebarType }, true)).toBe('bar')
      expect(menuLookOf({ ...defaultSettings, layout: 'detached', sidebarType }, true)).toBe(sidebarType)
    }
  })

  it('has to be opened where it is hidden', () => {
    const variants = ['default', 'condensed', 'compact', 'bar', 'full', 'fullscreen', 'overlay'] as const
    expect(variants.filter(isOpenedMenu)).toEqual(['full', 'fullscreen', 'overlay'])
  })
})
