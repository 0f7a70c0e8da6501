import {
  invoiceFields,
  invoiceGenerateFields,
  invoiceMoveFields,
  invoiceWithLinesShapes,
} from '../../../domain/invoices/invoice.ts'
import { invoiceVerbs } from '../../../domain/invoices/why-not.ts'
import { json } from '../../contract/content.ts'
import { describe } from '../../contract/describe.ts'
import { fieldsSchema } from '../../contract/field-schema.ts'
import { titled } from '../../contract/json-schema.ts'
import { changeReportSchema, jobSchema } from '../../contract/schemas.ts'
import { shapesSchema } from '../../contract/shape-schema.ts'

const verbs = Object.values(invoiceVerbs)

/** What the calls of invoices take and answer. */
export const invoiceCalls = {
  list: describe.list('invoices'),
  one: describe.one('invoices', {
    answer: titled('InvoiceWithLines', shapesSchema(invoiceWithLinesShapes)),
  }),
  update: describe.update('invoices', invoiceFields, { refuses: ['INVOICE_IS_PAID'] }),
  move: describe.move('invoices', invoiceMoveFields, { verbs, refuses: ['ALREADY_THERE'] }),
  moveMany: describe.moveMany('invoices', invoiceMoveFields, { verbs }),
  generate: describe.call({
    id: 'generateInvoices',
    tag: 'invoices',
    summary: 'Bill the parcels that came to an end and are on no invoice yet',
    verbs: ['invoice.generate'],
    headers: ['Idempotency-Key', 'Prefer'],
    body: json(titled('InvoicesGenerate', fieldsSchema(invoiceGenerateFields))),
    isBodyOptional: true,
    answers: { 200: json(changeReportSchema), 202: json(jobSchema) },
    refuses: ['OWNER_NOT_FOUND'],
  }),
}
