import { useAtom } from '@xstate/store-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  allowedValues,
  type SettingName,
  type Settings,
  type SettingValue,
  settingValues,
} from '../../../machines/settings/settings-machine.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { settingCommands } from './settings-commands.ts'

/** Settings beside the content. `takesFocus`: opened by the user; Escape and the button close it and restore focus. */
export const SettingsPanel = ({ takesFocus }: { takesFocus: boolean }) => {
  const { t } = useTranslation('settings')
  const { run } = useWorkspace()
  const panel = useRef<HTMLElement>(null)
  const before = useRef<Element | null>(null)
  const [isAsked] = useState(takesFocus)

  useEffect(() => {
    if (!isAsked) return
    // After the menu or palette has restored focus.
    const frame = requestAnimationFrame(() => {
      before.current = document.activeElement
      panel.current?.querySelector<HTMLElement>('input:checked')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [isAsked])

  const close = () => {
    const wasInside = panel.current?.contains(document.activeElement)
    run('console.settings')
    if (!wasInside) return
    const target = before.current
    if (target instanceof HTMLElement && target.isConnected && target !== document.body) target.focus()
    else document.getElementById('content')?.focus()
  }
  return (
    <aside
      ref={panel}
      aria-label={t('title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
      className="bg-canvas px-4 pt-2 pb-6"
    >
      <div className="mb-3 flex h-10 items-center justify-between">
        <h2 className="text-base font-semibold">{t('title')}</h2>
        <IconButton icon="x" label={t('close')} keys="Escape" onClick={close} />
      </div>
      <SettingsForm />
    </aside>
  )
}

/** Settings in a dialog, on smaller screens. */
export const SettingsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('settings')
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('title')} size="sm">
      <SettingsForm />
    </Dialog>
  )
}

/** All settings; choices apply at once. */
const SettingsForm = () => {
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

/** The panel has its own button. */
const shown = (Object.keys(settingValues) as SettingName[]).filter((name) => name !== 'rightPanel')

/** Why a setting has no alternatives, in words. */
const limitOf = (settings: Settings, name: SettingName, words: { boxed: string; horizontal: string }) => {
  if (settings.layout === 'horizontal' && besides.has(name)) return { disabled: true, hint: words.horizontal }
  return allowedValues(settings, name).length === 1 ? { disabled: true, hint: words.boxed } : {}
}

/** Settings of a menu at the side. */
const besides = new Set<SettingName>(['sidebarType', 'userInfo'])

/** Decorative sketch of a layout. */
const LayoutSketch = ({ layout }: { layout: SettingValue<'layout'> }) => (
  <svg width="56" height="36" viewBox="0 0 56 36" aria-hidden="true">
    <rect x="0.5" y="0.5" width="55" height="35" rx="4" fill="var(--canvas)" stroke="var(--line-strong)" />
    <path d="M.5 8.5h55v-4a4 4 0 0 0-4-4h-47a4 4 0 0 0-4 4z" fill="var(--ink-muted)" />
    {menus[layout]}
  </svg>
)

const fill = 'var(--accent)'

const menus = {
  vertical: <path d="M.5 8.5h13v27h-9a4 4 0 0 1-4-4z" fill={fill} />,
  horizontal: <path d="M.5 8.5h55v6h-55z" fill={fill} />,
  detached: (
    <>
      <rect x="4" y="12" width="11" height="15" rx="2" fill={fill} />
      <rect x="18.5" y="12.5" width="33" height="19" rx="2" fill="none" stroke="var(--line-strong)" />
    </>
  ),
  'two-column': (
    <>
      <path d="M.5 8.5h6v27h-2a4 4 0 0 1-4-4z" fill={fill} />
      <path d="M7.5 8.5h10v27h-10z" fill={fill} opacity="0.45" />
    </>
  ),
} as const
