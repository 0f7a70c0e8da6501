import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../codes.ts'

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
