import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'

/** Why this actor may not delete that product; `isUsed` says that an order or an expedition names it which is not deleted. */
export const whyNotDeleteProduct = (
  actor: Actor,
  product: Scoped & { reserved: number; isUsed: boolean },
): Code | null => {
  const forbidden = whyNot(actor, 'product.delete', product)
  if (forbidden !== null) return forbidden
  return product.reserved > 0 || product.isUsed ? 'IN_USE' : null
}

/** Why this actor may not give the product that quantity: what confirmed orders hold of it must stay covered. */
export const whyNotEditProduct = (
  actor: Actor,
  product: Scoped & { reserved: number },
  next: { quantity: number },
): Code | null => {
  const forbidden = whyNot(actor, 'product.update', product)
  if (forbidden !== null) return forbidden
  return next.quantity < product.reserved ? 'STOCK_RESERVED' : null
}

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
