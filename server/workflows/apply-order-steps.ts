import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { heldStock } from '../../domain/orders/held-stock.ts'
import type { Transaction } from '../database/drizzle.ts'
import { orders } from '../database/schema/orders.ts'
import {
  type Batch,
  type ChangeLine,
  differences,
  recordChanges,
} from '../resources/changes/record-changes.ts'
import { inChunks } from '../resources/engine/in-chunks.ts'
import { updateRows } from '../resources/engine/update-rows.ts'
import { announceOrderSteps } from './announce-order-steps.ts'
import { followShippings } from './follow-shippings.ts'
import { type OrderStep, orderValueNames, valuesOf } from './order-step.ts'
import { refreshOrderEntries } from './refresh-order-entries.ts'

/**
 * Writes decided changes of orders that are held (`holdOrders`, `holdStock`), with all that hangs on them: reserved
 * stock, the shipping, search entries, history and the event. Every change of an order goes through here, undone ones
 * too, so that what is reserved is always what confirmed orders hold.
 */
export const applyOrderSteps = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  steps: readonly OrderStep[],
): Promise<void> => {
  if (steps.length === 0) return
  await moveStock(tx, batch, steps)
  await updateRows(
    tx,
    orders,
    [...orderValueNames, 'version', 'updatedAt', 'deletedAt'],
    steps.map(({ order, next }) => ({
      ...next,
      id: order.id,
      version: order.version + 1,
      updatedAt: batch.at,
      deletedAt: next.isDeleted ? batch.at : null,
    })),
  )
  const shippingLines = await followShippings(tx, batch, steps)
  await refreshOrderEntries(tx, steps)
  await recordChanges(tx, actor, batch, [...steps.map(historyLine), ...shippingLines])
  await announceOrderSteps(tx, actor, batch, steps, shippingLines)
}

const moveStock = async (tx: Transaction, batch: Batch, steps: readonly OrderStep[]): Promise<void> => {
  const deltas = new Map<string, number>()
  for (const { order, next } of steps) {
    deltas.set(order.product, (deltas.get(order.product) ?? 0) - heldStock(order))
    deltas.set(next.product, (deltas.get(next.product) ?? 0) + heldStock(next))
  }
  const moved = [...deltas].filter(([, delta]) => delta !== 0).map(([id, delta]) => ({ id, delta }))
  // The version stays: it guards what people edit, and an order confirmed meanwhile must not make their edit stale.
  for (const chunk of inChunks(moved)) {
    await tx.execute(sql`
      update products set reserved = reserved + given.delta, updated_at = ${batch.at.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as given (id uuid, delta integer)
      where products.id = given.id`)
  }
}

const historyLine = ({ order, next, verb, undoes }: OrderStep): ChangeLine => {
  const changed = differences(valuesOf(order), next)
  return {
    verb,
    resource: 'orders',
    recordId: order.id,
    version: order.version + 1,
    before: changed?.before ?? {},
    after: changed?.after ?? {},
    undoes,
  }
}
