import type { Foreseen, Model } from './model.ts'
import { openBatch, writeTrade } from './model-lines.ts'
import { insertOrder, isReferred, livingProduct, type OrderInput } from './model-orders.ts'

export type ImportedRow = Omit<OrderInput, 'price'>

/** All rows or, with mode `valid`, the good ones. A row whose reference its seller has already is skipped. */
export const importOrders = (model: Model, rows: readonly ImportedRow[], mode: string): Foreseen => {
  const outcomes = rows.map((row, index) => outcomeOf(model, row, rows.slice(0, index)))
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  const isHeldUp = mode === 'all' && count('invalid') > 0
  const good = isHeldUp ? [] : rows.filter((_, index) => outcomes[index] === 'valid')
  const batch = openBatch(model, 'admin')
  for (const row of good) {
    const order = insertOrder(model, { ...row, price: null })
    writeTrade(batch, order, 'order.import', { order: order.values, shipping: null })
  }
  const report = {
    total: rows.length,
    valid: count('valid'),
    invalid: count('invalid'),
    skipped: count('skipped'),
    created: good.length,
  }
  return { body: () => report }
}

const outcomeOf = (
  model: Model,
  { product, quantity, externalRef }: ImportedRow,
  earlier: readonly ImportedRow[],
): 'valid' | 'invalid' | 'skipped' => {
  const isRepeated = externalRef !== null && earlier.some((row) => row.externalRef === externalRef)
  const found = livingProduct(model, product)
  if (quantity === 0 || isRepeated || found === undefined) return 'invalid'
  return isReferred(model, externalRef, found.owner) ? 'skipped' : 'valid'
}
