import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../codes.ts'
import type { OrderStatus } from '../orders/order-status.ts'
import { type ShippingStatus, shippingTransitions } from './shipping-status.ts'

/** Why this actor may not change where that parcel goes: one that has come to its end went where it went. */
export const whyNotEditShipping = (
  actor: Actor,
  shipping: Scoped & { status: ShippingStatus },
): Code | null => {
  const forbidden = whyNot(actor, 'shipping.update', shipping)
  if (forbidden !== null) return forbidden
  const isOver = shipping.status === 'DELIVERED' || shippingTransitions[shipping.status].length === 0
  return isOver ? 'SHIPPING_IS_OVER' : null
}

/** Why this actor may not delete that parcel: only one that its order holds no more, and that nobody has billed. */
export const whyNotDeleteShipping = (
  actor: Actor,
  shipping: Scoped & { status: ShippingStatus; isBilled: boolean; orderStatus: OrderStatus },
): Code | null => {
  const forbidden = whyNot(actor, 'shipping.delete', shipping)
  if (forbidden !== null) return forbidden
  if (shipping.isBilled) return 'ALREADY_INVOICED'
  return shipping.status === 'CANCELLED' ? null : 'ORDER_IS_CONFIRMED'
}
