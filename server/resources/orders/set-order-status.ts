import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { OrderMoveInput } from '../../../domain/orders/order-move.ts'
import type { Transaction } from '../../database/drizzle.ts'
import { orders } from '../../database/schema/orders.ts'
import { Refused } from '../../refused.ts'
import { moveOrders } from '../../workflows/move-orders.ts'
import type { Batch } from '../changes/record-changes.ts'
import { isOneOf } from '../engine/where-sql.ts'
import { readOrders } from './read-orders.ts'

type StatusCall = { id: string; version: number | null; move: OrderMoveInput }

/** Moves one order by the same workflow that moves many; what a bulk call reports, one call is refused with. */
export const setOrderStatus = async (
  tx: Transaction,
  actor: Actor,
  { id, version, move }: StatusCall,
  batch: Batch,
): Promise<Order> => {
  const isStale = version !== null && (await heldVersion(tx, id)) !== version
  const { refused } = await moveOrders(tx, actor, { ids: [id] }, move, { batch, dryRun: isStale })
  const code = refused[0]?.code
  const [order] = await readOrders(tx, [id])
  if (order === undefined || code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  if (isStale) throw new Refused('STALE_VERSION', { current: order })
  if (code === 'DELIVERY_GUY_NOT_FOUND') throw new Refused(code, { errors: [{ path: 'delivery', code }] })
  if (code === 'COMMENT_REQUIRED') throw new Refused(code, { errors: [{ path: 'comment', code }] })
  if (code !== undefined) throw new Refused(code)
  return order
}

const heldVersion = async (tx: Transaction, id: string): Promise<number | undefined> => {
  const rows = await tx
    .select({ version: orders.version })
    .from(orders)
    .where(sql`${isOneOf(orders.id, [id])}`)
    .for('update')
  return rows[0]?.version
}
