import type { FastifyInstance } from 'fastify'
import { defaultCountry } from '../../domain/core/countries.ts'
import {
  checkInvoiceGenerate,
  type InvoiceStatus,
  invoiceDueFields,
  invoiceGenerateFields,
  invoiceMoveFields,
  invoiceNeighbourShapes,
  invoices,
  invoicesDueShapes,
  invoiceWithLinesShapes,
  issuerInputFields,
  issuerShapes,
} from '../../domain/invoices/invoice.ts'
import { invoiceVerbs } from '../../domain/invoices/policy.ts'
import { jobThreshold } from '../../domain/jobs/job.ts'
import { validate } from '../../domain/lib/validate.ts'
import { accepted } from '../core/errors.ts'
import { newBatch } from '../crud/record-changes.ts'
import type { ServerContext } from '../db/context.ts'
import { answerLong, faultLog } from '../http/answer-call.ts'
import { permit } from '../http/auth.ts'
import { queryOf, recordId, refuseQuery } from '../http/request-parts.ts'
import { json, shapesJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { titled } from '../openapi/json-schema.ts'
import { listParameters } from '../openapi/list-parameters.ts'
import { fieldsSchema } from '../openapi/schemas.ts'
import { findNeighbours, invoiceList, readInvoicesWithLines, readIssuer } from '../queries/invoices.ts'
import { billAccounts, countParcels, planBilling, previewBilling } from '../services/billing/bill-accounts.ts'
import { moveInvoices, revertInvoices, updateInvoice } from '../services/billing/change-invoices.ts'
import { jobOf } from '../services/billing/generate-invoices.ts'
import { issuerSetting } from '../services/billing/issuers.ts'
import { act } from './acts.ts'
import { countrySettingRoutes } from './country-setting-routes.ts'
import { getRecord, inOneSnapshot } from './record-routes.ts'
import { serve } from './serve.ts'

/** Filter and sort parameters, without pages. */
const parameters = listParameters(invoices.list).filter(({ name }) => name !== 'limit' && name !== 'skip')

const call = describe.call({
  id: 'findInvoiceNeighbours',
  detail: 'With the filters and order of the list; null at either end.',
  tag: 'invoices',
  summary: 'Find which invoices stand beside one in a list',
  verbs: ['invoice.list'],
  parameters,
  answers: { 200: shapesJson('InvoiceNeighbours', invoiceNeighbourShapes) },
})

const neighbourRoute = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/invoices/:id/neighbours', call, async (request) => {
    refuseQuery(
      request,
      parameters.map(({ name }) => name),
    )
    const actor = permit(request, 'invoice.list')
    const id = recordId(request)
    return inOneSnapshot(context, async (tx) => {
      await getRecord(tx, invoiceList.read, actor, 'invoice.view', id)
      return findNeighbours(tx, actor, id, queryOf(request))
    })
  })
}

const calls = {
  due: describe.call({
    id: 'previewInvoices',
    detail: 'Which sellers would be billed for which weeks, and what stands in the way. Changes nothing.',
    tag: 'invoices',
    summary: 'Read what billing would do in a country at present',
    verbs: ['invoice.generate'],
    query: invoiceDueFields,
    answers: { 200: shapesJson('InvoicesDue', invoicesDueShapes) },
    refuses: ['OWNER_NOT_FOUND'],
  }),
  generate: describe.report({
    id: 'generateInvoices',
    tag: 'invoices',
    summary: 'Bill the parcels that came to an end and are on no invoice yet',
    verbs: ['invoice.generate'],
    body: json(titled('InvoicesGenerate', fieldsSchema(invoiceGenerateFields))),
    isBodyOptional: true,
    refuses: ['OWNER_NOT_FOUND'],
  }),
}

const issuerCalls = {
  read: describe.call({
    id: 'getIssuer',
    detail: 'They are printed on invoices and receipts.',
    tag: 'invoices',
    summary: 'Read our name, address and tax number on the papers of a country',
    verbs: ['invoice.set-issuer'],
    query: { country: issuerInputFields.country },
    answers: { 200: shapesJson('Issuer', issuerShapes) },
  }),
  set: describe.call({
    id: 'setIssuer',
    tag: 'invoices',
    summary: 'Set our name, address and tax number on the papers of a country',
    detail:
      'A change of the history, which `POST changes/{batchId}/undo` takes back. Paid invoices keep the identities of their payment.',
    verbs: ['invoice.set-issuer'],
    headers: ['Idempotency-Key'],
    body: json(titled('IssuerInput', fieldsSchema(issuerInputFields))),
    answers: { 200: shapesJson('Issuer', issuerShapes) },
  }),
}

/** Our identity by country. */
const issuerRoutes = countrySettingRoutes({
  path: '/invoices/issuer',
  verb: 'invoice.set-issuer',
  calls: issuerCalls,
  fields: issuerInputFields,
  setting: issuerSetting,
  read: readIssuer,
})

/** Calls on due amounts and billing. */
const billingRoutes = (app: FastifyInstance, context: ServerContext): void => {
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
      one: describe.move('invoices', invoiceMoveFields, {
        verbs,
        refuses: ['ALREADY_THERE', 'PAID_BY_PAYOUT'],
      }),
      many: describe.moveMany('invoices', invoiceMoveFields, { verbs }),
      verb: (status) => invoiceVerbs[status ?? 'PAID'],
      read: readStatus,
      change: moveInvoices,
    }),
  ],
  more: [billingRoutes, issuerRoutes, neighbourRoute],
  revert: revertInvoices,
})
