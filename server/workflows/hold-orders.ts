import { type SQL, sql } from 'drizzle-orm'
import { orders, shippings } from '../database/schema/orders.ts'
import type { Executor } from '../resources/engine/executor.ts'
import { inChunks } from '../resources/engine/in-chunks.ts'
import { isOneOf } from '../resources/engine/where-sql.ts'
import type { HeldOrder, ShippingRow } from './order-step.ts'

/**
 * Reads the orders that a change is about, with their shippings, by id; with `lock` they stand still until the
 * transaction ends. Everybody locks orders first and products second, each in the order of ids: so nobody can wait for
 * somebody who waits for them. An order's lock covers its shipping too.
 */
export const holdOrders = async (
  tx: Executor,
  condition: SQL,
  options: { lock: boolean },
): Promise<HeldOrder[]> => {
  const query = tx.select().from(orders).where(condition).orderBy(orders.id)
  const rows = await (options.lock ? query.for('update') : query)
  // A statement of its own: one that waited for a lock still sees other tables as they were before it waited.
  const shippingOf = await readShippingRows(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map(({ deletedAt, ...row }) => ({
    ...row,
    isDeleted: deletedAt !== null,
    shipping: shippingOf.get(row.id) ?? null,
  }))
}

const readShippingRows = async (
  tx: Executor,
  orderIds: readonly string[],
): Promise<Map<string, ShippingRow>> => {
  const found = new Map<string, ShippingRow>()
  for (const chunk of inChunks(orderIds, 10_000)) {
    const rows = await tx
      .select()
      .from(shippings)
      .where(sql`${isOneOf(shippings.order, chunk)}`)
    for (const row of rows) found.set(row.order, row)
  }
  return found
}
