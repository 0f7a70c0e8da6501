/**
 * Every setting of the console's appearance with its values, the default first. Store, panel and commands are made from
 * this table; the words are `settings:names.<name>` and `settings:values.<name>.<value>`.
 *
 * - `mode`: `system` is the system's wish, until somebody chooses.
 * - `sidebarType`: `condensed` is icons alone, `compact` icons over small words, `full` hidden until it is opened beside
 *   the content, `fullscreen` hidden until it is opened over the whole screen.
 * - `menuPosition`: `fixed` stays while the content scrolls, `scrollable` goes with it.
 * - `rightPanel`: the panel of these settings, from 1140 px up.
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
