import { sql } from 'drizzle-orm'
import { goneStock, reservedStock } from '../../../domain/orders/held-stock.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { Batch } from '../../modules/change-log/record-changes.ts'
import { inChunks } from '../../crud/in-chunks.ts'
import { asCounted, type TradeStep } from './trade-step.ts'

type Delta = { id: string; reserved: number; gone: number }

/**
 * Moves what products have by what their orders hold more or less than before. Their version stays: it guards what
 * people edit, and an order confirmed meanwhile must not make their edit stale.
 */
export const moveTradeStock = async (
  tx: Transaction,
  batch: Batch,
  steps: readonly TradeStep[],
): Promise<void> => {
  for (const chunk of inChunks(stockDeltas(steps))) {
    await tx.execute(sql`
      update products set reserved = products.reserved + given.reserved, quantity = products.quantity - given.gone,
        updated_at = ${batch.at.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as given (id uuid, reserved integer, gone integer)
      where products.id = given.id`)
  }
}

/** The products whose stock a change moves, and how many pieces more are reserved and gone. */
export const stockDeltas = (steps: readonly TradeStep[]): Delta[] => {
  const deltas = new Map<string, Delta>()
  const add = (id: string, reserved: number, gone: number): void => {
    const known = deltas.get(id) ?? { id, reserved: 0, gone: 0 }
    known.reserved += reserved
    known.gone += gone
    deltas.set(id, known)
  }
  for (const { order, next } of steps) {
    const [before, after] = [asCounted(order, order.shipping), asCounted(next.order, next.shipping)]
    add(order.product, -reservedStock(before), -goneStock(before))
    add(next.order.product, reservedStock(after), goneStock(after))
  }
  return [...deltas.values()].filter(({ reserved, gone }) => reserved !== 0 || gone !== 0)
}
