import { sql } from 'drizzle-orm'
import { goneStock, reservedStock } from '../../../domain/fulfillment/stock-rules.ts'
import type { CarriedStock } from '../../crud/carried-stock.ts'
import type { Batch } from '../../crud/record-changes.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { Executor } from '../../db/executor.ts'
import { products } from '../../db/schema/goods.ts'
import { inChunks } from '../../db/unnest-rows.ts'
import { asCounted, type TradeStep } from './trade-step.ts'

export type HeldProduct = Pick<
  typeof products.$inferSelect,
  'id' | 'country' | 'owner' | 'name' | 'price' | 'quantity' | 'reserved'
> & { isDeleted: boolean }

/** What is left of some products while a batch is decided, one record after the other. */
export type Stock = {
  /** Pieces of a product that nobody holds; null where there is no such product any more. */
  available: (product: string) => number | null
  product: (id: string) => HeldProduct | undefined
  /** Holds pieces back from those decided after; a negative count gives them back. */
  take: (product: string, pieces: number) => void
}

export type HoldStockOptions = { lock: 'update' | 'share' | null; carried?: CarriedStock }

/** Reads products by id, locked in the order of ids for a change that reserves or frees stock. */
export const holdStock = async (
  tx: Executor,
  ids: readonly string[],
  { lock, carried = new Map() }: HoldStockOptions,
): Promise<Stock> => {
  const unique = [...new Set(ids)]
  const query = tx.select().from(products).where(isOneOf(products.id, unique)).orderBy(products.id)
  const rows = unique.length === 0 ? [] : await (lock === null ? query : query.for(lock))
  const held = new Map<string, HeldProduct>(
    rows.map(({ deletedAt, ...row }) => [row.id, { ...row, isDeleted: deletedAt !== null }]),
  )
  const left = new Map(
    rows.map(({ id, quantity, reserved }) => [id, quantity - reserved - (carried.get(id) ?? 0)]),
  )
  return {
    available: (product) => (held.get(product)?.isDeleted === false ? (left.get(product) ?? null) : null),
    product: (id) => held.get(id),
    take: (product, pieces) => {
      left.set(product, (left.get(product) ?? 0) - pieces)
      carried.set(product, (carried.get(product) ?? 0) + pieces)
    },
  }
}

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
