import { allowedValues, type SettingName, settingNames } from '../../../machines/settings/settings-machine.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import type { SettingsStore } from '../../stores/settings-store.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'

/** A command for each setting, and one for the defaults. */
export const settingsCommands = (
  settings: Pick<SettingsStore, 'get' | 'choose' | 'reset'>,
): readonly Command[] => [
  ...settingNames.map((name) =>
    defineCommand({
      id: settingCommands[name],
      target: 'none',
      section: 'settings',
      icon: icons[name],
      args: [
        {
          name: 'value',
          kind: 'choice',
          choices: () =>
            allowedValues(settings.get(), name).map((value) => ({
              value,
              labelKey: `settings:values.${name}.${value}`,
              alsoKey: `keywords:values.settings.${name}.${value}`,
            })),
        },
      ],
      whyNot: () => null,
      run: (_, { value }) => settings.choose(name, value ?? ''),
    }),
  ),
  defineCommand({
    id: 'settings.reset',
    target: 'none',
    section: 'settings',
    icon: 'rotate-ccw',
    whyNot: () => null,
    run: () => settings.reset(),
  }),
]

/** Command id of each setting. */
export const settingCommands = {
  layout: 'settings.layout',
  mode: 'settings.mode',
  width: 'settings.width',
  topbarTheme: 'settings.topbar-theme',
  sidebarTheme: 'settings.sidebar-theme',
  sidebarType: 'settings.sidebar-type',
  menuPosition: 'settings.menu-position',
  userInfo: 'settings.user-info',
  twoToneIcons: 'settings.two-tone-icons',
  rowClick: 'settings.row-click',
  rightPanel: 'settings.right-panel',
} as const satisfies Record<SettingName, string>

const icons: Record<SettingName, IconName> = {
  layout: 'columns',
  mode: 'moon',
  width: 'sliders',
  topbarTheme: 'sun',
  sidebarTheme: 'sun',
  sidebarType: 'panel-left',
  menuPosition: 'list',
  userInfo: 'user-round',
  twoToneIcons: 'wand',
  rowClick: 'arrow-right',
  rightPanel: 'sliders',
}
