import type { Actor } from '../access/actor.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../codes.ts'
import type { MovableOrder } from './why-not-move.ts'
import { isOut } from './why-not-move.ts'

type Priced = { product: string; quantity: number; price: number }

/**
 * Why this actor may not give the order that product, quantity and price. Once it is confirmed its product stands, and
 * the rest may change only while its parcel can be recalled; `available` is what its product has left.
 */
export const whyNotEditOrder = (actor: Actor, order: MovableOrder & Priced, next: Priced): Code | null => {
  const forbidden = whyNot(actor, 'order.update', order)
  if (forbidden !== null || order.status !== 'CONFIRMED') return forbidden
  if (next.product !== order.product) return 'ORDER_IS_CONFIRMED'
  if (next.quantity === order.quantity && next.price === order.price) return null
  if (isOut(order.shippingStatus)) return 'SHIPPING_IS_OUT'
  const isShort = order.available !== undefined && order.available < next.quantity - order.quantity
  return isShort ? 'OUT_OF_STOCK' : null
}
