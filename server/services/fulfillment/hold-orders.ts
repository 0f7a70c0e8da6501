import { eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import type { Executor } from '../../db/executor.ts'
import { orders, shippings } from '../../db/schema/orders.ts'
import { orderSource } from '../../queries/orders.ts'
import { isBilled, shippingSource } from '../../queries/shippings.ts'
import type { HeldOrder, HeldShipping, TradeResource } from './trade-step.ts'

/**
 * Reads the orders that a change is about, with their shippings, by id; with `lock` they stand still until the
 * transaction ends. Everybody locks orders first and products second, each in the order of ids: so nobody can wait for
 * somebody who waits for them. An order's lock covers its shipping too, and whether an invoice or a handover has it.
 */
export const holdOrders = async (
  tx: Executor,
  condition: SQL,
  options: { lock: boolean },
): Promise<HeldOrder[]> => {
  if (!options.lock) return readHeld(tx, condition)
  const ids = await lockOrders(tx, condition)
  if (ids.length === 0) return []
  // A statement of its own, and the condition once more: one that waited for a lock has seen the world before it waited.
  return readHeld(tx, sql`${isOneOf(orders.id, ids)} and ${condition}`)
}

/** The condition that chooses the orders of a target's records, within the actor's reach for the verb. */
export const chosenOrders = (resource: TradeResource, actor: Actor, verb: Verb, target: ParsedTarget): SQL =>
  resource === 'orders'
    ? targetSql(orderSource, actor, verb, target)
    : sql`${orders.id} in (
        select ${shippings.order} from ${shippings} where ${targetSql(shippingSource, actor, verb, target)})`

const lockOrders = async (tx: Executor, condition: SQL): Promise<string[]> => {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(condition)
    .orderBy(orders.id)
    .for('update')
  return rows.map((row) => row.id)
}

const readHeld = async (tx: Executor, condition: SQL): Promise<HeldOrder[]> => {
  const rows = await tx
    .select({ order: orders, shipping: shippings, isBilled })
    .from(orders)
    .leftJoin(shippings, eq(shippings.order, orders.id))
    .where(condition)
    .orderBy(orders.id)
  return rows.map(({ order: { deletedAt, ...order }, shipping, isBilled }) => ({
    ...order,
    statusAt: order.statusAt.toISOString(),
    callbackAt: order.callbackAt?.toISOString() ?? null,
    isDeleted: deletedAt !== null,
    shipping: shipping === null ? null : toHeldShipping(shipping, isBilled),
  }))
}

const toHeldShipping = (
  { deletedAt, handover, ...row }: typeof shippings.$inferSelect,
  isBilled: boolean,
): HeldShipping => ({
  ...row,
  statusAt: row.statusAt.toISOString(),
  outAt: row.outAt?.toISOString() ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  settledAt: row.settledAt?.toISOString() ?? null,
  isDeleted: deletedAt !== null,
  isBilled,
  isHandedOver: handover !== null,
})
