import { useTranslation } from 'react-i18next'
import { orderLooks, type StatusLook } from '../../resources/shared/status-tones.ts'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { Keycap } from '../../ui/kbd/keycap.tsx'

/** Static picture of the palette with an order's actions. */
export const PaletteDemo = () => {
  const { t } = useTranslation(['landing', 'commands', 'orders'])
  return (
    <div role="img" aria-label={t('landing:scene.label')} className="min-w-0 select-none">
      <div className="overflow-hidden rounded-lg bg-raised shadow-float">
        <div className="flex items-center gap-3 border-b border-line px-4 py-3">
          <Icon name="search" className="text-ink-faint" />
          <span className="figures text-lg">
            10423
            <span className="ml-px inline-block h-5 w-0.5 translate-y-1 bg-accent" />
          </span>
          <span className="ml-auto">
            <Keycap isSubject keys="Mod+k" />
          </span>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-3">
          <span className="figures font-medium">10423</span>
          <span className="text-ink-muted">Awa Koné · Cocody Angré</span>
          <StatusBadge tone={pending.tone} icon={pending.icon} className="sm:ml-auto">
            {t('orders:status.PENDING')}
          </StatusBadge>
        </div>
        <div className="p-2">
          {rows.map(({ command, icon, keys }, index) => (
            <div
              key={command}
              className={`flex h-10 items-center gap-3 rounded-md px-2.5 ${index === 0 ? 'bg-selected' : ''}`}
            >
              <Icon name={icon} className={index === 0 ? 'text-accent-text' : 'text-ink-muted'} />
              <span className="min-w-0 flex-1 truncate">{t(`commands:${command}.label`)}</span>
              <Keycap isSubject keys={keys} />
            </div>
          ))}
        </div>
        <div className="flex items-center gap-2 border-t border-line bg-success-soft px-4 py-2.5 text-sm text-success">
          <Icon name="circle-check" />
          <span className="min-w-0 truncate">{t('landing:scene.done')}</span>
          <span className="ml-auto flex items-center gap-2">
            {t('landing:scene.undo')}
            <Keycap isSubject keys="u" tone="filled" />
          </span>
        </div>
      </div>
    </div>
  )
}

const pending: StatusLook = orderLooks.PENDING

const rows: readonly { command: string; icon: IconName; keys: string }[] = [
  { command: 'order.confirm', icon: 'circle-check', keys: 'Enter' },
  { command: 'order.not-reachable', icon: 'phone-missed', keys: 'ArrowDown' },
  { command: 'order.comment', icon: 'comment', keys: 'c' },
  { command: 'order.copy', icon: 'copy', keys: 'y' },
]
