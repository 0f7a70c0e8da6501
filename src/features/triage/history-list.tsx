import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { undoable } from '../../../machines/triage/triage-rules.ts'
import type { Decision, Handled } from '../../../machines/triage/triage-types.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { type Tone, toneClasses } from '../../ui/feedback/tone.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'

const mostShown = 12

/** Those just dealt with, the last first; each can be had back. */
export const HistoryList = ({
  handled,
  onUndo,
}: {
  handled: readonly Handled[]
  onUndo: (id: string) => void
}) => {
  const { t } = useTranslation('triage')
  const back = new Set(undoable(handled))
  const shown = handled.slice(0, mostShown)
  return (
    <section aria-label={t('handled.title')} className="min-w-0 rounded-lg border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold">{t('handled.title')}</h2>
      {shown.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-muted">{t('handled.none')}</p>
      ) : (
        <ol className="flex flex-col py-1">
          {shown.map((one) => (
            <HandledRow key={one.id} handled={one} onUndo={back.has(one) ? () => onUndo(one.id) : null} />
          ))}
        </ol>
      )}
      {handled.length > shown.length && (
        <p className="px-4 pb-3 text-sm text-ink-muted">
          {t('handled.more', { count: handled.length - shown.length })}
        </p>
      )}
    </section>
  )
}

const HandledRow = ({ handled, onUndo }: { handled: Handled; onUndo: (() => void) | null }) => {
  const { t, i18n } = useTranslation('triage')
  const { order, decision, state, at } = handled
  const outcome = outcomeOf(decision)
  const look = outcomeStyles[outcome]
  const time = (instant: string | number, timeZone?: string) =>
    new Intl.DateTimeFormat(localeOf(i18n.language), { hour: '2-digit', minute: '2-digit', timeZone }).format(
      new Date(instant),
    )
  const detail =
    state === 'done'
      ? decision?.callbackAt
        ? t('handled.callback', { time: time(decision.callbackAt, countries[order.country].timeZone) })
        : t(`outcome.${outcome}`)
      : t(`handled.${state}`)
  return (
    <li className="flex min-w-0 items-center gap-2.5 px-4 py-1">
      <Icon name={look.icon} className={toneClasses[look.tone].text} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-left text-sm">
          {order.customerName}
        </p>
        <p className="figures truncate text-xs text-ink-muted">
          {order.number} · {detail}
        </p>
      </div>
      <span className="figures text-xs text-ink-muted">{time(at)}</span>
      <IconButton
        size="sm"
        icon="undo"
        label={t('handled.undo', { number: order.number })}
        disabled={onUndo === null}
        onClick={onUndo ?? undefined}
      />
    </li>
  )
}

/** The outcome of an order, as the history shows it: a promised call differs from one in vain. */
const outcomeNames = ['confirmed', 'cancelled', 'notReachable', 'callback', 'skipped'] as const
type OutcomeName = (typeof outcomeNames)[number]

export const outcomeOf = (decision: Decision | null): OutcomeName => {
  if (decision === null) return 'skipped'
  if (decision.status === 'NOT_REACHABLE') return decision.callbackAt ? 'callback' : 'notReachable'
  return decision.status === 'CONFIRMED' ? 'confirmed' : 'cancelled'
}

export const outcomeStyles: Record<OutcomeName, { tone: Tone; icon: IconName }> = {
  confirmed: { tone: 'success', icon: 'circle-check' },
  cancelled: { tone: 'neutral', icon: 'circle-x' },
  notReachable: { tone: 'attention', icon: 'phone-missed' },
  callback: { tone: 'info', icon: 'calendar-clock' },
  skipped: { tone: 'neutral', icon: 'arrow-right' },
}
