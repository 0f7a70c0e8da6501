import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../codes.ts'
import type { OrderStatus } from './order-status.ts'

/** Why this actor may not delete that order: a confirmed one holds stock and a parcel, and is cancelled first. */
export const whyNotDeleteOrder = (actor: Actor, order: Scoped & { status: OrderStatus }): Code | null => {
  const forbidden = whyNot(actor, 'order.delete', order)
  if (forbidden !== null) return forbidden
  return order.status === 'CONFIRMED' ? 'ORDER_IS_CONFIRMED' : null
}
