import type { Code } from '../../../domain/core/codes.ts'
import type { InvoiceStatus } from '../../../domain/invoices/invoice.ts'
import {
  type Bill,
  type Foreseen,
  type Invoice,
  isBilled,
  type Model,
  type Order,
  ownerOf,
  type Report,
} from './model.ts'
import { changeEach, ofOne, openBatch, writeLine } from './model-lines.ts'
import { isStale } from './model-orders.ts'

/** Price per parcel: delivered, returned, and each piece beyond the first of a delivered one. */
const tariffs = {
  ic: { delivered: 1_500_000, returned: 500_000, upsell: 250_000 },
  tn: { delivered: 8_000, returned: 3_000, upsell: 1_000 },
} as const

/** UTC offsets in hours, constant. */
const offsets = { ic: 0, tn: 1 } as const

/**
 * Bills a seller's settled parcels on the invoices of their weeks, all or one. Parcels of a paid week go to the current one, or
 * stay due if that is paid too.
 */
export const generateInvoices = (model: Model, seller: string, week: string | null): Foreseen => {
  const batch = openBatch(model, 'admin')
  const bills = new Map<string, Bill[]>()
  const closed = new Set<Invoice>()
  const present = weekOf(model, model.at)
  for (const order of dueOrders(model, seller, week)) {
    const settled = weekOf(model, order.shipping!.values.settledAt!)
    const open = [settled, present].find((one) => invoiceOf(model, seller, one)?.values.status !== 'PAID')
    if (open === undefined) closed.add(invoiceOf(model, seller, present)!)
    else bills.set(open, [...(bills.get(open) ?? []), { ...billOf(model, order), batch }])
  }
  for (const [open, added] of bills) {
    const invoice = invoiceOf(model, seller, open) ?? openInvoice(model, seller, open)
    writeLine(batch, invoice, 'invoice.generate', invoice.values)
    invoice.bills.push(...added)
  }
  return {
    report: () => ({
      changed: Object.fromEntries(batch.lines.map(({ record, version }) => [record.id, version])),
      refused: Object.fromEntries([...closed].map(({ id }) => [id, 'INVOICE_IS_PAID'])),
    }),
  }
}

export const moveInvoices = (model: Model, ids: string[], status: InvoiceStatus | null): Report => {
  const batch = openBatch(model, 'admin')
  return changeEach(findInvoices(model, ids), ids, (invoice) => {
    const to = status ?? (invoice.values.status === 'PAID' ? 'UN_PAID' : 'PAID')
    if (to === invoice.values.status) return 'ALREADY_THERE'
    const verb = to === 'PAID' ? 'invoice.pay' : 'invoice.unpay'
    return writeLine(batch, invoice, verb, { ...invoice.values, status: to })
  })
}

export const moveInvoice = (
  model: Model,
  id: string,
  status: InvoiceStatus | null,
  version: number | null,
): Foreseen => {
  const [invoice] = findInvoices(model, [id])
  if (invoice !== undefined && isStale(invoice, version)) return { code: 'STALE_VERSION' }
  return ofOne(moveInvoices(model, [id], status), () => invoiceBody(invoice!))
}

export const editInvoice = (
  model: Model,
  id: string,
  fees: { expeditionFees?: number; otherFees?: number },
  version: number | null,
): Foreseen => {
  const [invoice] = findInvoices(model, [id])
  const code = whyNotEdit(invoice, version)
  if (code !== null) return { code }
  const { values } = invoice!
  const next = { ...values, ...fees }
  const isChanged = next.expeditionFees !== values.expeditionFees || next.otherFees !== values.otherFees
  if (isChanged) writeLine(openBatch(model, 'admin'), invoice!, 'invoice.update', next)
  return { body: () => invoiceBody(invoice!) }
}

const whyNotEdit = (invoice: Invoice | undefined, version: number | null): Code | null => {
  if (invoice === undefined) return 'NOT_FOUND'
  if (isStale(invoice, version)) return 'STALE_VERSION'
  return invoice.values.status === 'PAID' ? 'INVOICE_IS_PAID' : null
}

const dueOrders = (model: Model, seller: string, week: string | null): Order[] =>
  model.orders.filter(
    (order) =>
      order.shipping !== null &&
      order.shipping.values.settledAt !== null &&
      ownerOf(model, order) === seller &&
      !isBilled(model, order.shipping) &&
      (week === null || weekOf(model, order.shipping.values.settledAt) === week),
  )

const billOf = (model: Model, { shipping, values: { quantity } }: Order): Omit<Bill, 'batch'> => {
  const { delivered, returned, upsell } = tariffs[model.country]
  return shipping!.values.status === 'DELIVERED'
    ? {
        shipping: shipping!,
        quantity,
        collected: shipping!.values.collected!,
        shippingFee: delivered,
        upsellFee: upsell * (quantity - 1),
      }
    : { shipping: shipping!, quantity, collected: 0, shippingFee: returned, upsellFee: 0 }
}

const openInvoice = (model: Model, owner: string, week: string): Invoice => {
  const values = { status: 'UN_PAID', expeditionFees: 0, otherFees: 0, isDeleted: false } as const
  const invoice: Invoice = { resource: 'invoices', id: '', version: 0, owner, week, bills: [], values }
  model.invoices.push(invoice)
  return invoice
}

const invoiceOf = (model: Model, owner: string, week: string): Invoice | undefined =>
  model.invoices.find((one) => one.owner === owner && one.week === week && !one.values.isDeleted)

const findInvoices = (model: Model, ids: string[]): Invoice[] =>
  model.invoices.filter(({ id, values }) => ids.includes(id) && !values.isDeleted)

/** ISO week of an instant in the country's time zone. */
export const weekOf = (model: Pick<Model, 'country'>, at: number): string => {
  const day = 86_400_000
  const today = Math.floor((at + offsets[model.country] * 3_600_000) / day)
  // 1 January 1970 was a Thursday.
  const thursday = today - ((today + 3) % 7) + 3
  const year = new Date(thursday * day).getUTCFullYear()
  const number = 1 + Math.floor((thursday - Date.UTC(year, 0, 1) / day) / 7)
  return `${year}-W${String(number).padStart(2, '0')}`
}

/** Sums computed from an invoice's lines. */
export const totalsOf = ({ bills, values }: Invoice) => {
  const sum = (name: 'collected' | 'shippingFee' | 'upsellFee') =>
    bills.reduce((total, bill) => total + bill[name], 0)
  const [collected, shippingFees, upsellFees] = [sum('collected'), sum('shippingFee'), sum('upsellFee')]
  const { expeditionFees, otherFees } = values
  return {
    totalShipments: bills.length,
    totalWithoutFees: collected / 1000,
    shippingFees: shippingFees / 1000,
    upsellFees: upsellFees / 1000,
    expeditionFees: expeditionFees / 1000,
    otherFees: otherFees / 1000,
    totalWithFees: (collected - shippingFees - upsellFees - expeditionFees - otherFees) / 1000,
  }
}

const invoiceBody = (invoice: Invoice) => ({
  id: invoice.id,
  version: invoice.version,
  owner: invoice.owner,
  week: invoice.week,
  status: invoice.values.status,
  ...totalsOf(invoice),
})
