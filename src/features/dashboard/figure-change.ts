import type { Figure } from '../../../domain/analytics/analytics.ts'
import type { FigureName } from '../../../domain/analytics/figures.ts'

/** What more of a figure means: good, bad, or neither. */
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

export type Verdict = 'better' | 'worse' | 'neither'

/**
 * How a figure stands against the period before. `amount` is a share of what it was, in `relative`; of rates it is the
 * difference, in `points`. Of what was little before, a share says nothing: it is the difference, in the figure's own unit.
 */
export type Change =
  | { direction: 'flat' }
  | { direction: 'up' | 'down'; verdict: Verdict; by: 'relative' | 'points' | 'difference'; amount: number }

/** A change by more than this share of what it was is told as the difference. */
const MAX_SHARE = 3

/** Null where there is nothing to compare with: nothing was measured, or it was nothing. */
export const changeOf = ({ name, unit, value, previous }: Omit<Figure, 'where'>): Change | null => {
  if (value === null || previous === null) return null
  if (unit !== 'rate' && previous === 0) return value === 0 ? { direction: 'flat' } : null
  const by = unit === 'rate' ? 'points' : 'relative'
  const amount = by === 'points' ? value - previous : (value - previous) / Math.abs(previous)
  // What would be shown as 0 % is no change.
  if (Math.abs(amount) < 0.0005) return { direction: 'flat' }
  const direction = amount > 0 ? 'up' : 'down'
  const verdict = verdictOf(name, direction)
  if (by === 'relative' && Math.abs(amount) > MAX_SHARE)
    return { direction, verdict, by: 'difference', amount: Math.abs(value - previous) }
  return { direction, verdict, by, amount: Math.abs(amount) }
}

const verdictOf = (name: FigureName, direction: 'up' | 'down'): Verdict => {
  if (meaning[name] === 'neither') return 'neither'
  return (meaning[name] === 'good') === (direction === 'up') ? 'better' : 'worse'
}
