import type { CheckedRow, ImportContext } from '../../domain/orders/import/check-import.ts'
import type { ImportProduct } from '../../domain/orders/import/find-product.ts'
import { priceOrder } from '../../domain/orders/price-order.ts'
import { learnedWords } from '../../domain/search/searchable.ts'
import { type FinishedOrder, toOrderLines } from '../services/fulfillment/order-line.ts'
import { inSlices, type Json, toJson } from './pack-import.ts'

/** The orders of one slice, `OrderLine[]`, in the order of the slices; and after the last the words they are found by. */
export type PackedPiece = { slice: number; lines: Json } | { words: string[] }

/** Makes the orders of a checked sheet, a slice when it is asked for. */
export function* packLines(
  rows: readonly CheckedRow[],
  { products }: ImportContext,
): Generator<PackedPiece, void> {
  const productOf = new Map(products.map((product) => [product.id, product]))
  const texts = new Set<string>()
  for (const [slice, some] of inSlices(rows).entries()) {
    const lines = toOrderLines(finishedOrders(some, productOf))
    for (const { text } of lines) for (const word of text.split(' ')) texts.add(word)
    yield { slice, lines: toJson(lines) }
  }
  yield { words: learnedWords([{ text: [...texts].join(' ') }]) }
}

const finishedOrders = (
  rows: readonly CheckedRow[],
  productOf: ReadonlyMap<string, ImportProduct>,
): { at: number; order: FinishedOrder }[] =>
  rows.flatMap(({ row, order }) => {
    const product = productOf.get(order?.product ?? '')
    if (order === null || product === undefined) return []
    const priced = priceOrder(order, product)
    // No good row has a total that is too large.
    if (!priced.ok) return []
    const { sourceLink = null, sourceName = null, comment = null } = order
    return {
      at: row,
      order: { ...order, ...priced.value, productName: product.name, sourceLink, sourceName, comment },
    }
  })
