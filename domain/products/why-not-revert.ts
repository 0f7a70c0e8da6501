import type { Code } from '../codes.ts'

type Restored = { quantity: number; reserved: number; isDeleted: boolean }

/**
 * Why a product cannot be put back to what it was; null when it can. `isUsed` says that an order or an expedition names
 * it, `isOfferGone` that it would come back to an offer that is no more.
 */
export const whyNotRevertProduct = (
  next: Restored,
  { isUsed, isOfferGone }: { isUsed: boolean; isOfferGone: boolean },
): Code | null => {
  if (next.isDeleted) return isUsed || next.reserved > 0 ? 'IN_USE' : null
  if (isOfferGone) return 'AFFILIATE_NOT_FOUND'
  return next.quantity < next.reserved ? 'STOCK_RESERVED' : null
}
