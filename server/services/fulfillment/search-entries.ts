import type { SearchDefinition } from '../../../domain/lib/define-resource.ts'
import { orders } from '../../../domain/orders/order.ts'
import { type SearchEntry, toSearchEntry } from '../../../domain/search/searchable.ts'
import { shippings } from '../../../domain/shippings/shipping.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { products } from '../../db/schema/goods.ts'
import { orderList } from '../../queries/orders.ts'
import { shippingList } from '../../queries/shippings.ts'
import { removeSearchEntries, writeEntries, writeSearchEntries } from '../../search/write-entries.ts'
import { orderValueNames } from './fulfillment-step.ts'
import { isMade, type RevisedFulfillment } from './revise-fulfillments.ts'
import type { MadeShippings } from './write-shippings.ts'

/** Fields of an order in its and its shipping's search entries; owner and product stand for their names. */
const searched = orderValueNames.filter(
  (name) =>
    ['owner', 'product'].includes(name) || [orders, shippings].some(({ search }) => isIn(search, name)),
)

function isIn({ title, subtitle, words = [], keys = [], phone }: SearchDefinition, name: string): boolean {
  return [title, ...subtitle, ...words, ...keys, phone].includes(name)
}

/** Updates search entries after a change; none for status changes. */
export const refreshFulfillmentEntries = async (
  tx: Transaction,
  fulfillments: readonly RevisedFulfillment[],
  made: MadeShippings,
  entered: readonly SearchEntry[],
): Promise<void> => {
  const orders = changedEntries(fulfillments, (fulfillment) => ({
    id: fulfillment.order.id,
    wasFound: !fulfillment.order.isDeleted,
    isFound: !fulfillment.next.order.isDeleted,
  }))
  const shippings = changedEntries(fulfillments, ({ order, next, shippingId }) => ({
    id: shippingId,
    wasFound: order.shipping !== null && !order.shipping.isDeleted,
    isFound: next.shipping !== null && !next.shipping.isDeleted,
  }))
  await removeSearchEntries(tx, 'orders', orders.gone)
  await removeSearchEntries(tx, 'shippings', shippings.gone)
  await writeSearchEntries(tx, 'orders', await orderList.read(tx, orders.written))
  const standing = shippings.written.filter((id) => !made.has(id))
  await writeSearchEntries(tx, 'shippings', await shippingList.read(tx, standing))
  await writeEntries(
    tx,
    entered.map((entry) => ({ ...entry, number: made.get(entry.recordId) ?? entry.number })),
  )
}

/** Entries of parcels to be created, without numbers; their words are the order's. */
export const entriesToMake = (
  fulfillments: readonly RevisedFulfillment[],
  names: ReadonlyMap<string, string>,
): SearchEntry[] =>
  fulfillments.flatMap((fulfillment) => {
    const { order, next, shippingId } = fulfillment
    if (shippingId === null || !isMade(fulfillment) || next.shipping?.isDeleted) return []
    const productName = names.get(next.order.product) ?? ''
    const parcel = { ...next.order, id: shippingId, number: 0, country: order.country, productName }
    return [toSearchEntry('shippings', parcel)]
  })

/** Product names of parcels to be created. */
export const namesToMake = async (
  tx: Transaction,
  fulfillments: readonly RevisedFulfillment[],
): Promise<ReadonlyMap<string, string>> => {
  const made = fulfillments.filter(isMade)
  return made.length === 0 ? new Map() : readProductNames(tx, made)
}

const readProductNames = async (
  tx: Transaction,
  fulfillments: readonly RevisedFulfillment[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(fulfillments.map(({ next }) => next.order.product))]
  const rows = await tx
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(isOneOf(products.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Found = { id: string | null; wasFound: boolean; isFound: boolean }

const changedEntries = (
  fulfillments: readonly RevisedFulfillment[],
  foundOf: (fulfillment: RevisedFulfillment) => Found,
) => {
  const [gone, written]: [string[], string[]] = [[], []]
  for (const fulfillment of fulfillments) {
    const { id, wasFound, isFound } = foundOf(fulfillment)
    if (id === null) continue
    if (wasFound && !isFound) gone.push(id)
    if (isFound && (!wasFound || isReworded(fulfillment))) written.push(id)
  }
  return { gone, written }
}

const isReworded = ({ order, next }: RevisedFulfillment): boolean =>
  searched.some((name) => order[name] !== next.order[name])
