import type { FastifyInstance } from 'fastify'
import { defaultCountry } from '../../../domain/countries.ts'
import { checkInvoiceGenerate, invoiceGenerateFields } from '../../../domain/invoices/invoice.ts'
import { invoiceList } from '../../../domain/invoices/invoice-list.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import { validate } from '../../../domain/lib/validate.ts'
import type { ServerContext } from '../../context.ts'
import { answerLong } from '../../jobs/answer-long.ts'
import { permit } from '../../http/auth.ts'
import { ifMatch, queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { sendJson } from '../../http/send-json.ts'
import { write } from '../../http/write.ts'
import { accepted } from '../../refused.ts'
import { generateInvoices, jobOf } from '../../services/billing/generate-invoices.ts'
import { countParcels, planBilling } from '../../services/billing/plan-billing.ts'
import { newBatch } from '../change-log/record-changes.ts'
import { answerBulk } from '../../crud/answer-bulk.ts'
import { getRecord } from '../../crud/get-record.ts'
import { listRecords } from '../../crud/list-records.ts'
import { findNeighbours } from './find-neighbours.ts'
import { invoiceStatusBulk, readInvoiceStatus } from './invoice-bulks.ts'
import { invoiceCalls } from './invoice-calls.ts'
import { invoiceSource } from './invoice-source.ts'
import { readInvoicesWithLines } from './read-invoice-lines.ts'
import { readInvoices } from './read-invoices.ts'
import { setInvoiceStatus } from './set-invoice-status.ts'
import { updateInvoice } from './update-invoice.ts'

const oneSnapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** Those that choose and order a list; a page of it is not asked for. */
const listParameterNames = ['keyword', 'from', 'to', 'ids', 'sort', ...Object.keys(invoiceList.filters)]

/** Invoices are made of parcels that came to an end; nobody writes or deletes one by hand. */
export const invoiceRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/invoices', invoiceCalls.list, async (request, reply) =>
    sendJson(reply, await listRecords(context, invoiceSource, readInvoices, request.actor, queryOf(request))),
  )

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
      await getRecord(tx, readInvoices, actor, 'invoice.view', id)
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
        : { status: 200, body: await generateInvoices(tx, actor, plan, newBatch(context)) }
    })
  })
}

const readGenerate = (body: unknown) =>
  // No field of it depends on the country.
  accepted(
    checkInvoiceGenerate(accepted(validate(invoiceGenerateFields, body ?? {}, { country: defaultCountry }))),
  )
