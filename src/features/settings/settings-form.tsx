import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { allowedValues } from '../../../machines/settings/settings-rules.ts'
import { type SettingName, type Settings, settingValues } from '../../../machines/settings/settings-table.ts'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { LayoutSketch } from './layout-sketch.tsx'
import { settingCommands } from './settings-commands.ts'

/** Every setting with its values; a choice holds at once. */
export const SettingsForm = () => {
  const { settings, runWith } = useWorkspace()
  const { t } = useTranslation('settings')
  const current = useAtom(settings)
  return (
    <div className="flex flex-col gap-5">
      {shown.map((name) => (
        <RadioGroup
          key={name}
          label={t(`settings:names.${name}`)}
          value={current[name]}
          options={settingValues[name].map((value) => ({
            value,
            label: t(`settings:values.${name}.${value}`),
            picture: name === 'layout' ? <LayoutSketch layout={value as Settings['layout']} /> : undefined,
          }))}
          onValueChange={(value) => runWith(settingCommands[name], { value })}
          {...limitOf(current, name, { boxed: t('boxed'), horizontal: t('horizontal') })}
        />
      ))}
      <CommandButton command="settings.reset" />
    </div>
  )
}

/** The panel is shown or hidden by its own button. */
const shown = (Object.keys(settingValues) as SettingName[]).filter((name) => name !== 'rightPanel')

/** What leaves nothing to choose, in words. */
const limitOf = (settings: Settings, name: SettingName, words: { boxed: string; horizontal: string }) => {
  if (settings.layout === 'horizontal' && besides.has(name)) return { disabled: true, hint: words.horizontal }
  return allowedValues(settings, name).length === 1 ? { disabled: true, hint: words.boxed } : {}
}

/** Settings of a menu that stands beside the content. */
const besides = new Set<SettingName>(['sidebarType', 'userInfo'])
