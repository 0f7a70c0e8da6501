import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes.ts'
import type { OrderMoveInput } from '../../domain/orders/order-move.ts'
import { type OrderStatus, orderVerbs } from '../../domain/orders/order-status.ts'
import { whyNotMoveOrder } from '../../domain/orders/why-not-move.ts'
import type { Transaction } from '../database/drizzle.ts'
import type { ParsedTarget } from '../resources/engine/target.ts'
import { asMovable, type ChangeOptions, changeOrders } from './change-orders.ts'
import { findDeliveryGuys } from './find-delivery-guys.ts'
import { type HeldOrder, type OrderValues, valuesOf } from './order-step.ts'

/** Moves orders to another status: one or everything that a filter matches, by the same rules and the same locks. */
export const moveOrders = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  move: OrderMoveInput,
  options: ChangeOptions,
): Promise<ChangeReport> => {
  const deliveryGuys = await findDeliveryGuys(tx, [move.delivery])
  return changeOrders(
    tx,
    actor,
    target,
    {
      verb: orderVerbs[move.status],
      productsOf: (order) =>
        move.status === 'CONFIRMED' || order.status === 'CONFIRMED' ? [order.product] : [],
      decide: (order, stock) => {
        const code = whyNotMoveOrder(actor, asMovable(order, stock), move)
        if (code !== null) return { code }
        const isDeliverable = !move.delivery || deliveryGuys.get(move.delivery) === order.country
        return isDeliverable
          ? { next: { ...valuesOf(order), ...moved[move.status](order, move) } }
          : { code: 'DELIVERY_GUY_NOT_FOUND' }
      },
    },
    options,
  )
}

type Moved = (order: HeldOrder, move: OrderMoveInput) => Partial<OrderValues>

const said = (order: HeldOrder, move: OrderMoveInput) => ({
  status: move.status,
  comment: move.comment ?? order.comment,
})

/** What each status writes. The delivery guy is a confirmed order's only: leaving that status lets go of them. */
const moved: Record<OrderStatus, Moved> = {
  PENDING: (order, move) => ({ ...said(order, move), delivery: null }),
  CONFIRMED: (order, move) => ({ ...said(order, move), delivery: move.delivery ?? null }),
  CANCELLED: (order, move) => ({ ...said(order, move), delivery: null }),
  NOT_REACHABLE: (order, move) => ({ ...said(order, move), attempts: order.attempts + 1 }),
}
