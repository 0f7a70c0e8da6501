import fc from 'fast-check'
import { writeWorkbook } from '../../../server/spreadsheets/write-workbook.ts'
import { at, type CallKind, one, place, put } from './call.ts'
import { type ImportedRow, importOrders } from './model-import.ts'
import { phones } from './order-calls.ts'

const drawnRow = fc.record({
  product: place,
  quantity: fc.nat({ max: 3 }),
  externalRef: fc.option(fc.constantFrom('R-1', 'R-2')),
})

const header = ['product', 'customerName', 'customerPhone', 'customerAddress', 'quantity', 'externalRef']

let sheets = 0

/** A few rows at a time, some with no pieces, some with a reference that is there already. Each sheet is another one. */
export const importCalls: readonly CallKind[] = [
  one(
    'order.import',
    2,
    'products',
    fc.record({
      drawn: fc.array(drawnRow, { minLength: 1, maxLength: 6 }),
      mode: fc.constantFrom('all', 'valid'),
    }),
    (_, { drawn, mode }, { products, country }) => {
      sheets++
      const rows = drawn.map(
        ({ product, ...kept }, index): ImportedRow => ({
          ...kept,
          product: at(products, product)!,
          customerName: `Client ${sheets}-${index}`,
        }),
      )
      const cells = rows.map(({ product, customerName, quantity, externalRef }) => {
        const customer = [customerName, phones[country], 'Rue 12']
        return [product, ...customer, quantity, externalRef]
      })
      const file = writeWorkbook([{ name: 'Feuil1', rows: [header, ...cells] }])
      return put(
        `/orders/upload-multiple?country=${country}&mode=${mode}`,
        {},
        (model) => importOrders(model, rows, mode),
        { method: 'post', file },
      )
    },
  ),
]
