import type { Actor } from '../../../domain/access/actor.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { OrderMoveInput } from '../../../domain/orders/order-move.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { moveOrders } from '../../services/fulfillment/move-orders.ts'
import type { Batch } from '../change-log/record-changes.ts'
import { onlyRecord } from '../../crud/only-record.ts'
import { readOrders } from './read-orders.ts'

type StatusCall = { id: string; version: number | null; move: OrderMoveInput }

/** Moves one order by the same workflow that moves many. */
export const setOrderStatus = async (
  tx: Transaction,
  actor: Actor,
  { id, version, move }: StatusCall,
  batch: Batch,
): Promise<Order> => {
  const report = await moveOrders(tx, actor, { ids: [id] }, move, { batch, dryRun: false, version })
  return onlyRecord(report, await readOrders(tx, [id]))
}
