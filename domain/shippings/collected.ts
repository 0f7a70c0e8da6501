import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import { amountDifference, sumAmounts } from '../lib/money.ts'

/** Maximum excess over the amount due that is always accepted (tip, delivery charge, missing change), in major units. */
const mostBeyond: Record<CountryCode, number> = {
  ic: 10_000,
  sn: 10_000,
  bf: 10_000,
  tn: 50,
  fr: 15,
  lib: 75,
}

/** Maximum cash collected: twice the amount due, or the amount plus the country's allowance if that is more. */
export const largestCollected = (due: number, country: CountryCode): number =>
  sumAmounts([due, Math.max(due, mostBeyond[country])])

type Due = { country: CountryCode; totalPrice: number }

/** `comment` and `reason` of the same call: an earlier comment explains nothing. */
type Taken = { collected?: number | null; comment?: string | null; reason?: string | null }

/**
 * Code why that amount may not be collected for the parcel, or not without a reason; null if allowed. Default: the amount due.
 */
export const whyNotCollect = (
  { country, totalPrice }: Due,
  { collected, comment, reason }: Taken,
): Code | null => {
  if (collected == null || amountDifference(collected, totalPrice) === 0) return null
  if (collected > largestCollected(totalPrice, country)) return 'COLLECTED_TOO_MUCH'
  return reason?.trim() || comment?.trim() ? null : 'REASON_REQUIRED'
}
