import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { CountryCode } from '../../../domain/countries.ts'
import type { OrderInput } from '../../../domain/orders/order.ts'
import { priceOrder } from '../../../domain/orders/price-order.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { recordEvent } from '../../events/record-event.ts'
import { accepted, Refused } from '../../refused.ts'
import { countedBatch } from '../../modules/change-log/gather-batches.ts'
import type { Batch } from '../../modules/change-log/record-changes.ts'
import { inChunks } from '../../crud/in-chunks.ts'
import { learnWords } from '../../search/write-entries.ts'
import { type HeldProduct, holdStock, type Stock } from './hold-stock.ts'
import { type FinishedOrder, toOrderLines } from './order-line.ts'
import { type WrittenOrder, writeOrders } from './write-orders.ts'

export type NewOrder = OrderInput & { externalRef?: string | null }

export type InsertedOrder = { id: string; number: number; version: number }

/**
 * Creates orders from validated input, in the order given, with history, search entries and one event. An order belongs
 * to its product's owner and costs what its product costs unless a price is given. Throws `PRODUCT_NOT_FOUND` where a
 * product is not one of the order's country that the actor may sell.
 */
export const insertOrders = async (
  tx: Transaction,
  actor: Actor,
  inputs: readonly NewOrder[],
  batch: Batch & { verb?: 'order.create' | 'order.import' },
): Promise<InsertedOrder[]> => {
  const { verb = 'order.create' } = batch
  // Shared, so that no product is deleted under an order that is about to name it.
  const stock = await holdStock(
    tx,
    inputs.map((input) => input.product),
    { lock: 'share' },
  )
  const lines = toOrderLines(
    inputs.map((input, at) => {
      const product = sellable(stock, actor, verb, { id: input.product, country: input.country })
      return { at, order: finished(input, product) }
    }),
  )
  const written: WrittenOrder[] = []
  for (const chunk of inChunks(lines)) {
    written.push(...(await writeOrders(tx, actor, { ...batch, verb }, Buffer.from(JSON.stringify(chunk)))))
  }
  await learnWords(tx, lines)
  const owners = lines.map(({ product }) => stock.product(product)!.owner)
  const countries = new Set(lines.map(({ country }) => country))
  const country = countries.size === 1 ? lines[0]!.country : null
  await tellOrders(tx, actor, { ...batch, verb }, { country, owners, orders: written })
  return written.map(({ id, number }) => ({ id, number, version: 1 }))
}

/** What a batch of new orders is told by: its row in the journal, and one event. */
export const tellOrders = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch & { verb: Verb },
  { country, owners, orders }: { country: CountryCode | null; owners: string[]; orders: WrittenOrder[] },
): Promise<void> => {
  if (orders.length === 0) return
  const { id: batchId, verb } = batch
  const facts = { actor: actor.id, verb, resource: 'orders', country } as const
  await tx.execute(countedBatch(batch, { ...facts, records: orders.length }))
  await recordEvent(tx, { ...facts, owners, ids: orders.map(({ id }) => id), batchId })
}

/** A product of a country that the actor may sell; throws `PRODUCT_NOT_FOUND`. */
export const sellable = (
  stock: Stock,
  actor: Actor,
  verb: Verb,
  { id, country }: { id: string; country: CountryCode },
): HeldProduct => {
  const product = stock.product(id)
  const isSellable =
    product?.isDeleted === false && product.country === country && whyNot(actor, verb, product) === null
  if (product !== undefined && isSellable) return product
  throw new Refused('PRODUCT_NOT_FOUND', { errors: [{ path: 'product', code: 'PRODUCT_NOT_FOUND' }] })
}

const finished = (input: NewOrder, product: HeldProduct): FinishedOrder => ({
  country: input.country,
  owner: product.owner,
  product: product.id,
  productName: product.name,
  customerName: input.customerName,
  customerPhone: input.customerPhone,
  customerAddress: input.customerAddress,
  quantity: input.quantity,
  ...accepted(priceOrder(input, product)),
  sourceLink: input.sourceLink ?? null,
  sourceName: input.sourceName ?? null,
  externalRef: input.externalRef ?? null,
  comment: input.comment ?? null,
})
