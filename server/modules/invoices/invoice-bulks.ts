import { defaultCountry } from '../../../domain/countries.ts'
import { type InvoiceStatus, invoiceMoveFields } from '../../../domain/invoices/invoice.ts'
import { invoiceVerbs } from '../../../domain/invoices/why-not.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { defineBulk } from '../../jobs/define-bulk.ts'
import { accepted } from '../../refused.ts'
import { moveInvoices } from '../../services/billing/move-invoices.ts'
import { invoiceSource } from './invoice-source.ts'

/** Null: each to the other of the two. */
export const readInvoiceStatus = (body: unknown): InvoiceStatus | null =>
  // No field of a move depends on the country.
  accepted(validate(invoiceMoveFields, body ?? {}, { country: defaultCountry })).status ?? null

export const invoiceStatusBulk = defineBulk({
  work: 'invoices.status',
  source: invoiceSource,
  verb: (status) => invoiceVerbs[status ?? 'PAID'],
  read: readInvoiceStatus,
  change: moveInvoices,
})
