import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes.ts'
import { billParcel } from '../../../domain/invoices/fees.ts'
import { addLines, totalWithFees } from '../../../domain/invoices/totals.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { invoiceLines } from '../../db/schema/invoices.ts'
import type { Batch } from '../../modules/change-log/record-changes.ts'
import { announceRecords } from '../../crud/announce-records.ts'
import { inChunks } from '../../crud/in-chunks.ts'
import { changedBy } from '../change-report.ts'
import { applyInvoiceSteps } from './apply-invoice-steps.ts'
import type { Account, DueParcel } from './due-parcels.ts'
import { type HeldInvoice, type InvoiceStep, valuesOfInvoice } from './invoice-step.ts'
import { openInvoices } from './open-invoices.ts'

type Line = Omit<typeof invoiceLines.$inferInsert, 'invoice' | 'batchId'>

/** Parcels of one account and week, and the invoice that takes them; null where it has yet to be opened. */
export type Bill = Account & { week: string; invoice: HeldInvoice | null; parcels: DueParcel[] }

/** Writes bills of accounts that are locked: lines, totals, history and events. Answers the invoices that took them. */
export const writeBills = async (
  tx: Transaction,
  actor: Actor | null,
  batch: Batch,
  bills: readonly Bill[],
): Promise<ChangeReport['changed']> => {
  const lined = bills.map((bill) => ({ ...bill, lines: bill.parcels.map(toLine) }))
  const missing = lined.filter((bill) => bill.invoice === null)
  const taking = lined.flatMap(({ invoice, lines }) => (invoice === null ? [] : { invoice, lines }))
  const opened = await openInvoices(tx, actor, batch, missing)
  await insertLines(tx, batch, [
    ...taking,
    ...opened.map((invoice, index) => ({ invoice, lines: missing[index]!.lines })),
  ])
  const extended = taking.map((bill) => extend(bill.invoice, bill.lines))
  await applyInvoiceSteps(tx, actor, batch, extended)
  const parcels = bills.flatMap((bill) => bill.parcels)
  await announceRecords(tx, actor, batch, { resource: 'shippings', verb: 'invoice.generate' }, parcels)
  return [
    ...opened.map(({ id, number, version }) => ({ id, number, version })),
    ...changedBy(extended.map(({ invoice }) => invoice)),
  ]
}

const toLine = (parcel: DueParcel): Line => ({
  id: newId(),
  country: parcel.country,
  shipping: parcel.id,
  shippingNumber: parcel.number,
  orderNumber: parcel.orderNumber,
  productName: parcel.productName,
  customerName: parcel.customerName,
  quantity: parcel.quantity,
  status: parcel.status,
  settledAt: parcel.settledAt,
  ...billParcel(parcel),
})

const insertLines = async (
  tx: Transaction,
  batch: Batch,
  bills: readonly { invoice: HeldInvoice; lines: readonly Line[] }[],
): Promise<void> => {
  const rows = bills.flatMap(({ invoice, lines }) => lines.map((line) => ({ ...line, invoice: invoice.id })))
  // As one value that the database unfolds: a parameter a cell costs several times the insert itself.
  for (const chunk of inChunks(rows)) {
    await tx.execute(sql`
      insert into ${invoiceLines} (id, country, invoice, shipping, batch_id, shipping_number, order_number,
        product_name, customer_name, quantity, status, settled_at, collected, shipping_fee, upsell_fee)
      select id, country, invoice, shipping, ${batch.id}, "shippingNumber", "orderNumber", "productName",
        "customerName", quantity, status, "settledAt", collected, "shippingFee", "upsellFee"
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as line (id uuid, country text, invoice uuid,
        shipping uuid, "shippingNumber" integer, "orderNumber" integer, "productName" text, "customerName" text,
        quantity integer, status text, "settledAt" timestamptz, collected numeric, "shippingFee" numeric,
        "upsellFee" numeric)`)
  }
}

const extend = (invoice: HeldInvoice, lines: readonly Line[]): InvoiceStep => {
  const next = { ...valuesOfInvoice(invoice), ...addLines(invoice, lines) }
  return { invoice, next: { ...next, totalWithFees: totalWithFees(next) }, verb: 'invoice.generate' }
}
