import { invoiceFields } from '../../../domain/invoices/invoice.ts'
import { whyNotEditInvoice } from '../../../domain/invoices/policy.ts'
import type { ResourceForm } from '../resource-view.ts'

/** Its fees and notes: the rest was billed. */
export const invoiceForm: ResourceForm<'invoices'> = {
  createFields: null,
  updateFields: invoiceFields,
  choices: () => ({}),
  whyNotEdit: whyNotEditInvoice,
}
