import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import { sumAmounts } from '../lib/money.ts'

/** In major units: what may be taken beyond the amount due in any case: a tip, a fee for the way, change that nobody had. */
const mostBeyond: Record<CountryCode, number> = {
  ic: 10_000,
  sn: 10_000,
  bf: 10_000,
  tn: 50,
  fr: 15,
  lib: 75,
}

/** The most that can have been taken on delivery: twice the amount due, or that and the country's allowance where it is more. */
export const largestCollected = (due: number, country: CountryCode): number =>
  sumAmounts([due, Math.max(due, mostBeyond[country])])

/** What was taken less what was due, exact: below zero is missing. */
export const collectedDifference = (collected: number, due: number): number => sumAmounts([collected, -due])

type Due = { country: CountryCode; totalPrice: number }

/** `comment` and `reason` are those of the call: what was said of the parcel before explains nothing. */
type Taken = { collected?: number | null; comment?: string | null; reason?: string | null }

/** Why that amount was not taken for that parcel, or not without a word; null where it may be. Left out it is the amount due. */
export const whyNotCollect = (
  { country, totalPrice }: Due,
  { collected, comment, reason }: Taken,
): Code | null => {
  if (collected == null || collectedDifference(collected, totalPrice) === 0) return null
  if (collected > largestCollected(totalPrice, country)) return 'COLLECTED_TOO_MUCH'
  return reason?.trim() || comment?.trim() ? null : 'REASON_REQUIRED'
}
