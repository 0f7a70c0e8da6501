import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../domain/access/actor.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { type CountryCode, countries, countryCodes } from '../../domain/core/countries.ts'
import { choiceOf, type Fields } from '../../domain/lib/field.ts'
import { accept, type Result, refuse } from '../../domain/lib/result.ts'
import { validate } from '../../domain/lib/validate.ts'
import { dayOf } from '../../domain/lib/zone-clock.ts'
import {
  payouts as definition,
  MAX_PAYOUT_LINES,
  owedFields,
  owedSellerShapes,
  type PayoutInput,
  payoutWithLinesShapes,
} from '../../domain/payouts/payout.ts'
import { readPayoutParts, whyNotDay } from '../../domain/payouts/policy.ts'
import { type Statement, statementFields, statementShapes } from '../../domain/payouts/statement.ts'
import { accepted, Refused } from '../core/errors.ts'
import { type Batch, newBatch } from '../crud/record-changes.ts'
import { countryOf } from '../crud/resource-definition.ts'
import { revertRecords } from '../crud/revert-records.ts'
import { deleteRecords, updateRecord } from '../crud/write-records.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { permit } from '../http/auth.ts'
import { filterText, recordFile } from '../http/record-files.ts'
import { queryOf, recordId, refuseQuery } from '../http/request-parts.ts'
import { write } from '../http/write.ts'
import { json, shapesJson, spreadsheet } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { objectSchema, titled } from '../openapi/json-schema.ts'
import { fieldsSchema, shapesSchema } from '../openapi/schemas.ts'
import { listOwedSellers, payoutList, readPayoutsWithLines, readStatement } from '../queries/payouts.ts'
import { payoutKind } from '../services/payouts/payout-kind.ts'
import { recordPayout } from '../services/payouts/record-payout.ts'
import { writeStatement } from '../spreadsheets/write-statement.ts'
import { spreadsheetHeaders } from '../spreadsheets/write-workbook.ts'
import { deleteAct } from './acts.ts'
import { inOneSnapshot, readableBatch } from './record-routes.ts'
import { type Edit, serve } from './serve.ts'

const input = fieldsSchema(definition.fields)

const inputSchema = titled(
  'PayoutInput',
  objectSchema(
    {
      ...input.properties,
      lines: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_PAYOUT_LINES,
        items: titled(
          'PayoutPart',
          objectSchema(
            {
              invoice: { type: 'string', format: 'uuid', description: 'The id of one of the invoices.' },
              amount: {
                type: 'number',
                description:
                  "Major units, with no more decimals than the country's currency has. Negative on an invoice of which the seller owes us.",
              },
            },
            ['invoice', 'amount'],
          ),
        ),
      },
    },
    [...(input.required ?? []), 'lines'],
  ),
)

const calls = {
  create: describe.create('payouts', definition.fields, {
    summary: 'Record a payment to a seller',
    detail:
      'A line pays all or a part of what remains of an invoice of that seller and country; one of negative amount deducts what the seller owes us. The total is never below 0. An invoice that payouts pay in full is paid.',
    body: json(inputSchema),
    answers: { 201: shapesJson('PayoutWithLines', payoutWithLinesShapes) },
    refuses: [
      'INVOICE_NOT_FOUND',
      'ALREADY_PAID',
      'MORE_THAN_OWED',
      'PAYOUT_BELOW_ZERO',
      'IN_THE_FUTURE',
      'NOT_A_DATE',
      'TOO_SMALL',
    ],
  }),
  owed: describe.call({
    id: 'listOwedSellers',
    detail: 'Still owed is what was billed, less what was paid.',
    tag: 'payouts',
    summary: 'List the sellers with unpaid invoices in a country, with what is still owed to each',
    verbs: ['payout.create'],
    query: owedFields,
    answers: {
      200: json(
        titled(
          'OwedSellers',
          objectSchema({
            items: { type: 'array', items: titled('OwedSeller', shapesSchema(owedSellerShapes)) },
          }),
        ),
      ),
    },
  }),
  statement: describe.call({
    id: 'readStatement',
    tag: 'payouts',
    summary: 'Read the account of a seller in a country and a period',
    detail:
      'Days of the country, both inclusive; without `from` from the beginning, without `to` until today. An invoice stands on the day it was made, with its present sum. The closing balance of a period is the opening one of the next.',
    verbs: ['payout.statement'],
    query: statementFields,
    answers: { 200: shapesJson('Statement', statementShapes) },
    refuses: ['NOT_FOUND', 'DATE_RANGE_INVALID'],
  }),
}

const fileCall = describe.call({
  id: 'downloadStatement',
  tag: 'payouts',
  summary: 'Download the account of a seller as a spreadsheet',
  detail: 'Texts are in the language of `Accept-Language`.',
  verbs: ['payout.statement'],
  query: statementFields,
  answers: { 200: spreadsheet },
  refuses: ['NOT_FOUND', 'DATE_RANGE_INVALID'],
})

const readInput = (body: unknown, country: CountryCode): PayoutInput => {
  const { lines, ...rest } =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const head = validate(definition.fields, rest, { country })
  const parts = readPayoutParts(lines, country)
  return accepted(joined(head, parts))
}

/** Both, or the problems of both. */
const joined = (
  head: Result<Omit<PayoutInput, 'lines'>>,
  parts: Result<PayoutInput['lines']>,
): Result<PayoutInput> =>
  head.ok && parts.ok
    ? accept({ ...head.value, lines: parts.value })
    : refuse('VALIDATION_FAILED', [
        ...(head.ok ? [] : (head.errors ?? [])),
        ...(parts.ok ? [] : (parts.errors ?? [])),
      ])

/** Its day is never in the future. */
const updatePayout = async (tx: Transaction, actor: Actor, edit: Edit, batch: Batch) => {
  const payout = await updateRecord(tx, actor, payoutKind, edit, batch)
  const code = whyNotDay(payout.date, dayOf(batch.at, countries[payout.country].timeZone))
  if (code !== null) throw new Refused(code, { errors: [{ path: 'date', code }] })
  return payout
}

const routes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/payouts', calls.create, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'payout.create')
    return write(context, request, reply, async (tx) => {
      const batch = newBatch(context)
      const payout = await recordPayout(
        tx,
        actor,
        readInput(request.body, countryOf(request.body, actor.country)),
        batch,
      )
      return { status: 201, body: payout, batchId: readableBatch(actor, 'payouts', batch) }
    })
  })

  app.get('/payouts/owed', calls.owed, async (request) => {
    const actor = permit(request, 'payout.create')
    const { country } = readQuery(request, owedFields, actor)
    const forbidden = whyNot(actor, 'payout.create', { country })
    if (forbidden !== null) throw new Refused(forbidden)
    return { items: await listOwedSellers(context.db, country) }
  })

  const readAsked = (request: FastifyRequest): Promise<Statement> => {
    const actor = permit(request, 'payout.statement')
    const seller = recordId(request)
    const asked = readQuery(request, statementFields, actor)
    const { country, from = null } = asked
    const to = asked.to ?? dayOf(context.now(), countries[country].timeZone)
    for (const [path, day] of Object.entries({ from, to }))
      if (day !== null && day.length !== 10)
        throw new Refused('VALIDATION_FAILED', { errors: [{ path, code: 'NOT_A_DATE' }] })
    if (from !== null && from > to)
      throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'to', code: 'DATE_RANGE_INVALID' }] })
    if (whyNot(actor, 'payout.statement', { country, owner: seller }) !== null) throw new Refused('NOT_FOUND')
    return inOneSnapshot(context, async (tx) => {
      const statement = await readStatement(tx, { country, seller, from, to })
      if (statement === null) throw new Refused('NOT_FOUND')
      return statement
    })
  }

  app.get('/sellers/:id/statement', calls.statement, async (request) => readAsked(request))

  app.get('/sellers/:id/statement/file', fileCall, async (request, reply) => {
    const statement = await readAsked(request)
    const workbook = writeStatement(statement, request.headers['accept-language'])
    const filter = filterText({ seller: recordId(request), ...queryOf(request) })
    await recordFile(context, request, { list: 'statement', filter, rows: statement.lines.length })
    return reply.headers(spreadsheetHeaders('statement.xlsx')).send(workbook)
  })
}

/** The query of a call, in the actor's country by default. */
const readQuery = <F extends Fields>(request: Parameters<typeof queryOf>[0], fields: F, actor: Actor) => {
  refuseQuery(request, Object.keys(fields))
  const asked = accepted(validate(fields, queryOf(request), { country: actor.country }))
  return { ...asked, country: choiceOf(countryCodes, queryOf(request).country) ?? actor.country }
}

/** Payouts are recorded and deleted with their lines; of the rest, method, reference and day may be corrected. */
export const payoutResource = serve(payoutList, {
  one: { title: 'PayoutWithLines', shapes: payoutWithLinesShapes, read: readPayoutsWithLines },
  update: {
    shapes: payoutWithLinesShapes,
    refuses: ['IN_THE_FUTURE', 'NOT_A_DATE'],
    run: (tx, actor, edit, batch) => updatePayout(tx, actor, edit, batch),
  },
  acts: [
    deleteAct(payoutList, 'payout.delete', (tx, actor, target, _, options) =>
      deleteRecords(tx, actor, payoutKind, target, options),
    ),
  ],
  more: [routes],
  revert: revertRecords(payoutKind),
})
