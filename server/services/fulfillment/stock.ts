import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { backReason, goneReason, type StockReason } from '../../../domain/fulfillment/stock-movement.ts'
import { goneStock, reservedStock } from '../../../domain/fulfillment/stock-rules.ts'
import type { CarriedStock } from '../../crud/carried-stock.ts'
import { type Batch, newIds } from '../../crud/record-changes.ts'
import type { Change, HeldOf } from '../../crud/resource-definition.ts'
import { insertRows } from '../../crud/update-rows.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { Executor } from '../../db/executor.ts'
import { products } from '../../db/schema/goods.ts'
import { stockMovements } from '../../db/schema/stock-movements.ts'
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
  actor: Actor,
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
  await recordMovements(tx, actor, batch, steps.flatMap(tradeMovements))
}

/** A line of the stock ledger that is to be written: `pieces` came into the product's stock, or left it (negative). */
export type Movement = Pick<typeof stockMovements.$inferSelect, 'product' | 'pieces' | 'reason'> &
  Partial<Pick<typeof stockMovements.$inferSelect, 'shipping' | 'expedition' | 'note'>>

/**
 * Appends to the stock ledger, in the transaction that changes the products' `quantity` by as much. A caller that changes a
 * quantity calls this: the sum of a product's lines is its quantity. One statement for up to 5,000 lines.
 */
export const recordMovements = async (
  tx: Transaction,
  actor: Pick<Actor, 'id'> | null,
  batch: Batch,
  movements: readonly Movement[],
): Promise<void> => {
  const ids = newIds(movements.length)
  await insertRows(
    tx,
    stockMovements,
    ['product', 'pieces', 'reason', 'shipping', 'expedition', 'actor', 'batchId', 'at', 'note'],
    movements.map(({ shipping = null, expedition = null, note = null, ...movement }, index) => ({
      ...movement,
      id: ids[index]!,
      shipping,
      expedition,
      note,
      actor: actor?.id ?? null,
      batchId: batch.id,
      at: batch.at,
    })),
    [],
  )
}

/** Pieces of a product, under the reason of the line that moves them. */
export type Goods = { product: string; pieces: number; reason: StockReason }

/** The lines that turn what stands before into what stands after: one where product and reason stay, none for nothing. */
export const movementsBetween = (before: Goods, after: Goods): Goods[] => {
  const isSame = before.product === after.product && before.reason === after.reason
  const lines = isSame
    ? [{ ...after, pieces: after.pieces - before.pieces }]
    : [{ ...before, pieces: -before.pieces }, after]
  return lines.filter(({ pieces }) => pieces !== 0)
}

/** What an order's step does to the stock of its product, of both where it is another one. */
const tradeMovements = ({ order, next, verb, undoes }: TradeStep): Movement[] => {
  const [before, after] = [asCounted(order, order.shipping), asCounted(next.order, next.shipping)]
  const step = { verb, isUndo: undoes !== undefined }
  return movementsBetween(
    {
      product: order.product,
      pieces: -goneStock(before),
      reason: backReason(before.shippingStatus, step),
    },
    {
      product: next.order.product,
      pieces: -goneStock(after),
      reason: goneReason(after.shippingStatus),
    },
  ).map((goods) => ({ ...goods, shipping: order.shipping?.id ?? null }))
}

/** What people made of products' stock by hand: the balance that a new one opens with, corrections of the others. */
export const recordCorrections = (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  changes: readonly Change<HeldOf<typeof products> & { quantityNote?: string }>[],
): Promise<void> =>
  recordMovements(
    tx,
    actor,
    batch,
    changes.flatMap(({ record, next }): Movement[] => {
      const pieces = next.quantity - (record?.quantity ?? 0)
      return pieces === 0
        ? []
        : [
            {
              product: next.id,
              pieces,
              reason: record === null ? 'opening' : 'correction',
              note: next.quantityNote ?? null,
            },
          ]
    }),
  )

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
