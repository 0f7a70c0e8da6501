import { v7 as newId } from 'uuid'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { OrderInput } from '../../domain/orders/order.ts'
import { priceOrder } from '../../domain/orders/price-order.ts'
import type { Transaction } from '../database/drizzle.ts'
import { orders } from '../database/schema/orders.ts'
import { recordEvent } from '../events/record-event.ts'
import { accepted, Refused } from '../refused.ts'
import { type Batch, type ChangeLine, recordChanges } from '../resources/changes/record-changes.ts'
import { inChunks } from '../resources/engine/in-chunks.ts'
import { type SearchEntry, toSearchEntry } from '../search/searchable.ts'
import { learnWords, writeEntries } from '../search/write-entries.ts'
import { type HeldProduct, holdStock, type Stock } from './hold-stock.ts'

export type NewOrder = OrderInput & { externalRef?: string | null }

export type InsertedOrder = { id: string; number: number; version: number }

/**
 * Creates orders from validated input, in the order given, with history, search entries and one event. An order belongs
 * to its product's owner and costs what its product costs unless a price is given. Throws `PRODUCT_NOT_FOUND` where a
 * product is not one of the order's country that the actor may sell. `onRows` is told how many are written.
 */
export const insertOrders = async (
  tx: Transaction,
  actor: Actor,
  inputs: readonly NewOrder[],
  batch: Batch & { verb?: 'order.create' | 'order.import' },
  onRows: (rows: number) => Promise<void> = async () => {},
): Promise<InsertedOrder[]> => {
  const verb = batch.verb ?? 'order.create'
  // Shared, so that no product is deleted under an order that is about to name it.
  const stock = await holdStock(
    tx,
    inputs.map((input) => input.product),
    { lock: 'share' },
  )
  const rows = inputs.map((input) => toRow(input, sellable(stock, actor, verb, input), batch))
  const inserted: InsertedOrder[] = []
  const entries: SearchEntry[] = []
  for (const chunk of inChunks(rows)) {
    const numbers = await insertRows(tx, chunk)
    const found = chunk.map((row) =>
      toSearchEntry('orders', {
        ...row,
        number: numbers.get(row.id)!,
        productName: stock.product(row.product)!.name,
      }),
    )
    await writeEntries(tx, found)
    await recordChanges(
      tx,
      actor,
      batch,
      chunk.map((row) => historyLine(row, verb)),
    )
    entries.push(...found)
    inserted.push(...chunk.map(({ id }) => ({ id, number: numbers.get(id)!, version: 1 })))
    await onRows(inserted.length)
  }
  await learnWords(tx, entries)
  if (rows.length > 0) await announce(tx, actor, rows, { ...batch, verb })
  return inserted
}

type OrderRow = ReturnType<typeof toRow>

/** Gives the numbers that the orders got. */
const insertRows = async (tx: Transaction, rows: OrderRow[]): Promise<Map<string, number>> => {
  const numbered = await tx.insert(orders).values(rows).returning({ id: orders.id, number: orders.number })
  return new Map(numbered.map(({ id, number }) => [id, number]))
}

const historyLine = ({ id, createdAt: _, updatedAt: __, ...after }: OrderRow, verb: Verb): ChangeLine => ({
  verb,
  resource: 'orders',
  recordId: id,
  version: 1,
  before: null,
  after,
})

const sellable = (stock: Stock, actor: Actor, verb: Verb, input: NewOrder): HeldProduct => {
  const product = stock.product(input.product)
  const isSellable =
    product?.isDeleted === false && product.country === input.country && whyNot(actor, verb, product) === null
  if (product !== undefined && isSellable) return product
  throw new Refused('PRODUCT_NOT_FOUND', { errors: [{ path: 'product', code: 'PRODUCT_NOT_FOUND' }] })
}

const toRow = (input: NewOrder, product: HeldProduct, batch: Batch) => ({
  id: newId(),
  country: input.country,
  owner: product.owner,
  product: product.id,
  customerName: input.customerName,
  customerPhone: input.customerPhone,
  customerAddress: input.customerAddress,
  quantity: input.quantity,
  ...accepted(priceOrder(input, product)),
  sourceLink: input.sourceLink ?? null,
  sourceName: input.sourceName ?? null,
  externalRef: input.externalRef ?? null,
  comment: input.comment ?? null,
  createdAt: batch.at,
  updatedAt: batch.at,
})

const announce = async (
  tx: Transaction,
  actor: Actor,
  rows: readonly OrderRow[],
  { id, verb }: Batch & { verb: string },
): Promise<void> => {
  const countries = new Set(rows.map((row) => row.country))
  await recordEvent(tx, {
    resource: 'orders',
    verb,
    country: countries.size === 1 ? rows[0]!.country : null,
    owners: rows.map((row) => row.owner),
    ids: rows.map((row) => row.id),
    batchId: id,
    actor: actor.id,
  })
}
