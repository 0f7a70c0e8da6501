import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../codes.ts'

/** Why this actor may not delete that product; `isUsed` says that an order or an expedition names it which is not deleted. */
export const whyNotDeleteProduct = (
  actor: Actor,
  product: Scoped & { reserved: number; isUsed: boolean },
): Code | null => {
  const forbidden = whyNot(actor, 'product.delete', product)
  if (forbidden !== null) return forbidden
  return product.reserved > 0 || product.isUsed ? 'IN_USE' : null
}
