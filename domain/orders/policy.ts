import type { Actor } from '../access/actor.ts'
import { type Grantee, granteeOf, type Holder } from '../access/permissions.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import {
  type OrderStatus,
  orderTransitions,
  orderVerbs,
  recallableShippingStatuses,
} from '../fulfillment/order-status.ts'
import type { ShippingStatus } from '../fulfillment/shipping-status.ts'
import { type Fulfillment, takenStock } from '../fulfillment/stock-rules.ts'
import { findTransition } from '../lib/transitions.ts'

/**
 * Code why the actor may not delete the order, or null: a confirmed one holds stock and a parcel and must be cancelled first.
 */
export const whyNotDeleteOrder = (actor: Actor, order: Scoped & { status: OrderStatus }): Code | null =>
  whyNot(actor, 'order.delete', order) ?? (order.status === 'CONFIRMED' ? 'ORDER_IS_CONFIRMED' : null)

/** Facts that decide whether an order may change status. `available`: its product's stock less what is reserved. */
export type MovableOrder = {
  status: OrderStatus
  country: string
  owner: string
  quantity: number
  available?: number
  shippingStatus?: ShippingStatus | null
}

export type OrderMove = { status: OrderStatus; comment?: string | null }

/** Code why the actor may not give the order that status, or null. */
export const whyNotMoveOrder = (actor: Actor, order: MovableOrder, move: OrderMove): Code | null => {
  const forbidden = whyNot(actor, orderVerbs[move.status], order)
  if (forbidden !== null) return forbidden
  const transition = findTransition(orderTransitions, order.status, move.status)
  if (transition === undefined) return order.status === move.status ? 'ALREADY_THERE' : 'NO_SUCH_TRANSITION'
  if (actor.role === 'seller' && order.status !== 'PENDING') return 'ORDER_NOT_PENDING'
  if (granteeOf(actor) === 'caller' && !isOpen(order)) return 'ORDER_NOT_PENDING'
  if (transition.roles && !transition.roles.includes(actor.role)) return 'FORBIDDEN'
  if (transition.needsComment && !move.comment?.trim()) return 'COMMENT_REQUIRED'
  if (move.status === 'CONFIRMED' && order.available !== undefined && order.available < order.quantity) {
    return 'OUT_OF_STOCK'
  }
  if (order.status === 'CONFIRMED' && isOut(order.shippingStatus)) return 'SHIPPING_IS_OUT'
  return null
}

/** Whether the parcel has left, so that its reserved pieces cannot be released. */
export const isOut = (status: ShippingStatus | null | undefined): boolean =>
  status != null && !recallableShippingStatuses.includes(status)

/** Whether the order waits for a call. */
const isOpen = ({ status }: Pick<MovableOrder, 'status'>): boolean =>
  status === 'PENDING' || status === 'NOT_REACHABLE'

/** `owner`: the seller, who is the product's. */
type Priced = { product: string; quantity: number; price: number; owner?: string }

/**
 * Code why the actor may not give the order that product, quantity and price, or null. Once confirmed, the product is fixed,
 * and the rest may only change while the parcel can be recalled. `available`: what the product has left.
 */
export const whyNotEditOrder = (actor: Actor, order: MovableOrder & Priced, next: Priced): Code | null => {
  const forbidden = whyNot(actor, 'order.update', order)
  // A caller changes what a customer buys, not of whom.
  if (
    forbidden === null &&
    granteeOf(actor) === 'caller' &&
    next.owner !== undefined &&
    next.owner !== order.owner
  )
    return 'PRODUCT_NOT_FOUND'
  if (forbidden !== null || order.status !== 'CONFIRMED') return forbidden
  if (next.product !== order.product) return 'ORDER_IS_CONFIRMED'
  if (next.quantity === order.quantity && next.price === order.price) return null
  if (isOut(order.shippingStatus)) return 'SHIPPING_IS_OUT'
  const isShort = order.available !== undefined && order.available < next.quantity - order.quantity
  return isShort ? 'OUT_OF_STOCK' : null
}

/** What of an order may be corrected until it is confirmed or cancelled, by those who may not change all of it. */
const correctedFields: Partial<Record<Grantee, readonly string[]>> = {
  seller: ['customerPhone', 'customerAddress', 'city'],
  caller: ['customerPhone', 'customerAddress', 'city', 'zone', 'quantity', 'product'],
}

/** Code why the actor may not change a field of the order, besides what its confirmation fixes (`whyNotEditOrder`); or null. */
export const whyNotChangeField = (
  actor: Holder,
  order: Pick<MovableOrder, 'status'>,
  field: string,
): Code | null => {
  if (!mayEverChange(actor, field)) return 'FORBIDDEN'
  const isBound = correctedFields[granteeOf(actor)] !== undefined && field !== 'comment'
  return isBound && !isOpen(order) ? 'ORDER_NOT_PENDING' : null
}

/** Whether a holder of `order.update` may change the field of some order. */
export const mayEverChange = (actor: Holder, field: string): boolean =>
  field === 'comment' || (correctedFields[granteeOf(actor)]?.includes(field) ?? true)

/** An order and its parcel as an undo compares them. */
export type RevertedFulfillment = Fulfillment & { product: string; price: number; isDeleted: boolean }

/**
 * Code why an undo may not restore an order and its parcel, or null. `available`: what the product of the restored state has
 * left, null if it is deleted. `isBilled`: the parcel is on an invoice. `isHandedOver`: its cash was handed over. `wasOut`: it
 * has left the depot; one that was postponed before is still there.
 */
export const whyNotRevertFulfillment = (
  fulfillment: RevertedFulfillment & { isBilled: boolean; isHandedOver: boolean; wasOut: boolean },
  back: RevertedFulfillment,
  available: number | null,
): Code | null => {
  if (fulfillment.isBilled && back.shippingStatus !== fulfillment.shippingStatus) return 'ALREADY_INVOICED'
  if (fulfillment.isHandedOver && (back.shippingStatus !== fulfillment.shippingStatus || back.isDeleted))
    return 'CASH_HANDED_OVER'
  const isAway =
    isOut(fulfillment.shippingStatus) && (fulfillment.wasOut || fulfillment.shippingStatus !== 'POSTPONED')
  if (isAway && isRecalled(fulfillment, back)) return 'SHIPPING_IS_OUT'
  if (back.isDeleted) return null
  if (available === null) return 'PRODUCT_NOT_FOUND'
  return available < takenStock(back) - takenStock(fulfillment) ? 'OUT_OF_STOCK' : null
}

/** Whether a confirmed order would lose its parcel, or the parcel would change contents or price. */
const isRecalled = (fulfillment: RevertedFulfillment, back: RevertedFulfillment): boolean =>
  fulfillment.status === 'CONFIRMED' &&
  (back.status !== 'CONFIRMED' ||
    back.isDeleted !== fulfillment.isDeleted ||
    back.quantity !== fulfillment.quantity ||
    back.price !== fulfillment.price)
