import { sql } from 'drizzle-orm'
import { whyNotRevertOrder } from '../../domain/orders/why-not-revert.ts'
import type { Transaction } from '../database/drizzle.ts'
import { orders } from '../database/schema/orders.ts'
import { isOneOf } from '../resources/engine/where-sql.ts'
import { applyOrderSteps } from './apply-order-steps.ts'
import { changedBy, decideOrders } from './change-orders.ts'
import { findDeliveryGuys } from './find-delivery-guys.ts'
import { holdOrders } from './hold-orders.ts'
import { holdStock } from './hold-stock.ts'
import { type HeldOrder, type OrderDecision, type OrderValues, valuesOf } from './order-step.ts'
import type { Revert, RevertLine } from './revert.ts'

/** Puts orders back to what they were, with stock and shipping; what moved on since, or no longer fits, is refused. */
export const revertOrders: Revert = async (tx, actor, lines, batch) => {
  const lineOf = new Map(lines.map((line) => [line.recordId, line]))
  const held = await holdOrders(tx, isOneOf(orders.id, [...lineOf.keys()]), { lock: true })
  const backOf = new Map(held.map((order) => [order.id, valuesBefore(order, lineOf.get(order.id)!)]))
  const stock = await holdStock(
    tx,
    held.flatMap((order) => [order.product, backOf.get(order.id)!.product]),
    { lock: 'update' },
  )
  const deliveryGuys = await findDeliveryGuys(
    tx,
    [...backOf.values()].map((back) => back.delivery),
  )
  const taken = await takenReferences(tx, held, backOf)
  const decide = (order: HeldOrder): OrderDecision => {
    const line = lineOf.get(order.id)!
    const next = backOf.get(order.id)!
    if (line.why !== null) return { code: line.why }
    if (order.version !== line.version) return { code: 'MOVED_ON' }
    const shippingStatus = order.shipping?.status ?? null
    const code = whyNotRevertOrder({ ...order, shippingStatus }, next, stock.available(next.product))
    if (code !== null) return { code }
    const isAssignedAnew = next.delivery !== null && next.delivery !== order.delivery
    if (isAssignedAnew && deliveryGuys.get(next.delivery!) !== order.country) {
      return { code: 'DELIVERY_GUY_NOT_FOUND' }
    }
    return taken.has(order.id) ? { code: 'ALREADY_IMPORTED' } : { next }
  }
  const { decided, refused } = decideOrders(held, stock, decide)
  const steps = decided.map((step) => {
    const { verb, id } = lineOf.get(step.order.id)!
    return { ...step, verb, undoes: id }
  })
  await applyOrderSteps(tx, actor, batch, steps)
  return { changed: changedBy(steps, { dryRun: false }), refused }
}

/** A line without `before` made the record: taking it back deletes it. */
const valuesBefore = (order: HeldOrder, { before }: RevertLine): OrderValues =>
  before === null
    ? { ...valuesOf(order), isDeleted: true }
    : { ...valuesOf(order), ...(before as Partial<OrderValues>) }

/** Orders that would come back under a seller's own reference that another order has got since. */
const takenReferences = async (
  tx: Transaction,
  held: readonly HeldOrder[],
  backOf: Map<string, OrderValues>,
): Promise<Set<string>> => {
  const returning = held
    .filter((order) => order.isDeleted && !backOf.get(order.id)!.isDeleted && order.externalRef !== null)
    .map((order) => order.id)
  if (returning.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select gone.id from orders gone join orders kept
      on kept.owner = gone.owner and kept.external_ref = gone.external_ref and kept.deleted_at is null
    where gone.id = any(${sql.param(returning)}::uuid[])`)
  return new Set(rows.map((row) => row.id))
}
