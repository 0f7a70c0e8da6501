import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { orders } from '../../../domain/orders/order.ts'
import { undoable } from '../../../machines/triage/triage-rules.ts'
import type { Decision, Handled } from '../../../machines/triage/triage-types.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { type Tone, toneClasses } from '../../ui/feedback/tone.ts'
import { TextArea } from '../../ui/fields/text-input.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { zoneTime } from './queue-state.tsx'

type CommentPanelProps = {
  text: string
  onChange: (text: string) => void
  onSave: () => void
  onClose: () => void
}

/** Editor of the order's comment during the call. Enter saves, Shift+Enter breaks the line, Escape discards. */
export const CommentPanel = ({ text, onChange, onSave, onClose }: CommentPanelProps) => {
  const { t } = useTranslation(['triage', 'orders', 'common', 'form'])
  const titleId = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isSaving = event.key === 'Enter' && !event.shiftKey && event.target === box.current
    if (!isSaving && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (isSaving) onSave()
    else onClose()
  }
  return (
    <form
      aria-labelledby={titleId}
      className="flex flex-col gap-2 rounded-lg border border-accent bg-surface p-3"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 id={titleId} className="text-sm font-semibold">
          {t('orders:fields.comment')}
        </h3>
        <IconButton size="sm" icon="x" label={t('common:close')} keys="Escape" onClick={onClose} />
      </div>
      <TextArea
        ref={box}
        rows={3}
        aria-labelledby={titleId}
        maxLength={orders.fields.comment.max}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button type="submit" size="sm" keys="Enter" className="self-end">
        {t('form:save')}
      </Button>
    </form>
  )
}

const mostShown = 12

/** Handled orders, last first; each outcome can be undone. */
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
  const locale = localeOf(i18n.language)
  // As the times of callbacks beside it.
  const { timeZone } = countries[order.country]
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })
  const detail =
    state === 'done'
      ? decision?.callbackAt
        ? t('handled.callback', {
            time: zoneTime(new Date(decision.callbackAt), order.country, locale, new Date(at)).there,
          })
        : t(`outcome.${outcome}`)
      : t(`handled.${state}`)
  return (
    <li className="flex min-w-0 items-center gap-2.5 px-4 py-1">
      <Icon name={look.icon} className={toneClasses[look.tone].text} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-left text-sm">
          {order.customerName}
        </p>
        <p className="figures text-xs text-ink-muted">
          {order.number} · {detail}
        </p>
      </div>
      <span className="figures text-xs text-ink-muted">{t('handled.at', { time: time.format(at) })}</span>
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

/** Outcomes in the list; a promised call differs from an unanswered one. */
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
