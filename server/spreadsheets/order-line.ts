import type { CountryCode } from '../../domain/core/countries.ts'
import { toSearchEntry } from '../../domain/search/searchable.ts'
import { newIds } from '../core/new-ids.ts'

/** A finished order on its way into the database: what its seller gave, its prices, and its product's name. */
export type FinishedOrder = {
  country: CountryCode
  owner: string
  product: string
  productName: string
  customerName: string
  customerPhone: string
  customerAddress: string
  quantity: number
  price: number
  totalPrice: number
  sourceLink: string | null
  sourceName: string | null
  externalRef: string | null
  comment: string | null
}

/** All that `writeOrders` needs of one order, made without the database: by a thread of spreadsheets too. */
export type OrderLine = Omit<FinishedOrder, 'owner' | 'productName'> & {
  /** Its place among the others: its row in a spreadsheet. */
  at: number
  id: string
  /** The id of its first line of history. */
  change: string
  title: string
  subtitle: string
  text: string
  digits: string
  keys: string[]
}

/** Lines of orders, each with its place among the others, which their ids keep. */
export const toOrderLines = (orders: readonly { at: number; order: FinishedOrder }[]): OrderLine[] => {
  const ids = newIds(2 * orders.length)
  return orders.map(({ at, order }, index) => toLine(at, order, ids[2 * index]!, ids[2 * index + 1]!))
}

const toLine = (at: number, order: FinishedOrder, id: string, change: string): OrderLine => {
  // Its number is no word of an entry: the database gives it.
  const { title, subtitle, text, digits, keys } = toSearchEntry('orders', { ...order, id, number: 0 })
  const { owner: _, productName: __, ...kept } = order
  return { ...kept, at, id, change, title, subtitle, text, digits, keys }
}
