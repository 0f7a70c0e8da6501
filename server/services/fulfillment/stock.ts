import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { broughtStock } from '../../../domain/expeditions/policy.ts'
import { backReason, goneReason, type StockReason } from '../../../domain/fulfillment/stock-movement.ts'
import { goneStock, reservedStock } from '../../../domain/fulfillment/stock-rules.ts'
import { stockEvents } from '../../../domain/webhooks/line-events.ts'
import { newIds } from '../../core/new-ids.ts'
import { queueDeliveries } from '../../crud/queue-deliveries.ts'
import { announceRecords, type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { CarriedStock, HeldOf, MadeChange } from '../../crud/resource-definition.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { type expeditions, products } from '../../db/schema/goods.ts'
import { stockMovements } from '../../db/schema/stock-movements.ts'
import { inChunks, insertRows } from '../../db/unnest-rows.ts'
import { asCounted, type FulfillmentStep } from './fulfillment-step.ts'

export type HeldProduct = Pick<
  typeof products.$inferSelect,
  'id' | 'country' | 'owner' | 'name' | 'price' | 'quantity' | 'reserved'
> & { isDeleted: boolean }

/** Stock of products while a batch is decided. */
export type Stock = {
  /** Stock less reserved; null for a deleted product. */
  available: (product: string) => number | null
  product: (id: string) => HeldProduct | undefined
  /** Reserves pieces for later decisions; negative releases. */
  take: (product: string, pieces: number) => void
}

type HoldStockOptions = { lock: 'update' | 'share' | null; carried?: CarriedStock }

/** Reads products by id; locked in id order if stock changes. */
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

/** Applies changes of reserved and gone stock. Keeps the products' versions, which guard edits. */
export const moveFulfillmentStock = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  steps: readonly FulfillmentStep[],
): Promise<void> => {
  const deltas = stockDeltas(steps)
  for (const chunk of inChunks(deltas)) {
    await tx.execute(sql`
      update products set reserved = products.reserved + given.reserved, quantity = products.quantity - given.gone,
        updated_at = ${batch.at.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as given (id uuid, reserved integer, gone integer)
      where products.id = given.id`)
  }
  const falls = deltas.map(({ id, reserved, gone }) => ({ product: id, fell: reserved + gone }))
  await queueDeliveries(tx, batch, stockEvents(falls))
  await recordMovements(tx, actor, batch, steps.flatMap(fulfillmentMovements))
}

/** A stock movement to write; negative `pieces` leave the stock. */
type Movement = Pick<typeof stockMovements.$inferSelect, 'product' | 'pieces' | 'reason'> &
  Partial<Pick<typeof stockMovements.$inferSelect, 'shipping' | 'expedition' | 'note'>>

/**
 * Appends stock movements; to be called with every change of `quantity`, in its transaction. One statement for up to 5,000
 * lines.
 */
const recordMovements = async (
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'role'> | null,
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

/** Pieces of a product with the reason of their movement. */
type Goods = { product: string; pieces: number; reason: StockReason }

/** Movements between two states: one if product and reason are equal, else both. */
export const movementsBetween = (before: Goods, after: Goods): Goods[] => {
  const isSame = before.product === after.product && before.reason === after.reason
  const lines = isSame
    ? [{ ...after, pieces: after.pieces - before.pieces }]
    : [{ ...before, pieces: -before.pieces }, after]
  return lines.filter(({ pieces }) => pieces !== 0)
}

/** Movements of an order's step. */
const fulfillmentMovements = ({ order, next, verb, undoes }: FulfillmentStep): Movement[] => {
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

/** Movements of manual changes: opening balances and corrections. */
export const recordCorrections = (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  changes: readonly MadeChange<HeldOf<typeof products> & { quantityNote?: string }>[],
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

/** Products with changed stock: additional pieces reserved and gone. */
export const stockDeltas = (steps: readonly FulfillmentStep[]): Delta[] => {
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

type ExpeditionChange = MadeChange<HeldOf<typeof expeditions>>

/**
 * Adds expeditions' pieces to stock or removes them; the products are locked. Raises versions, since the edited quantity
 * changes, and writes history.
 */
export const bringStock = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  changes: readonly ExpeditionChange[],
): Promise<void> => {
  for (const chunk of inChunks(deltasOf(changes))) {
    const { rows } = await tx.execute<Moved>(sql`
      update products set quantity = quantity + given.delta, version = version + 1,
        updated_at = ${batch.at.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as given (id uuid, delta integer, verb text)
      where products.id = given.id
      returning products.id, products.country, products.owner, products.version, products.quantity, given.delta,
        given.verb`)
    await recordChanges(
      tx,
      actor,
      batch,
      rows.map(({ id, version, quantity, delta, verb }) => ({
        verb,
        resource: 'products' as const,
        recordId: id,
        version,
        before: { quantity: quantity - delta },
        after: { quantity },
      })),
    )
    for (const verb of new Set(rows.map((row) => row.verb))) {
      const moved = rows.filter((row) => row.verb === verb)
      await announceRecords(tx, actor, batch, { resource: 'products', verb }, moved)
    }
  }
  await recordMovements(tx, actor, batch, changes.flatMap(broughtMovements))
}

/** Movements of an expedition's change. */
const broughtMovements = ({ record, next }: ExpeditionChange): Movement[] => {
  const goodsOf = (expedition: HeldOf<typeof expeditions>) =>
    ({ product: expedition.product ?? '', pieces: broughtStock(expedition), reason: 'expedition' }) as const
  const before = record === null ? { ...goodsOf(next), pieces: 0 } : goodsOf(record)
  return movementsBetween(before, goodsOf(next)).map((goods) => ({ ...goods, expedition: next.id }))
}

type Moved = {
  id: string
  country: string
  owner: string
  version: number
  quantity: number
} & Omit<ReceivedGoods, 'id'>

/** `verb`: of the first change that affects the product's stock. */
type ReceivedGoods = { id: string; delta: number; verb: string }

const deltasOf = (changes: readonly ExpeditionChange[]): ReceivedGoods[] => {
  const deltas = new Map<string, ReceivedGoods>()
  const add = (product: string | null, pieces: number, verb: string): void => {
    if (product === null || pieces === 0) return
    const known = deltas.get(product) ?? { id: product, delta: 0, verb }
    deltas.set(product, { ...known, delta: known.delta + pieces })
  }
  for (const { record, next, verb } of changes) {
    if (record !== null) add(record.product, -broughtStock(record), verb)
    add(next.product, broughtStock(next), verb)
  }
  return [...deltas.values()].filter(({ delta }) => delta !== 0)
}
