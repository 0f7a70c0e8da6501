import type { FinishedOrder } from '../../domain/orders/finish-order.ts'
import { toSearchEntry } from '../../domain/search/searchable.ts'
import { newIds } from '../core/new-ids.ts'

/** Data of one order for `writeOrders`, computed without the database, also in worker threads. */
export type OrderLine = Omit<FinishedOrder, 'owner' | 'productName'> & {
  /** Position: the row number. */
  at: number
  id: string
  /** Id of its first history line. */
  change: string
  title: string
  subtitle: string
  text: string
  digits: string
  keys: string[]
}

/** Builds lines of orders; ids ascend by position. */
export const toOrderLines = (orders: readonly { at: number; order: FinishedOrder }[]): OrderLine[] => {
  const ids = newIds(2 * orders.length)
  return orders.map(({ at, order }, index) => toLine(at, order, ids[2 * index]!, ids[2 * index + 1]!))
}

const toLine = (at: number, order: FinishedOrder, id: string, change: string): OrderLine => {
  // The number, assigned by the database, is not part of the entry.
  const { title, subtitle, text, digits, keys } = toSearchEntry('orders', { ...order, id, number: 0 })
  const { owner: _, productName: __, ...kept } = order
  return { ...kept, at, id, change, title, subtitle, text, digits, keys }
}
