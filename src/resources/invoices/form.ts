import { invoiceFields } from '../../../domain/invoices/invoice.ts'
import { whyNotEditInvoice } from '../../../domain/invoices/why-not.ts'
import type { ResourceForm } from '../resource-view.ts'

/** Its fees and notes: the rest was billed. */
export const invoiceForm: ResourceForm<'invoices'> = {
  createFields: null,
  updateFields: invoiceFields,
  choices: () => ({}),
  whyNotEdit: whyNotEditInvoice,
}
