import { assign, setup } from 'xstate'

/**
 * Appearance settings with their values, the default first. Store, panel and commands derive from it; texts:
 * `settings:names.<name>`, `settings:values.<name>.<value>`.
 * - `mode`: `system` follows the system's preference.
 * - `sidebarType`: `condensed` icons only, `compact` icons over small labels, `full` hidden until opened beside the content,
 * `fullscreen` hidden until opened over the whole screen.
 * - `menuPosition`: `fixed` stays while scrolling, `scrollable` scrolls along.
 * - `rowClick`: what a single click on a row of a list does; touch always opens.
 * - `rightPanel`: the settings panel, from 1140 px up.
 */
export const settingValues = {
  layout: ['vertical', 'horizontal', 'detached', 'two-column'],
  mode: ['system', 'light', 'dark'],
  width: ['fluid', 'boxed'],
  topbarTheme: ['dark', 'light', 'brand'],
  sidebarTheme: ['default', 'light', 'dark', 'brand'],
  sidebarType: ['default', 'condensed', 'compact', 'full', 'fullscreen'],
  menuPosition: ['fixed', 'scrollable'],
  userInfo: ['hidden', 'shown'],
  twoToneIcons: ['off', 'on'],
  rowClick: ['select', 'open'],
  rightPanel: ['hidden', 'shown'],
} as const

export type SettingName = keyof typeof settingValues
export type SettingValue<Name extends SettingName> = (typeof settingValues)[Name][number]
export type Settings = { readonly [Name in SettingName]: SettingValue<Name> }

export const settingNames = Object.keys(settingValues) as SettingName[]

export const defaultSettings: Settings = {
  layout: 'vertical',
  mode: 'system',
  width: 'fluid',
  topbarTheme: 'dark',
  sidebarTheme: 'default',
  sidebarType: 'default',
  menuPosition: 'fixed',
  userInfo: 'hidden',
  twoToneIcons: 'off',
  rowClick: 'select',
  rightPanel: 'hidden',
}

/** The values allowed with the present settings: a boxed width only allows the condensed sidebar. */
export const allowedValues = (settings: Settings, name: SettingName): readonly string[] =>
  name === 'sidebarType' && settings.width === 'boxed' ? ['condensed'] : settingValues[name]

/** The settings after a choice, with dependent ones. A value that is not allowed changes nothing. */
export const withSetting = (settings: Settings, name: SettingName, value: string): Settings => {
  if (settings[name] === value || !allowedValues(settings, name).includes(value)) return settings
  return { ...settings, [name]: value, ...(name === 'width' ? sidebarOf[value] : {}) }
}

/** Settings that a width implies. */
const sidebarOf: Readonly<Record<string, Partial<Settings>>> = {
  boxed: { sidebarType: 'condensed' },
  fluid: { sidebarType: 'default' },
}

/** Parses stored settings; unknown names and values are ignored. */
export const readSettings = (kept: unknown): Settings => {
  if (typeof kept !== 'object' || kept === null) return defaultSettings
  const known = settingNames.filter((name) => isValue(name, (kept as Record<string, unknown>)[name]))
  const read: Settings = {
    ...defaultSettings,
    ...Object.fromEntries(known.map((name) => [name, (kept as Record<string, unknown>)[name]])),
  }
  return read.width === 'boxed' ? { ...read, ...sidebarOf.boxed } : read
}

const isValue = (name: SettingName, value: unknown): boolean =>
  (settingValues[name] as readonly unknown[]).includes(value)

/** How the menu is displayed: as set where it has a place; below 1140 px always as an overlay. */
export type MenuLook = Settings['sidebarType'] | 'bar' | 'overlay'

export const menuLookOf = ({ layout, sidebarType }: Settings, isWide: boolean): MenuLook => {
  if (!isWide) return 'overlay'
  return layout === 'horizontal' ? 'bar' : sidebarType
}

/** Menus that are closed until opened by a button in the top bar. */
export const isOpenedMenu = (look: MenuLook): boolean =>
  look === 'overlay' || look === 'full' || look === 'fullscreen'

/** Light or dark; `wished` is the system's preference. */
export const modeOf = ({ mode }: Settings, wished: 'light' | 'dark'): 'light' | 'dark' =>
  mode === 'system' ? wished : mode

type SettingsEvent =
  | { type: 'setting.choose'; name: SettingName; value: string }
  | { type: 'settings.reset' }
  /** Another tab stored these. */
  | { type: 'settings.read'; kept: unknown }

/** Appearance settings. `input`: the stored value, unvalidated. The caller stores changes. */
export const settingsMachine = setup({
  types: { context: {} as Settings, events: {} as SettingsEvent, input: {} as { kept: unknown } },
}).createMachine({
  id: 'settings',
  context: ({ input }) => readSettings(input.kept),
  initial: 'ready',
  states: {
    ready: {
      on: {
        'setting.choose': {
          actions: assign(({ context, event }) => withSetting(context, event.name, event.value)),
        },
        // The settings panel stays open.
        'settings.reset': {
          actions: assign(({ context }) => ({ ...defaultSettings, rightPanel: context.rightPanel })),
        },
        'settings.read': { actions: assign(({ event }) => readSettings(event.kept)) },
      },
    },
  },
})
