import type { Actor } from '../access/actor.ts'
import { type Scoped, whyNot, whyNotDelete } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'

/** Code why the actor may not delete the product, or null: confirmed orders reserve it. */
export const whyNotDeleteProduct = (actor: Actor, product: Scoped & { reserved: number }): Code | null =>
  whyNotDelete(actor, 'product.delete', product, product.reserved > 0)

/** Code why the actor may not set that quantity, or null: it must cover what confirmed orders have reserved. */
export const whyNotEditProduct = (
  actor: Actor,
  product: Scoped & { reserved: number },
  next: { quantity: number },
): Code | null =>
  whyNot(actor, 'product.update', product) ?? (next.quantity < product.reserved ? 'STOCK_RESERVED' : null)

type Restored = { quantity: number; reserved: number; isDeleted: boolean }

/**
 * Code why a product cannot be reverted, or null. `isUsed`: an order or expedition refers to it. `isOfferGone`: its offer is
 * deleted. `isRetaken`: its owner has taken the offer again since.
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
