import type { Actor } from '../access/actor.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { OrderStatus } from '../fulfillment/order-status.ts'
import { dryRunField, type Fields, type Values } from '../lib/field.ts'
import { orderMoveFields } from './order.ts'

/**
 * Body of the call that makes one order of two of a customer. `reason`: why the dropped one is cancelled; appended to its
 * comment.
 */
export const orderMergeFields = {
  keep: { kind: 'reference', resource: 'orders', required: true },
  drop: { kind: 'reference', resource: 'orders', required: true },
  reason: orderMoveFields.reason,
  dryRun: dryRunField,
} as const satisfies Fields

export type OrderMergeInput = Values<typeof orderMergeFields>

type MergedOrder = {
  id: string
  country: string
  owner: string
  product: string
  customerPhone: string
  quantity: number
  status: OrderStatus
}

/** Whether an order waits for a call, so that it may be merged. */
export const isOpenOrder = ({ status }: Pick<MergedOrder, 'status'>): boolean =>
  status === 'PENDING' || status === 'NOT_REACHABLE'

/** Code why the actor may not merge the orders, or null. */
export const whyNotMergeOrders = (actor: Actor, keep: MergedOrder, drop: MergedOrder): Code | null => {
  const forbidden = whyNot(actor, 'order.merge', keep) ?? whyNot(actor, 'order.merge', drop)
  if (forbidden !== null) return forbidden
  if (keep.country !== drop.country || keep.customerPhone !== drop.customerPhone) return 'OTHER_CUSTOMER'
  return isOpenOrder(keep) && isOpenOrder(drop) ? null : 'ORDER_NOT_PENDING'
}

/** Pieces of the kept order: those of both if they are of one product, whose seller is then the same; else its own. */
export const mergedQuantity = (
  keep: Pick<MergedOrder, 'product' | 'quantity'>,
  drop: Pick<MergedOrder, 'product' | 'quantity'>,
): number => (keep.product === drop.product ? keep.quantity + drop.quantity : keep.quantity)
