import type { Actor } from '../access/actor.ts'
import { scopeOf } from '../access/permissions.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import { hasValidDecimals, sumAmounts } from '../lib/money.ts'

/** What the decision to record a handover looks at. */
export type CashDue = {
  country: CountryCode
  delivery: string
  expected: number
  parcels: number
  seen: string
}

/** `seen` is left out by who decides before the call: the console. */
export type CashCount = { counted: number; note?: string | null; seen?: string }

/** What was counted less what was expected, exact: below zero is missing. */
export const cashDifference = (counted: number, expected: number): number => sumAmounts([counted, -expected])

export const cashSum = sumAmounts

/**
 * Why this actor may not record that count; null when they may. Without a parcel there is nothing to record but what makes
 * up for an earlier difference.
 */
export const whyNotHandOver = (
  actor: Actor,
  due: CashDue,
  { counted, note, seen }: CashCount,
): Code | null => {
  const { country, delivery } = due
  const forbidden = whyNot(actor, 'handover.create', { country, delivery })
  if (forbidden !== null) return forbidden
  if (!hasValidDecimals(counted, country)) return 'TOO_MANY_DECIMALS'
  if (seen !== undefined && seen !== due.seen) return 'CASH_CHANGED'
  if (due.parcels === 0 && counted === 0) return 'NOTHING_TO_HAND_OVER'
  const isEven = cashDifference(counted, due.expected) === 0
  return isEven || note?.trim() ? null : 'NOTE_REQUIRED'
}

/** Why this actor may not undo that handover: those who undo only their own changes find nobody else's batch. */
export const whyNotUndoHandover = (actor: Actor, handover: Scoped & { receivedBy: string }): Code | null => {
  const forbidden = whyNot(actor, 'handover.create', handover)
  if (forbidden !== null) return forbidden
  return scopeOf(actor.role, 'change.undo') === 'all' || handover.receivedBy === actor.id ? null : 'FORBIDDEN'
}
