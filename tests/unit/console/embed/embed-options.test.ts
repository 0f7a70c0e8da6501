import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { type PaletteOptions, readOptions } from '../../../../src/embed/embed-options.ts'
import type * as published from '../../../../src/embed/public/waybill-palette.d.ts'
import type * as built from '../../../../src/embed/waybill-palette.tsx'

const said = vi.spyOn(console, 'error')

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'https://shop.example/console/' })
  said.mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  said.mockReset()
})

const read = (options: Partial<PaletteOptions> = {}) =>
  readOptions({ apiUrl: 'https://waybill.example/api/', token: 'abc', ...options })

describe('the options of an embedded palette', () => {
  it('need an API and a token, and decide the rest', () => {
    const settings = read()
    expect(settings).toMatchObject({
      apiUrl: 'https://waybill.example/api',
      language: 'fr',
      theme: 'auto',
      shortcut: 'Mod+k',
      country: null,
      consoleUrl: 'https://waybill.example',
    })
    expect(settings.token()).toBe('abc')
    expect(said).not.toHaveBeenCalled()
  })

  it('take an API of the page’s own origin, a token that changes, and a language with its region', () => {
    let token: string | null = null
    const settings = read({ apiUrl: '/api', token: () => token, locale: 'de-AT', country: 'sn' })
    token = 'new'
    expect(settings).toMatchObject({
      apiUrl: 'https://shop.example/api',
      consoleUrl: 'https://shop.example',
      language: 'de',
      country: 'sn',
    })
    expect(settings.token()).toBe('new')
  })

  it('are refused in a sentence where nothing could work', () => {
    expect(() => read({ apiUrl: undefined })).toThrow(/needs apiUrl/)
    expect(() => read({ apiUrl: 'http://' })).toThrow(/needs apiUrl/)
    expect(() => read({ token: undefined })).toThrow(/needs token/)
  })

  it('say what they do not know, and go on without it', () => {
    expect(read({ locale: 'tlh', country: 'zz', theme: 'pink' as 'dark' })).toMatchObject({
      language: 'fr',
      country: null,
      theme: 'auto',
    })
    expect(said.mock.calls.flat()).toEqual([
      'unknown language code: tlh',
      'unknown theme: pink',
      'unknown country code: zz',
    ])
  })

  it('take one chord or function key for a shortcut, never a key that types text', () => {
    const shortcuts = ['ctrl+shift+p', 'Alt+p', 'F2', null]
    expect(shortcuts.map((shortcut) => read({ shortcut }).shortcut)).toEqual([
      'Mod+Shift+p',
      'Alt+p',
      'F2',
      null,
    ])
    expect(said).not.toHaveBeenCalled()
    for (const shortcut of ['k', 'g k', 'Shift+p', 'Mod+nothing', '']) {
      expect(read({ shortcut }).shortcut).toBeNull()
    }
    expect(said).toHaveBeenCalledTimes(5)
  })
})

it('has the types that are published to other pages', () => {
  expectTypeOf<typeof published.mountPalette>().toEqualTypeOf<typeof built.mountPalette>()
  expectTypeOf<published.PaletteOptions>().toEqualTypeOf<built.PaletteOptions>()
})
