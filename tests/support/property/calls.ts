import fc from 'fast-check'
import type { InvoiceStatus } from '../../../domain/invoices/invoice.ts'
import { writeWorkbook } from '../../../server/spreadsheets/write-workbook.ts'
import {
  amountOf,
  at,
  type Call,
  type CallKind,
  type DrawnCall,
  foreseeReport,
  many,
  one,
  place,
  put,
  version,
} from './call.ts'
import { goodsCalls } from './goods-calls.ts'
import type { Foreseen, Model, Who } from './model.ts'
import { editInvoice, generateInvoices, moveInvoice, moveInvoices, weekOf } from './model-billing.ts'
import { openBatch, writeFulfillment } from './model-lines.ts'
import { insertOrder, isReferred, livingProduct, type OrderInput } from './model-orders.ts'
import { undoBatch } from './model-undo.ts'
import { orderCalls, phones } from './order-calls.ts'
import { shippingCalls } from './shipping-calls.ts'

type ImportedRow = Omit<OrderInput, 'price'>

/** All rows, or with `valid` the good ones. Rows with an existing reference are skipped. */
const importOrders = (model: Model, rows: readonly ImportedRow[], mode: string): Foreseen => {
  const outcomes = rows.map((row, index) => outcomeOf(model, row, rows.slice(0, index)))
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  const isHeldUp = mode === 'all' && count('invalid') > 0
  const good = isHeldUp ? [] : rows.filter((_, index) => outcomes[index] === 'valid')
  const batch = openBatch(model, 'admin')
  for (const row of good) {
    const order = insertOrder(model, { ...row, price: null })
    writeFulfillment(batch, order, 'order.import', { order: order.values, shipping: null })
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

const drawnRow = fc.record({
  product: place,
  quantity: fc.nat({ max: 3 }),
  externalRef: fc.option(fc.constantFrom('R-1', 'R-2')),
})

const header = ['product', 'customerName', 'customerPhone', 'customerAddress', 'quantity', 'externalRef']

let sheets = 0

/** Few rows, some without pieces or with an existing reference; each sheet differs. */
const importCalls: readonly CallKind[] = [
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
        ({ product, ...rest }, index): ImportedRow => ({
          ...rest,
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

const status = fc.option(fc.constantFrom<InvoiceStatus>('PAID', 'UN_PAID'))
const units = fc.nat({ max: 20 })
const drawnFees = fc.record({ expeditionFees: units, otherFees: units }, { requiredKeys: [] })
/** Sometimes a user limited to undoing their own changes. */
const who = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Who>('admin') },
  { weight: 3, arbitrary: fc.constantFrom<Who>('agent', 'first', 'second') },
)
/** Age in weeks of the week billed; null for everything due. */
const weeksAgo = fc.option(fc.constantFrom(0, 1), { freq: 2 })
export const officeCalls: readonly CallKind[] = [
  one('invoice.generate', 6, 'sellers', weeksAgo, (seller, weeksAgo, { country, at }) => {
    const week = weeksAgo === null ? null : weekOf({ country }, at - weeksAgo * 7 * 86_400_000)
    const foresee: Call['foresee'] = (model) => generateInvoices(model, seller, week)
    return put('/invoices/generate', { seller, week }, foresee, { method: 'post' })
  }),
  one('invoice.move', 4, 'invoices', fc.record({ status, version }), (id, { status, version }) =>
    put(`/invoices/status/${id}`, { status }, (model) => moveInvoice(model, id, status, version), {
      version,
    }),
  ),
  many('invoice.move-many', 1, 'invoices', fc.record({ status, dryRun: fc.boolean() }), (ids, drawn) => {
    const { status, dryRun } = drawn
    const foresee = foreseeReport(dryRun, (model) => moveInvoices(model, ids, status))
    return put('/invoices/status', { ids, dryRun, status }, foresee)
  }),
  one(
    'invoice.edit',
    3,
    'invoices',
    fc.record({ drawn: drawnFees, version }),
    (id, { drawn, version }, { country }) => {
      const fees = Object.entries(drawn).map(([name, units]) => [name, amountOf(country, units)] as const)
      const body = Object.fromEntries(fees.map(([name, amount]) => [name, amount / 1000]))
      const foresee: Call['foresee'] = (model) => editInvoice(model, id, Object.fromEntries(fees), version)
      return put(`/invoices/${id}`, body, foresee, { version })
    },
  ),
  one('undo', 22, 'batches', who, (batchId, who) => ({
    who,
    method: 'post',
    path: `/changes/${batchId}/undo`,
    foresee: (model) => undoBatch(model, who, batchId),
  })),
]

/** A random call, weighted by kind. */
export const drawnCall: fc.Arbitrary<DrawnCall> = fc.oneof(
  ...orderCalls,
  ...shippingCalls,
  ...goodsCalls,
  ...officeCalls,
  ...importCalls,
)
