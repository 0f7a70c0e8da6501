import { sql } from 'drizzle-orm'
import { type SearchEntry, toSearchEntry } from '../../../domain/search/searchable.ts'
import type { OwnedTable } from '../../crud/resource-definition.ts'
import { inChunks } from '../../crud/unnest-rows.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { products } from '../../db/schema/goods.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { affiliateKind } from '../../modules/affiliates/definition.ts'
import { expeditionKind } from '../../modules/expeditions/definition.ts'
import { readInvoices } from '../../modules/invoices/queries.ts'
import { readOrders } from '../../modules/orders/queries.ts'
import { productKind } from '../../modules/products/definition.ts'
import { requestKind } from '../../modules/requests/definition.ts'
import { readShippings } from '../../modules/shippings/queries.ts'
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
  await writeSearchEntries(tx, 'orders', await readOrders(tx, orders.written))
  const standing = shippings.written.filter((id) => !made.has(id))
  await writeSearchEntries(tx, 'shippings', await readShippings(tx, standing))
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

type NamedEntries = {
  table: OwnedTable
  makeFindable: (tx: Transaction, ids: readonly string[]) => Promise<void>
}

/** What is found by its owner's name; expeditions are locked before products by everybody. */
const foundByOwner: readonly NamedEntries[] = [
  expeditionKind,
  productKind,
  requestKind,
  affiliateKind,
  {
    table: invoices,
    makeFindable: async (tx, ids) => writeSearchEntries(tx, 'invoices', await readInvoices(tx, ids)),
  },
]

/**
 * Makes the records of users findable by the names that they have now. They are held, so that nobody changes the other
 * words that they are found by meanwhile.
 */
export const renameOwners = async (tx: Transaction, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  for (const { table, makeFindable } of foundByOwner) {
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(sql`${isOneOf(table.owner, userIds)} and ${table.deletedAt} is null`)
      .orderBy(table.id)
      .for('share')
    for (const chunk of inChunks(rows)) {
      await makeFindable(
        tx,
        chunk.map((row) => String(row.id)),
      )
    }
  }
}
