import { dayOf, shiftDay } from '../lib/zone-clock.ts'
import type { Order } from '../orders/order.ts'
import type { CallPolicy } from './call-policy.ts'
import { isCallingTime, minuteOn, morningOf } from './calling-hours.ts'
import { type CallWait, readSpacing } from './policy-texts.ts'

/** What of an order decides when it is called. `statusAt`: of a pending one, since when it waits. */
export type CallableOrder = Pick<Order, 'status' | 'attempts' | 'callbackAt' | 'statusAt' | 'calledAt'>

/** Why an order is not to be called now: nobody is, not yet, not any more. */
export type WhyNotCall = 'closed' | 'early' | 'spent'

export const whyNotCall = (
  order: CallableOrder,
  policy: CallPolicy,
  at: Date,
  timeZone: string,
): WhyNotCall | null => {
  if (isSpent(order, policy)) return 'spent'
  if (dueAt(order, policy, timeZone) > at) return 'early'
  return isCallingTime(policy, at, timeZone) ? null : 'closed'
}

/**
 * Whether the calls to an order are used up. A promised call is made all the same, and one that somebody has reopened is called
 * once more.
 */
export const isSpent = (
  { status, attempts, callbackAt }: CallableOrder,
  { mostAttempts }: Pick<CallPolicy, 'mostAttempts'>,
): boolean =>
  mostAttempts !== null && status === 'NOT_REACHABLE' && callbackAt === null && attempts >= mostAttempts

/** When the next call is due, whatever the calling hours: as promised, or so long after the last one as the policy says. */
export const dueAt = (order: CallableOrder, policy: CallPolicy, timeZone: string): Date => {
  if (order.callbackAt !== null) return new Date(order.callbackAt)
  if (order.status !== 'NOT_REACHABLE') return new Date(order.statusAt)
  const since = new Date(order.calledAt ?? order.statusAt)
  const wait = waitAfter(order.attempts, policy)
  if (wait === null) return since
  return wait === 'morning'
    ? minuteOn(shiftDay(dayOf(since, timeZone), 1), morningOf(policy), timeZone)
    : new Date(since.getTime() + wait * 60_000)
}

/** The wait after so many unanswered calls: the last one repeats. Null for none. */
const waitAfter = (attempts: number, policy: Pick<CallPolicy, 'spacing'>): CallWait | null => {
  const waits = waitsOf(policy)
  return waits[Math.min(Math.max(attempts, 1), waits.length) - 1] ?? null
}

export const waitsOf = ({ spacing }: Pick<CallPolicy, 'spacing'>): readonly CallWait[] =>
  spacing === null ? [] : (readSpacing(spacing) ?? [])
