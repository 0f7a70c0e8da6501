import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import {
  mergedQuantity,
  type OrderMergeInput,
  whyNotMergeOrders,
} from '../../../domain/orders/merge-orders.ts'
import { moveOrder } from '../../../domain/orders/move-order.ts'
import { orders as definition, priceOrder } from '../../../domain/orders/order.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { changedBy, changeReport } from '../../crud/change-report.ts'
import type { Batch } from '../../crud/record-changes.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { orders } from '../../db/schema/orders.ts'
import { applyFulfillmentSteps } from './apply-change.ts'
import { followOrder } from './derive-shipping.ts'
import { type HeldOrder, holdOrders, orderValuesOf } from './fulfillment-step.ts'

const verb = 'order.merge'

/**
 * Adds the pieces of one open order to another of the same customer, where both are of one product, and cancels it. Both have a line of the
 * history, of one batch, which is undone for both or for none. A dry run decides alike and writes nothing. @throws Refused
 */
export const mergeOrders = async (
  tx: Transaction,
  actor: Actor,
  { keep: keepId, drop: dropId, reason, dryRun }: OrderMergeInput,
  batch: Batch,
): Promise<ChangeReport> => {
  if (keepId === dropId) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'drop', code: 'NAMED_TWICE' }] })
  }
  const condition = sql`${isOneOf(orders.id, [keepId, dropId])} and ${orders.deletedAt} is null`
  const held = await holdOrders(tx, condition, { lock: dryRun !== true })
  const named = (id: string): HeldOrder => {
    const order = held.find((one) => one.id === id)
    if (order === undefined || whyNot(actor, verb, order) !== null) throw new Refused('NOT_FOUND')
    return order
  }
  const [keep, drop] = [named(keepId), named(dropId)]
  const code = whyNotMergeOrders(actor, keep, drop)
  if (code !== null) throw new Refused(code)
  await refuseClaimed(tx, actor, [keepId, dropId])
  const quantity = mergedQuantity(keep, drop)
  if (quantity > definition.fields.quantity.max) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'quantity', code: 'TOO_LARGE' }] })
  }
  const { totalPrice } = accepted(priceOrder({ quantity, price: keep.price }, keep))
  const cancelled = { status: 'CANCELLED', ...(reason && { reason }) } as const
  const next = {
    keep: { ...orderValuesOf(keep), quantity, totalPrice },
    drop: moveOrder(orderValuesOf(drop), cancelled, batch.at.toISOString()),
  }
  if (dryRun === true) return changeReport(null, [keep, drop].map(namedOf), [])
  await applyFulfillmentSteps(tx, actor, batch, [
    { order: keep, next: followOrder(keep, next.keep), verb },
    { order: drop, next: followOrder(drop, next.drop), verb },
  ])
  return changeReport(batch.id, changedBy([keep, drop].map(namedOf)), [])
}

const namedOf = ({ id, number, version }: HeldOrder) => ({ id, number, version })

/** @throws Refused `CLAIMED_BY_ANOTHER` if another caller has one of them */
const refuseClaimed = async (tx: Transaction, actor: Actor, ids: readonly string[]): Promise<void> => {
  const { rows } = await tx.execute(sql`
    select 1 from order_claims claim
    where claim."order" = any(${sql.param([...ids])}::uuid[]) and claim.until > now() and not claim.is_freed and claim."user" <> ${actor.id}`)
  if (rows.length > 0) throw new Refused('CLAIMED_BY_ANOTHER')
}
