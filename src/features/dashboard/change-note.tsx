import { useTranslation } from 'react-i18next'
import type { Figure, FigureName } from '../../../domain/analytics/analytics.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useDashboard } from './dashboard-context.ts'
import { growing } from './figure-words.ts'

/** Whether an increase of a figure is good, bad or neutral. */
const meaning: Record<FigureName, 'good' | 'bad' | 'neither'> = {
  orders: 'good',
  pending: 'neither',
  notReachable: 'bad',
  confirmed: 'good',
  cancelled: 'bad',
  out: 'good',
  delivered: 'good',
  returned: 'bad',
  lost: 'bad',
  confirmationRate: 'good',
  deliveryRate: 'good',
  finalDeliveryRate: 'good',
  returnRate: 'bad',
  collected: 'good',
  revenueInTransit: 'neither',
  revenuePending: 'neither',
  revenueLost: 'bad',
  fees: 'neither',
  net: 'good',
  cashOutstanding: 'neither',
  averageCalls: 'bad',
  averageAttempts: 'bad',
  timeToConfirm: 'bad',
  timeToDeliver: 'bad',
}

export type FigureVerdict = 'better' | 'worse' | 'neither'

/**
 * Comparison with the previous period. `relative`: `amount` is a ratio; `points`: difference of rates; `difference`: in the
 * figure's unit, for small previous values.
 */
export type FigureChange =
  | { direction: 'flat' }
  | {
      direction: 'up' | 'down'
      verdict: FigureVerdict
      by: 'relative' | 'points' | 'difference'
      amount: number
    }

/** Larger ratios are shown as the difference. */
const MAX_SHARE = 3

/** Null without a previous value, or if it was 0. */
export const changeOf = ({ name, unit, value, previous }: Omit<Figure, 'where'>): FigureChange | null => {
  if (value === null || previous === null) return null
  if (unit !== 'rate' && previous === 0) return value === 0 ? { direction: 'flat' } : null
  const by = unit === 'rate' ? 'points' : 'relative'
  const amount = by === 'points' ? value - previous : (value - previous) / Math.abs(previous)
  // Would be displayed as 0 %.
  if (Math.abs(amount) < 0.0005) return { direction: 'flat' }
  const direction = amount > 0 ? 'up' : 'down'
  const verdict = verdictOf(name, direction)
  if (by === 'relative' && Math.abs(amount) > MAX_SHARE)
    return { direction, verdict, by: 'difference', amount: Math.abs(value - previous) }
  return { direction, verdict, by, amount: Math.abs(amount) }
}

const verdictOf = (name: FigureName, direction: 'up' | 'down'): FigureVerdict => {
  if (meaning[name] === 'neither') return 'neither'
  return (meaning[name] === 'good') === (direction === 'up') ? 'better' : 'worse'
}

/** Why a figure may be missing: `dashboard:missing.*`. */
export const missingReasons: Partial<Record<FigureName, MissingReason>> = {
  confirmationRate: 'noOrders',
  averageCalls: 'noOrders',
  deliveryRate: 'noneOut',
  averageAttempts: 'noneOut',
  finalDeliveryRate: 'noneEnded',
  returnRate: 'noneEnded',
  timeToConfirm: 'noneConfirmed',
  timeToDeliver: 'noneDelivered',
}

export type MissingReason = 'noOrders' | 'noneOut' | 'noneEnded' | 'noneConfirmed' | 'noneDelivered'

/** Change of a figure, or why it has none: arrow, text and tone. */
export const ChangeNote = ({ figure, className }: { figure: Figure; className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { words, unfinished } = useDashboard()
  const noteClass = cx('flex items-start gap-1 text-xs', className)
  const reason = missingReasons[figure.name]
  if (figure.value === null) {
    return <span className={cx(noteClass, 'text-ink-muted')}>{reason && t(`missing.${reason}`)}</span>
  }
  const change = changeOf(figure)
  if (change === null) return <span className={cx(noteClass, 'text-ink-muted')}>{t('change.nothing')}</span>
  if (change.direction === 'flat') {
    return (
      <span className={cx(noteClass, 'text-ink-muted')}>
        <Icon name="minus" size={12} className="mt-0.5" />
        {t('change.flat')}
      </span>
    )
  }
  const { direction, by } = change
  const isGrowing = unfinished !== null && direction === 'down' && growing.has(figure.name)
  const verdict = isGrowing ? 'neither' : change.verdict
  const share = (amount: number) => (amount < smallShare ? words.rate : words.share)(amount)
  const texts = {
    relative: () => t(`change.${direction}`, { amount: share(change.amount) }),
    points: () =>
      t(`change.${direction}`, { amount: t('change.points', { points: words.points(change.amount) }) }),
    difference: () =>
      t(direction === 'up' ? 'change.more' : 'change.less', { amount: words[figure.unit](change.amount) }),
  }
  return (
    <span className={cx(noteClass, verdictClass[verdict])}>
      <Icon name={direction === 'up' ? 'arrow-up' : 'arrow-down'} size={12} className="mt-0.5" />
      {isGrowing ? t('change.unfinished', { change: texts[by]() }) : texts[by]()}
      {verdict !== 'neither' && <span className="sr-only">{t(`change.${verdict}`)}</span>}
    </span>
  )
}

/** Smaller percentages have a decimal. */
const smallShare = 0.1

const verdictClass: Record<FigureVerdict, string> = {
  better: 'text-success',
  worse: 'text-danger',
  neither: 'text-ink-muted',
}
