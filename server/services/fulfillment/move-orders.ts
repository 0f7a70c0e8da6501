import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes.ts'
import type { OrderMoveInput } from '../../../domain/orders/order-move.ts'
import { type OrderStatus, orderVerbs } from '../../../domain/orders/order-status.ts'
import { type MovableOrder, whyNotMoveOrder } from '../../../domain/orders/why-not-move.ts'
import { addToComment } from '../../../domain/triage/add-to-comment.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { ParsedTarget } from '../../crud/target.ts'
import { type ChangeOptions, changeTrades } from './change-trades.ts'
import { findDeliveryGuys } from './find-delivery-guys.ts'
import { followOrder } from './follow-order.ts'
import type { Stock } from './hold-stock.ts'
import { type HeldOrder, type OrderValues, orderValuesOf } from './trade-step.ts'

/** Moves orders to another status: one or everything that a filter matches, by the same rules and the same locks. */
export const moveOrders = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  move: OrderMoveInput,
  options: ChangeOptions,
): Promise<ChangeReport> => {
  const deliveryGuys = await findDeliveryGuys(tx, [move.delivery])
  const verb = orderVerbs[move.status]
  return changeTrades(
    tx,
    actor,
    target,
    {
      verb,
      movesStock: (order) => move.status === 'CONFIRMED' || order.status === 'CONFIRMED',
      decide: (order, stock) => {
        const code = whyNotMoveOrder(actor, asMovable(order, stock), move)
        if (code !== null) return { code }
        const isDeliverable = !move.delivery || deliveryGuys.get(move.delivery) === order.country
        if (!isDeliverable) return { code: 'DELIVERY_GUY_NOT_FOUND' }
        const next = { ...orderValuesOf(order), ...said(order, move), ...moved[move.status](order, move) }
        return { next: followOrder(order, next, { delivery: move.delivery ?? null }), verb }
      },
    },
    options,
  )
}

/** What the domain's rules look at, with what is left of the order's product now. */
export const asMovable = (order: HeldOrder, stock: Stock): MovableOrder => ({
  status: order.status,
  country: order.country,
  owner: order.owner,
  quantity: order.quantity,
  available: stock.available(order.product) ?? 0,
  shippingStatus: order.shipping?.status ?? null,
})

/** What every move writes: nobody waits to be called again unless the move says so. */
const said = (order: HeldOrder, move: OrderMoveInput) => ({
  status: move.status,
  comment: move.reason
    ? addToComment(move.comment ?? order.comment, move.reason)
    : (move.comment ?? order.comment),
  callbackAt: null,
})

/** What each status writes beside. */
const moved: Record<OrderStatus, (order: HeldOrder, move: OrderMoveInput) => Partial<OrderValues>> = {
  PENDING: () => ({}),
  CONFIRMED: () => ({}),
  CANCELLED: () => ({}),
  NOT_REACHABLE: (order, { callbackAt }) => ({
    attempts: order.attempts + 1,
    callbackAt: callbackAt ? new Date(callbackAt).toISOString() : null,
  }),
}
