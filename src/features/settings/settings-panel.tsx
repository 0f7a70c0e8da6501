import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { SettingsForm } from './settings-form.tsx'

/**
 * The settings beside the content, which stays in use. `takesFocus` where somebody has just asked for them; Escape and
 * the button put them away and give the focus back.
 */
export const SettingsPanel = ({ takesFocus }: { takesFocus: boolean }) => {
  const { t } = useTranslation('settings')
  const { run } = useWorkspace()
  const panel = useRef<HTMLElement>(null)
  const before = useRef<Element | null>(null)
  const [isAsked] = useState(takesFocus)

  useEffect(() => {
    if (!isAsked) return
    // After the menu or palette that asked has given the focus back: there it belongs in the end.
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
