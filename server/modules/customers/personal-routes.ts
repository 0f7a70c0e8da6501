import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countryCodes, isCountryCode } from '../../../domain/core/countries.ts'
import { defaultLanguage } from '../../../domain/core/languages.ts'
import {
  type Erasure,
  eraseFields,
  erasureShapes,
  personalPlaces,
} from '../../../domain/customers/personal-data.ts'
import { retentionFields, retentionShapes } from '../../../domain/customers/retention.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import { allowSlowStatements } from '../../db/slow-statements.ts'
import { inOwnTransaction, permit } from '../../http/auth.ts'
import { passFile } from '../../http/record-files.ts'
import { clientOfCall, queryOf, refuseQuery } from '../../http/request-parts.ts'
import { performWrite, sendStored, write } from '../../http/write.ts'
import { fieldsJson, json, shapesJson, spreadsheet } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { type JsonSchema, objectSchema, titled } from '../../openapi/json-schema.ts'
import { acceptedLanguages } from '../../problems/problem.ts'
import { findAgain } from '../../resources/registry.ts'
import { dropFiles, erasePerson } from '../../services/personal/erase-people.ts'
import { exportPerson, type PersonalExport, recordReading } from '../../services/personal/export-person.ts'
import { findPerson, slowestScan } from '../../services/personal/find-customers.ts'
import { readRetention, retentionSetting } from '../../services/personal/retention.ts'
import { writeDownload } from '../../services/users/record-access.ts'
import { spreadsheetHeaders } from '../../spreadsheets/write-workbook.ts'
import { phoneOf, readCountry } from './asked-customer.ts'
import { writePersonal } from './write-personal.ts'

const rowSchema: JsonSchema = {
  type: 'object',
  properties: { table: { type: 'string' }, own: { type: 'boolean' } },
  required: ['table', 'own'],
  additionalProperties: true,
}

const exportSchema = titled(
  'CustomerExport',
  objectSchema(
    {
      ...Object.fromEntries(personalPlaces.map((place) => [place, { type: 'array', items: rowSchema }])),
      cut: { type: 'array', items: { type: 'string' } },
    },
    ['cut'],
  ),
)

const personalCalls = {
  export: describe.call({
    id: 'exportCustomer',
    tag: 'customers',
    summary: 'Read everything that is stored about the customer of one phone number',
    detail:
      'Rows as they are stored, by place: orders, parcels, labels, lines of invoices and of the history with calls, comments and merges, events of shops, deliveries of webhooks, blocks, and texts elsewhere that have the number. `own` is whether a row is about the customer; a row of somebody else that names them has its ids, and the texts that do. `cut` names tables that have more than 20,000 rows, of which those are left out. The reading is a line of the history.',
    verbs: ['customer.export'],
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: json(exportSchema) },
    refuses: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  exportFile: describe.call({
    id: 'downloadCustomer',
    tag: 'customers',
    summary: 'Download everything that is stored about the customer of one phone number as a spreadsheet',
    detail:
      'A sheet by place, in the language that the call accepts. Texts of more than 32,000 characters are cut, and say so.',
    verbs: ['customer.export'],
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: spreadsheet },
    refuses: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  erase: describe.call({
    id: 'eraseCustomer',
    tag: 'customers',
    summary: 'Erase the customer of one phone number for good',
    detail:
      'Orders, parcels, stock and money stay; name, phone, address, comments and every text with the number go, in the history too. `dryRun` only counts. Nothing brings it back: changes whose former values were erased are refused as `ERASED` when they are undone.',
    verbs: ['customer.erase'],
    headers: ['Idempotency-Key'],
    body: fieldsJson('EraseCustomer', eraseFields),
    answers: { 200: shapesJson('Erasure', erasureShapes) },
  }),
  retention: describe.call({
    id: 'getRetention',
    tag: 'customers',
    summary: 'Read after how many years without an order customers of a country are erased',
    detail: '`due` says how many the next run erases. Runs are daily.',
    verbs: ['customer.set-retention'],
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: shapesJson('Retention', retentionShapes) },
  }),
  setRetention: describe.call({
    id: 'setRetention',
    tag: 'customers',
    summary: 'Set after how many years without an order customers of a country are erased',
    detail:
      'Without `years` nobody is. A change of the history, which `POST changes/{batchId}/undo` takes back; whom a run has erased meanwhile does not come back.',
    verbs: ['customer.set-retention'],
    headers: ['Idempotency-Key'],
    body: fieldsJson('RetentionInput', retentionFields),
    answers: { 200: shapesJson('Retention', retentionShapes) },
    sendsBatch: true,
  }),
}

/** What is stored about a customer: export, erasure, and how long it is kept. */
export const personalRoutes = (app: FastifyInstance, context: ServerContext): void => {
  /** What is stored about a customer, and the lines that say who read it: of their orders, else of the reader, without the number. */
  const exportOf = async (request: FastifyRequest): Promise<PersonalExport> => {
    refuseQuery(request, ['country'])
    permit(request, 'customer.export')
    return inOwnTransaction(context, request, async (tx) => {
      const actor = permit(request, 'customer.export')
      const country = readCountry(queryOf(request).country, actor.country)
      const phone = phoneOf((request.params as { phone: string }).phone, country)
      await allowSlowStatements(tx, slowestScan)
      const person = await findPerson(tx, phone)
      const found = await exportPerson(tx, person)
      const rows = Object.values(found.places).flat().length
      if (rows === 0) throw new Refused('NOT_FOUND')
      const batch = newBatch(context)
      await recordReading(tx, actor, person, batch)
      if (batch.isWritten) return found
      const download = { list: 'customer', filter: null, rows }
      await writeDownload(tx, batch.at, { author: actor, client: clientOfCall(request), download })
      return found
    })
  }

  app.get('/customers/:phone/export', personalCalls.export, async (request) => {
    const { places, cut } = await exportOf(request)
    return { ...places, cut }
  })

  app.get('/customers/:phone/export/file', personalCalls.exportFile, async (request, reply) => {
    const found = await exportOf(request)
    const language = acceptedLanguages(request.headers['accept-language'])[0] ?? defaultLanguage
    // Recorded by `exportOf`.
    passFile(request)
    return reply.headers(spreadsheetHeaders('customer.xlsx')).send(writePersonal(found, language))
  })

  app.put('/customers/erase', personalCalls.erase, async (request, reply) => {
    refuseQuery(request)
    permit(request, 'customer.erase')
    const stored = await performWrite(
      context,
      request,
      async (tx) => {
        const actor = permit(request, 'customer.erase')
        const sent = (request.body ?? {}) as { country?: unknown }
        // The phone is read in the country that is said, not in that of the caller.
        const country = isCountryCode(sent.country) ? sent.country : actor.country
        const { phone, dryRun } = accepted(validate(eraseFields, sent, { country }))
        const batch = dryRun === true ? null : newBatch(context)
        const e164 = phoneOf(phone, country)
        const body = await erasePerson(tx, actor, { phone: e164, secrets: context.secrets, batch, findAgain })
        return { status: 200, body }
      },
      { isSnapshot: true },
    )
    const { dryRun } = JSON.parse(stored.body ?? '') as Erasure
    if (!dryRun) await dropFiles(context)
    return sendStored(reply, stored)
  })

  app.get('/customers/retention', personalCalls.retention, async (request) => {
    refuseQuery(request, ['country'])
    const actor = permit(request, 'customer.set-retention')
    return readRetention(context.db, readCountry(queryOf(request).country, actor.country), context.now())
  })

  app.put('/customers/retention', personalCalls.setRetention, async (request, reply) => {
    refuseQuery(request)
    permit(request, 'customer.set-retention')
    return write(context, request, reply, async (tx) => {
      const actor = permit(request, 'customer.set-retention')
      const { country, years = null } = accepted(
        validate(retentionFields, request.body ?? {}, { country: actor.country }),
      )
      const batch = newBatch(context)
      const isChanged = await retentionSetting.set(tx, actor, { country, years }, batch)
      const body = await readRetention(tx, country, context.now())
      return { status: 200, body, batchId: isChanged ? batch.id : null }
    })
  })
}
