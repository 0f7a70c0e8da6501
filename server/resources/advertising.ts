import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../domain/access/actor.ts'
import {
  type AdPasteInput,
  adPasteFields,
  adPasteShapes,
  advertising as definition,
  MAX_PASTED_COSTS,
} from '../../domain/advertising/ad-cost.ts'
import { whyNotCostDay } from '../../domain/advertising/policy.ts'
import type { ReadCosts } from '../../domain/advertising/read-costs.ts'
import { defaultCountry } from '../../domain/core/countries.ts'
import { isDate } from '../../domain/lib/field.ts'
import { validate } from '../../domain/lib/validate.ts'
import { todayIn } from '../../domain/lib/zone-clock.ts'
import { accepted, Refused } from '../core/errors.ts'
import { changeReport } from '../crud/change-report.ts'
import { defineKind } from '../crud/define-kind.ts'
import { type Batch, newBatch } from '../crud/record-changes.ts'
import type { Pair } from '../crud/resource-definition.ts'
import { updateRecord } from '../crud/write-records.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { rolledBack } from '../db/in-transaction.ts'
import type { advertising } from '../db/schema/advertising.ts'
import { admitAgain, permit } from '../http/auth.ts'
import { refuseQuery } from '../http/request-parts.ts'
import { write } from '../http/write.ts'
import { fieldsJson, json, shapesJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { changeReportSchema } from '../openapi/schemas.ts'
import { adCostList } from '../queries/advertising.ts'
import { costRows, describePaste, readPaste } from '../services/advertising/read-paste.ts'
import { addCost, type HeldCost, writeCosts } from '../services/advertising/write-costs.ts'
import { readableBatch } from './record-routes.ts'
import type { Edit } from './serve.ts'
import { serveKind } from './serve-kind.ts'

/** `gone`: costs that would come back while their product is deleted. */
type CostFacts = { gone: ReadonlySet<string> }

const findFacts = async (tx: Transaction, pairs: readonly Pair<HeldCost>[]): Promise<CostFacts> => {
  const coming = pairs.flatMap(({ record, next }) =>
    !next.isDeleted && record?.isDeleted ? [{ id: next.id, product: next.product }] : [],
  )
  if (coming.length === 0) return { gone: new Set() }
  const { rows } = await tx.execute<{ id: string }>(sql`
    select given.id from jsonb_to_recordset(${JSON.stringify(coming)}::jsonb) as given (id uuid, product uuid)
    where not exists (select 1 from products where products.id = given.product and products.deleted_at is null)`)
  return { gone: new Set(rows.map(({ id }) => id)) }
}

export const adCostKind = defineKind<'advertising', typeof advertising, CostFacts>(definition, adCostList, {
  findFacts,
  whyNot: {
    revert: (_, { id, isDeleted }, { gone }) => (!isDeleted && gone.has(id) ? 'PRODUCT_NOT_FOUND' : null),
  },
})

/** The day alone. */
const asStored = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || !('day' in body)) return body
  const { day } = body
  return typeof day === 'string' && isDate(day) ? { ...body, day: day.slice(0, 10) } : body
}

const updateCost = async (tx: Transaction, actor: Actor, edit: Edit, batch: Batch) => {
  const body = asStored(edit.body)
  const updated = await updateRecord(tx, actor, adCostKind, { ...edit, body }, batch)
  const code = whyNotCostDay(updated.day, todayIn(updated.country, batch.at))
  if (code !== null) throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'day', code }] })
  return updated
}

const pasteRefusals = [
  'PRODUCT_NOT_FOUND',
  'PRODUCT_AMBIGUOUS',
  'NOT_A_DATE',
  'IN_THE_FUTURE',
  'NOT_A_NUMBER',
  'TOO_MANY_ENTRIES',
] as const

const pasteCalls = {
  check: describe.call({
    id: 'checkPastedAdvertising',
    tag: 'advertising',
    summary: 'Read pasted advertising costs without writing them',
    detail: 'Each line as read with its problem, and the sums of what would be written.',
    verbs: ['ad-cost.create'],
    body: fieldsJson('AdvertisingPaste', adPasteFields),
    answers: { 200: shapesJson('AdvertisingRead', adPasteShapes) },
    refuses: ['TOO_MANY_ENTRIES'],
  }),
  paste: describe.call({
    id: 'pasteAdvertising',
    tag: 'advertising',
    summary: 'Write pasted advertising costs',
    detail:
      'Rows of day, product, amount and channel, or a grid of days by products. A cost replaces the one of its product, day and channel. All or nothing, as one batch, which `POST changes/{batchId}/undo` takes back.',
    verbs: ['ad-cost.create'],
    headers: ['Idempotency-Key'],
    body: fieldsJson('AdvertisingPaste', adPasteFields),
    answers: { 200: json(changeReportSchema) },
    refuses: pasteRefusals,
  }),
}

/** The text as sent: the first cell of a grid may be empty. */
const readBody = (body: unknown): AdPasteInput => {
  const input = accepted(validate(adPasteFields, body, { country: defaultCountry }))
  const { text } = body as { text: string }
  return { ...input, text }
}

/** @throws Refused `TOO_MANY_ENTRIES` */
const withinBounds = (read: ReadCosts): ReadCosts => {
  if (read.costs.length <= MAX_PASTED_COSTS) return read
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'text', code: 'TOO_MANY_ENTRIES' }] })
}

const pasteRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/advertising/check', pasteCalls.check, async (request) => {
    refuseQuery(request)
    const actor = permit(request, 'ad-cost.create')
    await admitAgain(context, request)
    const input = readBody(request.body)
    // Without a budget: nothing stays of it.
    const { budget: _, ...batch } = newBatch(context)
    return rolledBack(context.db, async (tx) => {
      const read = withinBounds(await readPaste(tx, actor, input, batch.at))
      const { country } = input
      return describePaste(
        input,
        read,
        await writeCosts(tx, actor, adCostKind, { country, rows: costRows(read) }, batch),
      )
    })
  })

  app.post('/advertising/paste', pasteCalls.paste, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'ad-cost.create')
    return write(context, request, reply, async (tx) => {
      const batch = newBatch(context)
      const input = readBody(request.body)
      const read = withinBounds(await readPaste(tx, actor, input, batch.at))
      refuseProblems(read)
      const { country } = input
      const { changed } = await writeCosts(tx, actor, adCostKind, { country, rows: costRows(read) }, batch)
      return {
        status: 200,
        body: changeReport(batch.id, changed, []),
        batchId: readableBatch(actor, 'advertising', batch),
      }
    })
  })
}

const MAX_PROBLEMS = 100

/** @throws Refused with each line in its path */
const refuseProblems = ({ costs }: ReadCosts): void => {
  if (costs.length === 0)
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'text', code: 'REQUIRED' }] })
  const errors = costs.flatMap(({ line, problem }) =>
    problem === null ? [] : [{ path: `lines.${line}.${problem.column}`, code: problem.code }],
  )
  if (errors.length > 0) throw new Refused('VALIDATION_FAILED', { errors: errors.slice(0, MAX_PROBLEMS) })
}

export const advertisingResource = serveKind(adCostList, adCostKind, {
  create: {
    refuses: ['PRODUCT_NOT_FOUND', 'IN_THE_FUTURE', 'AD_COST_TAKEN', 'TOO_LARGE'],
    run: (actor, input) => ({
      work: (tx, batch) => addCost(tx, actor, adCostKind, { ...input, day: input.day.slice(0, 10) }, batch),
    }),
  },
  update: updateCost,
  refuses: { update: ['IN_THE_FUTURE', 'AD_COST_TAKEN'] },
  more: [pasteRoutes],
})
