import { type SearchEntry, toSearchEntry } from '../../../domain/search/searchable.ts'
import { isOneOf } from '../../crud/list-source.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { products } from '../../db/schema/goods.ts'
import { orderList } from '../../queries/orders.ts'
import { shippingList } from '../../queries/shippings.ts'
import { removeSearchEntries, writeEntries, writeSearchEntries } from '../../search/write-entries.ts'
import type { RevisedTrade } from './revise-trades.ts'
import type { OrderValues } from './trade-step.ts'
import type { MadeShippings } from './write-shippings.ts'

/** The fields of an order that people find it and its shipping by. */
const searched = [
  'owner',
  'product',
  'customerName',
  'customerPhone',
  'customerAddress',
  'sourceName',
  'externalRef',
] as const satisfies readonly (keyof OrderValues)[]

/** Keeps the search entries true after a change; one of status alone touches none. */
export const refreshTradeEntries = async (
  tx: Transaction,
  trades: readonly RevisedTrade[],
  made: MadeShippings,
  entered: readonly SearchEntry[],
): Promise<void> => {
  const orders = changedEntries(trades, (trade) => ({
    id: trade.order.id,
    wasFound: !trade.order.isDeleted,
    isFound: !trade.next.order.isDeleted,
  }))
  const shippings = changedEntries(trades, ({ order, next, shippingId }) => ({
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

/**
 * The entries of the parcels that are to be made, but for their numbers. All that is said of one is its order's, whose
 * words are known since it was taken.
 */
export const entriesToMake = (
  trades: readonly RevisedTrade[],
  names: ReadonlyMap<string, string>,
): SearchEntry[] =>
  trades.flatMap((trade) => {
    const { order, next, shippingId } = trade
    if (shippingId === null || !isMade(trade) || next.shipping?.isDeleted) return []
    const productName = names.get(next.order.product) ?? ''
    const parcel = { ...next.order, id: shippingId, number: 0, country: order.country, productName }
    return [toSearchEntry('shippings', parcel)]
  })

/** What the products of the parcels that are to be made are called. */
export const namesToMake = async (
  tx: Transaction,
  trades: readonly RevisedTrade[],
): Promise<ReadonlyMap<string, string>> => {
  const made = trades.filter(isMade)
  return made.length === 0 ? new Map() : readProductNames(tx, made)
}

const isMade = ({ order, next }: RevisedTrade): boolean => order.shipping === null && next.shipping !== null

const readProductNames = async (
  tx: Transaction,
  trades: readonly RevisedTrade[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(trades.map(({ next }) => next.order.product))]
  const rows = await tx
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(isOneOf(products.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Found = { id: string | null; wasFound: boolean; isFound: boolean }

const changedEntries = (trades: readonly RevisedTrade[], foundOf: (trade: RevisedTrade) => Found) => {
  const [gone, written]: [string[], string[]] = [[], []]
  for (const trade of trades) {
    const { id, wasFound, isFound } = foundOf(trade)
    if (id === null) continue
    if (wasFound && !isFound) gone.push(id)
    if (isFound && (!wasFound || isReworded(trade))) written.push(id)
  }
  return { gone, written }
}

const isReworded = ({ order, next }: RevisedTrade): boolean =>
  searched.some((name) => order[name] !== next.order[name])
