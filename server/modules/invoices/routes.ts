import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { defaultCountry } from '../../../domain/core/countries.ts'
import {
  checkInvoiceGenerate,
  type Invoice,
  type InvoiceStatus,
  invoices as invoiceDefinition,
  invoiceDueFields,
  invoiceGenerateFields,
  invoiceMoveFields,
  invoiceNeighbourShapes,
  invoicesDueShapes,
  invoiceWithLinesShapes,
} from '../../../domain/invoices/invoice.ts'
import { invoiceVerbs, whyNotEditInvoice } from '../../../domain/invoices/policy.ts'
import { changeFees } from '../../../domain/invoices/totals.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import type { Values } from '../../../domain/lib/field.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { isOneOf } from '../../crud/list-source.ts'
import { listRecords } from '../../crud/read-records.ts'
import { type Batch, differences, newBatch } from '../../crud/record-changes.ts'
import { readUpdate } from '../../crud/write-records.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { permit } from '../../http/auth.ts'
import { sendJson } from '../../http/json-body.ts'
import { ifMatch, queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { answerBulk, answerLong, faultLog } from '../../jobs/answer-call.ts'
import { defineBulk } from '../../jobs/define-bulk.ts'
import { json, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { listParameters } from '../../openapi/list-parameters.ts'
import { changeReportSchema, fieldsSchema, jobSchema, shapesSchema } from '../../openapi/schemas.ts'
import { findNeighbours, invoiceList, readInvoicesWithLines } from '../../queries/invoices.ts'
import { getRecord } from '../../resources/record-routes.ts'
import {
  billAccounts,
  countParcels,
  planBilling,
  previewBilling,
} from '../../services/billing/bill-accounts.ts'
import { jobOf } from '../../services/billing/generate-invoices.ts'
import { applyInvoiceSteps, holdInvoices, valuesOfInvoice } from '../../services/billing/invoice-steps.ts'
import { moveInvoices } from '../../services/billing/move-invoices.ts'

const verbs = Object.values(invoiceVerbs)

/** What the calls of invoices take and answer. */
const invoiceCalls = {
  list: describe.list('invoices'),
  one: describe.one('invoices', {
    answer: titled('InvoiceWithLines', shapesSchema(invoiceWithLinesShapes)),
  }),
  neighbours: describe.call({
    id: 'findInvoiceNeighbours',
    tag: 'invoices',
    summary: 'Find which invoices stand beside one in a list',
    verbs: ['invoice.list'],
    parameters: listParameters(invoiceDefinition.list).filter(
      ({ name }) => name !== 'limit' && name !== 'skip',
    ),
    answers: { 200: shapesJson('InvoiceNeighbours', invoiceNeighbourShapes) },
  }),
  update: describe.update('invoices', invoiceDefinition.updateFields, {
    shapes: invoiceWithLinesShapes,
    refuses: ['INVOICE_IS_PAID'],
  }),
  move: describe.move('invoices', invoiceMoveFields, { verbs, refuses: ['ALREADY_THERE'] }),
  moveMany: describe.moveMany('invoices', invoiceMoveFields, { verbs }),
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

/** Null: each to the other of the two. */
const readInvoiceStatus = (body: unknown): InvoiceStatus | null =>
  // No field of a move depends on the country.
  accepted(validate(invoiceMoveFields, body ?? {}, { country: defaultCountry })).status ?? null

export const invoiceStatusBulk = defineBulk({
  work: 'invoices.status',
  source: invoiceList.source,
  verb: (status) => invoiceVerbs[status ?? 'PAID'],
  read: readInvoiceStatus,
  change: moveInvoices,
})

type StatusCall = { id: string; version: number | null; status: InvoiceStatus | null }

/** Moves one invoice by the same workflow that moves many; what a bulk call reports, one call is refused with. */
const setInvoiceStatus = async (
  tx: Transaction,
  actor: Actor,
  { id, version, status }: StatusCall,
  batch: Batch,
): Promise<Invoice> => {
  const [held] = await holdInvoices(tx, isOneOf(invoices.id, [id]), { lock: true })
  const isStale = version !== null && held?.version !== version
  const { refused } = await moveInvoices(tx, actor, { ids: [id] }, status, { batch, dryRun: isStale })
  const code = refused[0]?.code
  const [invoice] = await invoiceList.read(tx, [id])
  if (invoice === undefined || code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  if (isStale) throw new Refused('STALE_VERSION', { current: invoice })
  if (code !== undefined) throw new Refused(code)
  return invoice
}

const oneSnapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** Those that choose and order a list; a page of it is not asked for. */
const listParameterNames = [
  'keyword',
  'from',
  'to',
  'ids',
  'sort',
  ...Object.keys(invoiceDefinition.list.filters),
]

/** Invoices are generated from settled parcels; there is no call to create or delete one. */
export const invoiceRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/invoices', invoiceCalls.list, async (request, reply) =>
    sendJson(
      reply,
      await listRecords(context, invoiceList.source, invoiceList.read, request.actor, queryOf(request)),
    ),
  )

  app.get('/invoices/due', invoiceCalls.due, async (request) => {
    refuseQuery(request, Object.keys(invoiceDueFields))
    permit(request, 'invoice.generate')
    const input = readDue(queryOf(request))
    return context.db.transaction(
      async (tx) => previewBilling(tx, await planBilling(tx, input), context.now()),
      oneSnapshot,
    )
  })

  app.get('/invoices/:id', invoiceCalls.one, async (request) => {
    refuseQuery(request)
    const { actor } = request
    const id = recordId(request)
    return context.db.transaction(
      (tx) => getRecord(tx, readInvoicesWithLines, actor, 'invoice.view', id),
      oneSnapshot,
    )
  })

  app.get('/invoices/:id/neighbours', invoiceCalls.neighbours, async (request) => {
    refuseQuery(request, listParameterNames)
    const actor = permit(request, 'invoice.list')
    const id = recordId(request)
    return context.db.transaction(async (tx) => {
      await getRecord(tx, invoiceList.read, actor, 'invoice.view', id)
      return findNeighbours(tx, actor, id, queryOf(request))
    }, oneSnapshot)
  })

  app.put('/invoices/:id', invoiceCalls.update, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'invoice.update')
    const edit = { id: recordId(request), version: ifMatch(request), body: request.body }
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await updateInvoice(tx, actor, edit, newBatch(context)),
    }))
  })

  app.put('/invoices/status/:id', invoiceCalls.move, async (request, reply) => {
    refuseQuery(request)
    const { actor } = request
    const call = { id: recordId(request), version: ifMatch(request), status: readInvoiceStatus(request.body) }
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await setInvoiceStatus(tx, actor, call, newBatch(context)),
    }))
  })

  app.put('/invoices/status', invoiceCalls.moveMany, async (request, reply) =>
    answerBulk(context, request, reply, invoiceStatusBulk),
  )

  app.post('/invoices/generate', invoiceCalls.generate, async (request, reply) => {
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

const readDue = (query: unknown) =>
  // No field of it depends on the country.
  accepted(checkInvoiceGenerate(accepted(validate(invoiceDueFields, query, { country: defaultCountry }))))

const readGenerate = (body: unknown) =>
  // No field of it depends on the country.
  accepted(
    checkInvoiceGenerate(accepted(validate(invoiceGenerateFields, body ?? {}, { country: defaultCountry }))),
  )

/** Changes the fields given and leaves the others; `version` as in `updateOrder`. The total follows the fees. */
const updateInvoice = async (
  tx: Transaction,
  actor: Actor,
  { id, version, body }: { id: string; version: number | null; body: unknown },
  batch: Batch,
): Promise<Invoice> => {
  const [invoice] = await holdInvoices(tx, isOneOf(invoices.id, [id]), { lock: true })
  if (invoice === undefined || invoice.isDeleted) throw new Refused('NOT_FOUND')
  if (whyNot(actor, 'invoice.update', invoice) !== null) throw new Refused('NOT_FOUND')
  if (version !== null && version !== invoice.version) {
    throw new Refused('STALE_VERSION', { current: (await invoiceList.read(tx, [id]))[0] })
  }
  const update: Partial<Values<typeof invoiceDefinition.updateFields>> = await readUpdate(body, {
    fields: invoiceDefinition.updateFields,
    shapes: invoiceWithLinesShapes,
    country: invoice.country,
    readPresent: async () => (await readInvoicesWithLines(tx, [id]))[0],
  })
  const code = whyNotEditInvoice(actor, invoice)
  if (code !== null) throw new Refused(code)
  const next = { ...valuesOfInvoice(invoice), ...update, ...accepted(changeFees(invoice, update)) }
  if (differences(valuesOfInvoice(invoice), next) !== null) {
    await applyInvoiceSteps(tx, actor, batch, [{ invoice, next, verb: 'invoice.update' }])
  }
  return (await invoiceList.read(tx, [id]))[0]!
}
