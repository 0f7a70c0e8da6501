import { leaseMinutes } from '../triage/claim.ts'
import type { Distribution } from './call-policy.ts'

/** How long after their last claim a caller is taken to be gone. Their promises, orders and share are free then. */
export const presentMinutes = leaseMinutes

/** Whether promised calls are kept for who promised them, for as long as they are at work. */
export const keepsPromises = (distribution: Distribution): boolean => distribution !== 'shared'

/** A caller at work: `share` orders were dealt to them, since when they are `since` at work. */
export type CallerAtWork = { user: string; share: number; since: Date }

/**
 * To whom the next orders are dealt, one each, when `asker` has none left: to those with the smallest share first, the asker last of
 * them. So the shares of callers at work differ by one at most, and nobody gets one who is away.
 */
export const dealTo = (callers: readonly CallerAtWork[], asker: string): string[] => {
  const turns = [...callers].sort(
    (one, other) =>
      one.share - other.share ||
      one.since.getTime() - other.since.getTime() ||
      (one.user < other.user ? -1 : 1),
  )
  const last = turns.findIndex(({ user }) => user === asker)
  return turns.slice(0, last + 1).map(({ user }) => user)
}

/** Where the share of a caller who comes begins: where the smallest one of the others is. */
export const firstShare = (others: readonly Pick<CallerAtWork, 'share'>[]): number =>
  others.length === 0 ? 0 : Math.min(...others.map(({ share }) => share))
