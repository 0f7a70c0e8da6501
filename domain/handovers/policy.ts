import type { Actor } from '../access/actor.ts'
import { scopeOf } from '../access/permissions.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import { amountDifference, hasValidDecimals } from '../lib/money.ts'

/** Facts that decide whether a handover may be recorded. */
export type CashDue = {
  country: CountryCode
  delivery: string
  expected: number
  parcels: number
  seen: string
}

/** `seen` is absent where the console checks before the call. */
export type CashCount = { counted: number; note?: string | null; seen?: string }

/**
 * Code why the actor may not record that count, or null. Without parcels, only an amount that settles an earlier balance can be
 * recorded.
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
  const isEven = amountDifference(counted, due.expected) === 0
  return isEven || note?.trim() ? null : 'NOTE_REQUIRED'
}

/**
 * Whether a difference is asked about before it is recorded: above a tenth of the expected sum it is more often a slip than
 * cash, unless it settles the earlier balance.
 */
export const isLargeDifference = (
  { expected, balance }: { expected: number; balance: number },
  counted: number,
): boolean => {
  const difference = amountDifference(counted, expected)
  return Math.abs(difference) > expected / 10 && amountDifference(difference, -balance) !== 0
}

/**
 * Code why the actor may not undo the handover, or null: actors limited to their own changes can undo only what they received.
 */
export const whyNotUndoHandover = (actor: Actor, handover: Scoped & { receivedBy: string }): Code | null => {
  const isOwn = scopeOf(actor, 'change.undo') === 'all' || handover.receivedBy === actor.id
  return whyNot(actor, 'handover.create', handover) ?? (isOwn ? null : 'FORBIDDEN')
}
