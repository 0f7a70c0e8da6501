import type { FastifyInstance } from 'fastify'
import { defaultCountry } from '../../../domain/core/countries.ts'
import {
  checkInvoiceGenerate,
  invoiceDueFields,
  invoiceGenerateFields,
  invoicesDueShapes,
} from '../../../domain/invoices/invoice.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accepted } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import { answerLong, faultLog } from '../../http/answer-call.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, refuseQuery } from '../../http/request-parts.ts'
import { json, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { changeReportSchema, fieldsSchema, jobSchema } from '../../openapi/schemas.ts'
import {
  billAccounts,
  countParcels,
  planBilling,
  previewBilling,
} from '../../services/billing/bill-accounts.ts'
import { jobOf } from '../../services/billing/generate-invoices.ts'
import { inOneSnapshot } from '../record-routes.ts'

const calls = {
  due: describe.call({
    id: 'previewInvoices',
    tag: 'invoices',
    summary: 'Read what billing would do in a country at present',
    verbs: ['invoice.generate'],
    query: invoiceDueFields,
    answers: { 200: shapesJson('InvoicesDue', invoicesDueShapes) },
    refuses: ['OWNER_NOT_FOUND'],
  }),
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

/** Calls on due amounts and billing. */
export const billingRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/invoices/due', calls.due, async (request) => {
    refuseQuery(request, Object.keys(invoiceDueFields))
    permit(request, 'invoice.generate')
    const input = readDue(queryOf(request))
    return inOneSnapshot(context, async (tx) =>
      previewBilling(tx, await planBilling(tx, input), context.now()),
    )
  })

  app.post('/invoices/generate', calls.generate, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'invoice.generate')
    const input = readGenerate(request.body)
    return answerLong(context, request, reply, async (tx) => {
      const plan = await planBilling(tx, input)
      return countParcels(plan) > jobThreshold
        ? { job: jobOf(plan) }
        : { status: 200, body: await billAccounts(tx, actor, newBatch(context), plan, faultLog(request)) }
    })
  })
}

// No field depends on the country.
const readDue = (query: unknown) =>
  accepted(checkInvoiceGenerate(accepted(validate(invoiceDueFields, query, { country: defaultCountry }))))

const readGenerate = (body: unknown) =>
  accepted(
    checkInvoiceGenerate(accepted(validate(invoiceGenerateFields, body ?? {}, { country: defaultCountry }))),
  )
