/**
 * Appearance settings with their values, the default first. Store, panel and commands derive from it; texts:
 * `settings:names.<name>`, `settings:values.<name>.<value>`.
 * - `mode`: `system` follows the system's preference.
 * - `sidebarType`: `condensed` icons only, `compact` icons over small labels, `full` hidden until opened beside the content,
 * `fullscreen` hidden until opened over the whole screen.
 * - `menuPosition`: `fixed` stays while scrolling, `scrollable` scrolls along.
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
  rightPanel: 'hidden',
}
