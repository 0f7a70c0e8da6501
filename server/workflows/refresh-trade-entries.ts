import type { Transaction } from '../database/drizzle.ts'
import { readOrders } from '../resources/orders/read-orders.ts'
import { readShippings } from '../resources/shippings/read-shippings.ts'
import { removeSearchEntries, writeSearchEntries } from '../search/write-entries.ts'
import type { RevisedTrade } from './revise-trades.ts'
import type { OrderValues } from './trade-step.ts'

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
  await writeSearchEntries(tx, 'shippings', await readShippings(tx, shippings.written))
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
