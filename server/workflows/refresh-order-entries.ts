import type { Transaction } from '../database/drizzle.ts'
import { readOrders } from '../resources/orders/read-orders.ts'
import { readShippings } from '../resources/shippings/read-shippings.ts'
import { removeSearchEntries, writeSearchEntries } from '../search/write-entries.ts'
import type { OrderStep, OrderValues } from './order-step.ts'

/** The fields of an order that people find it and its shipping by. */
const searched = [
  'owner',
  'product',
  'customerName',
  'customerPhone',
  'customerAddress',
  'sourceName',
  'externalRef',
  'isDeleted',
] as const satisfies readonly (keyof OrderValues)[]

/** Keeps the search entries true after a change; one of status alone touches none. */
export const refreshOrderEntries = async (tx: Transaction, steps: readonly OrderStep[]): Promise<void> => {
  const reworded = steps.filter(({ order, next }) => searched.some((name) => order[name] !== next[name]))
  const [gone, kept] = [true, false].map((isDeleted) =>
    reworded.filter(({ next }) => next.isDeleted === isDeleted).map(({ order }) => order),
  ) as [OrderStep['order'][], OrderStep['order'][]]
  await removeSearchEntries(tx, 'orders', idsOf(gone))
  await removeSearchEntries(tx, 'shippings', shippingIdsOf(gone))
  await writeSearchEntries(tx, 'orders', await readOrders(tx, idsOf(kept)))
  await writeSearchEntries(tx, 'shippings', await readShippings(tx, shippingIdsOf(kept)))
}

const idsOf = (orders: readonly OrderStep['order'][]): string[] => orders.map((order) => order.id)

const shippingIdsOf = (orders: readonly OrderStep['order'][]): string[] =>
  orders.flatMap(({ shipping }) => shipping?.id ?? [])
