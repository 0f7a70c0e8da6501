import { defaultCountry } from '../../../domain/core/countries.ts'
import {
  type InvoiceStatus,
  invoiceMoveFields,
  invoiceWithLinesShapes,
} from '../../../domain/invoices/invoice.ts'
import { invoiceVerbs } from '../../../domain/invoices/policy.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accepted } from '../../core/errors.ts'
import { describe } from '../../openapi/describe.ts'
import { invoiceList, readInvoicesWithLines } from '../../queries/invoices.ts'
import { moveInvoices } from '../../services/billing/move-invoices.ts'
import { revertInvoices } from '../../services/billing/revert-invoices.ts'
import { updateInvoice } from '../../services/billing/update-invoice.ts'
import { act } from '../acts.ts'
import { serve } from '../serve.ts'
import { billingRoutes } from './billing-routes.ts'
import { neighbourRoute } from './neighbour-route.ts'

const verbs = Object.values(invoiceVerbs)

/** Null: toggle. */
const readStatus = (body: unknown): InvoiceStatus | null =>
  // No field depends on the country.
  accepted(validate(invoiceMoveFields, body ?? {}, { country: defaultCountry })).status ?? null

/** Invoices are generated; there are no calls to create or delete them. */
export const invoiceResource = serve(invoiceList, {
  one: { title: 'InvoiceWithLines', shapes: invoiceWithLinesShapes, read: readInvoicesWithLines },
  update: { shapes: invoiceWithLinesShapes, refuses: ['INVOICE_IS_PAID'], run: updateInvoice },
  acts: [
    act(invoiceList, {
      path: 'status',
      one: describe.move('invoices', invoiceMoveFields, { verbs, refuses: ['ALREADY_THERE'] }),
      many: describe.moveMany('invoices', invoiceMoveFields, { verbs }),
      verb: (status) => invoiceVerbs[status ?? 'PAID'],
      read: readStatus,
      change: moveInvoices,
    }),
  ],
  more: [billingRoutes, neighbourRoute],
  revert: revertInvoices,
})
