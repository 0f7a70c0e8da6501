import {
  invoiceFields,
  invoiceGenerateFields,
  invoiceMoveFields,
  invoiceNeighbourShapes,
  invoiceWithLinesShapes,
} from '../../../domain/invoices/invoice.ts'
import { invoiceList } from '../../../domain/invoices/invoice-list.ts'
import { invoiceVerbs } from '../../../domain/invoices/why-not.ts'
import { json, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { fieldsSchema } from '../../openapi/field-schema.ts'
import { titled } from '../../openapi/json-schema.ts'
import { listParameters } from '../../openapi/list-parameters.ts'
import { changeReportSchema, jobSchema } from '../../openapi/schemas.ts'
import { shapesSchema } from '../../openapi/shape-schema.ts'

const verbs = Object.values(invoiceVerbs)

/** What the calls of invoices take and answer. */
export const invoiceCalls = {
  list: describe.list('invoices'),
  one: describe.one('invoices', {
    answer: titled('InvoiceWithLines', shapesSchema(invoiceWithLinesShapes)),
  }),
  neighbours: describe.call({
    id: 'findInvoiceNeighbours',
    tag: 'invoices',
    summary: 'Find which invoices stand beside one in a list',
    verbs: ['invoice.list'],
    parameters: listParameters(invoiceList).filter(({ name }) => name !== 'limit' && name !== 'skip'),
    answers: { 200: shapesJson('InvoiceNeighbours', invoiceNeighbourShapes) },
  }),
  update: describe.update('invoices', invoiceFields, {
    shapes: invoiceWithLinesShapes,
    refuses: ['INVOICE_IS_PAID'],
  }),
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
