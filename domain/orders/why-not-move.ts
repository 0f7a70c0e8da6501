import type { Actor } from '../access/actor.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../codes.ts'
import { findTransition } from '../lib/transitions.ts'
import type { ShippingStatus } from '../shippings/shipping-status.ts'
import { type OrderStatus, orderTransitions, orderVerbs, recallableShippingStatuses } from './order-status.ts'

/** What the decision to move an order looks at. `available` is its product's quantity less what is reserved. */
export type MovableOrder = {
  status: OrderStatus
  country: string
  owner: string
  quantity: number
  available?: number
  shippingStatus?: ShippingStatus | null
}

export type OrderMove = { status: OrderStatus; comment?: string | null }

/** Why this actor may not move that order to that status; null when they may. The server answers with the same code. */
export const whyNotMoveOrder = (actor: Actor, order: MovableOrder, move: OrderMove): Code | null => {
  const forbidden = whyNot(actor, orderVerbs[move.status], order)
  if (forbidden !== null) return forbidden
  const transition = findTransition(orderTransitions, order.status, move.status)
  if (transition === undefined) return order.status === move.status ? 'ALREADY_THERE' : 'NO_SUCH_TRANSITION'
  if (transition.roles && !transition.roles.includes(actor.role)) return 'FORBIDDEN'
  if (transition.needsComment && !move.comment?.trim()) return 'COMMENT_REQUIRED'
  if (move.status === 'CONFIRMED' && order.available !== undefined && order.available < order.quantity) {
    return 'OUT_OF_STOCK'
  }
  if (order.status === 'CONFIRMED' && isOut(order.shippingStatus)) return 'SHIPPING_IS_OUT'
  return null
}

/** Whether the parcel has left: nothing that it holds can be taken back. */
export const isOut = (status: ShippingStatus | null | undefined): boolean =>
  status != null && !recallableShippingStatuses.includes(status)
