import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { maySessionDo, scanActionNames } from '../../../domain/scans/scan-session.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { beginCommand, scanActionIcons } from './scan-session-commands.ts'

/** What the session shall do; `kept` scans are there already, and are judged by it. */
export const TaskChoice = ({ kept }: { kept: number }) => {
  const { t } = useTranslation(['scan-session', 'commands'])
  const { user, run } = useWorkspace()
  const keysOf = useCommandKeys()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const actions = scanActionNames.filter((action) => maySessionDo(user.role, action))
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty text-ink-muted">
        {kept > 0 ? t('scan-session:kept', { count: kept }) : t('scan-session:choose')}
      </p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {actions.map((action, index) => {
          const command = beginCommand(action)
          const keys = keysOf(command)
          return (
            <li key={action}>
              <button
                ref={index === 0 ? first : undefined}
                type="button"
                aria-keyshortcuts={keys}
                onClick={() => run(command)}
                className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 text-left font-medium hover:bg-hover"
              >
                <Icon name={scanActionIcons[action]} size={20} className="shrink-0 text-ink-muted" />
                <span className="min-w-0 flex-1 text-pretty">{t(`commands:${command}.label`)}</span>
                {keys && <Keycap keys={keys} isDecoration className="max-sm:hidden" />}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
