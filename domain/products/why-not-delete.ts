import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../codes.ts'

/** Why this actor may not delete that product; `isOrdered` says that an order that is not deleted names it. */
export const whyNotDeleteProduct = (
  actor: Actor,
  product: Scoped & { reserved: number; isOrdered: boolean },
): Code | null => {
  const forbidden = whyNot(actor, 'product.delete', product)
  if (forbidden !== null) return forbidden
  return product.reserved > 0 || product.isOrdered ? 'IN_USE' : null
}
