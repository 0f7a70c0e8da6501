import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { type ChangeReport, largestIdCount, namedRecords } from '../../domain/changes.ts'
import { heldStock } from '../../domain/orders/held-stock.ts'
import type { MovableOrder } from '../../domain/orders/why-not-move.ts'
import type { Transaction } from '../database/drizzle.ts'
import { Refused } from '../refused.ts'
import type { Batch } from '../resources/changes/record-changes.ts'
import { type ParsedTarget, targetSql } from '../resources/engine/target.ts'
import { orderSource } from '../resources/orders/order-source.ts'
import { applyOrderSteps } from './apply-order-steps.ts'
import { changeReport } from './change-report.ts'
import { holdOrders } from './hold-orders.ts'
import { holdStock, type Stock } from './hold-stock.ts'
import type { HeldOrder, OrderDecision, OrderStep } from './order-step.ts'

export type OrderChange = {
  verb: Verb
  /** The products that deciding about this order looks at, beside what it may give back. */
  productsOf: (order: HeldOrder) => string[]
  decide: (order: HeldOrder, stock: Stock) => OrderDecision
}

export type ChangeOptions = { batch: Batch; dryRun: boolean }

/**
 * One change over many orders, each decided on its own, oldest first, with what those before it left in stock; then
 * written together. A dry run decides the same way, locks nothing and writes nothing.
 */
export const changeOrders = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  change: OrderChange,
  { batch, dryRun }: ChangeOptions,
): Promise<ChangeReport> => {
  const forbidden = whyNot(actor, change.verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const condition = targetSql(orderSource, actor, change.verb, target)
  const held = await holdOrders(tx, condition, { lock: !dryRun })
  const stock = await holdStock(tx, held.flatMap(change.productsOf), { lock: dryRun ? null : 'update' })
  const { decided, refused } = decideOrders(held, stock, (order) => change.decide(order, stock))
  const steps = decided.map((step) => ({ ...step, verb: change.verb }))
  if (!dryRun) await applyOrderSteps(tx, actor, batch, steps)
  return changeReport(
    dryRun ? null : batch.id,
    changedBy(steps, { dryRun }),
    [...refused, ...missing(target, held)],
    'ids' in target ? largestIdCount : namedRecords,
  )
}

/** How the answer names changed records; a dry run leaves them at their version. */
export const changedBy = (
  steps: readonly { order: Pick<HeldOrder, 'id' | 'number' | 'version'> }[],
  { dryRun }: { dryRun: boolean },
): ChangeReport['changed'] =>
  steps.map(({ order: { id, number, version } }) => ({ id, number, version: version + (dryRun ? 0 : 1) }))

/** What the domain's rules look at, with what is left of the order's product now. */
export const asMovable = (order: HeldOrder, stock: Stock): MovableOrder => ({
  status: order.status,
  country: order.country,
  owner: order.owner,
  quantity: order.quantity,
  available: stock.available(order.product) ?? 0,
  shippingStatus: order.shipping?.status ?? null,
})

/** Decides one order after the other; each one decided on leaves less, or more, stock to those after it. */
export const decideOrders = (
  held: readonly HeldOrder[],
  stock: Stock,
  decide: (order: HeldOrder) => OrderDecision,
) => {
  const decided: Pick<OrderStep, 'order' | 'next'>[] = []
  const refused: ChangeReport['refused'] = []
  for (const order of held) {
    const decision = decide(order)
    if ('code' in decision) {
      refused.push({ id: order.id, number: order.number, code: decision.code })
      continue
    }
    const { next } = decision
    stock.take(order.product, -heldStock(order))
    stock.take(next.product, heldStock(next))
    decided.push({ order, next })
  }
  return { decided, refused }
}

/** Ids that name no record within the actor's reach. Nobody knows their numbers. */
const missing = (target: ParsedTarget, held: readonly HeldOrder[]): ChangeReport['refused'] => {
  if (!('ids' in target)) return []
  const found = new Set(held.map((order) => order.id))
  return target.ids.filter((id) => !found.has(id)).map((id) => ({ id, number: 0, code: 'NOT_FOUND' }))
}
