import type { InvoiceLine, InvoiceWithLines } from '../../../domain/invoices/invoice.ts'
import { invoiceLines } from '../../db/schema/invoices.ts'
import type { Executor } from '../../crud/executor.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import { readInvoices } from './read-invoices.ts'

/** Invoices, few, with what each bills, oldest first. Two statements: give them one snapshot to read. */
export const readInvoicesWithLines = async (
  db: Executor,
  ids: readonly string[],
): Promise<InvoiceWithLines[]> => {
  const invoices = await readInvoices(db, ids)
  const rows = await db
    .select()
    .from(invoiceLines)
    .where(isOneOf(invoiceLines.invoice, ids))
    .orderBy(invoiceLines.settledAt, invoiceLines.id)
  return invoices.map((invoice) => ({
    ...invoice,
    lines: rows.filter((row) => row.invoice === invoice.id).map(toLine),
  }))
}

const toLine = (row: typeof invoiceLines.$inferSelect): InvoiceLine => ({
  id: row.id,
  shipping: row.shipping,
  shippingNumber: row.shippingNumber,
  orderNumber: row.orderNumber,
  productName: row.productName,
  customerName: row.customerName,
  quantity: row.quantity,
  status: row.status,
  settledAt: row.settledAt.toISOString(),
  collected: row.collected,
  shippingFee: row.shippingFee,
  upsellFee: row.upsellFee,
})
