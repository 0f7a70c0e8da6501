import type { Code } from '../codes.ts'

type Restored = { quantity: number; reserved: number; isDeleted: boolean }

/**
 * Why a product cannot be put back to what it was; null when it can. `isUsed` says that an order or an expedition names
 * it, `isOfferGone` that it would come back to an offer that is no more, `isRetaken` that its owner has taken the offer
 * again since.
 */
export const whyNotRevertProduct = (
  next: Restored,
  { isUsed, isOfferGone, isRetaken }: { isUsed: boolean; isOfferGone: boolean; isRetaken: boolean },
): Code | null => {
  if (next.isDeleted) return isUsed || next.reserved > 0 ? 'IN_USE' : null
  if (isOfferGone) return 'AFFILIATE_NOT_FOUND'
  if (isRetaken) return 'ALREADY_TAKEN'
  return next.quantity < next.reserved ? 'STOCK_RESERVED' : null
}
