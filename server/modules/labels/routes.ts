import { inArray, notInArray, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { defaultLanguage, type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import {
  drawnLabelShapes,
  type Label,
  type LabelPrint,
  labelOf,
  labelPrintShapes,
} from '../../../domain/labels/label.ts'
import { defaultLabelFormat, labelFormatNames } from '../../../domain/labels/label-format-names.ts'
import { MAX_LABELS, unlabelledStatuses } from '../../../domain/labels/policy.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { accept, refuse } from '../../../domain/lib/result.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { type ParsedTarget, parseTarget, targetSql } from '../../crud/choose-records.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { labelPrints, shippings } from '../../db/schema/orders.ts'
import { admitAgain, permit } from '../../http/auth.ts'
import { sendJson } from '../../http/json-body.ts'
import { queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { json, svg } from '../../openapi/content.ts'
import { describe, fieldParameters } from '../../openapi/describe.ts'
import { objectSchema, titled } from '../../openapi/json-schema.ts'
import { bulkTargetSchema, fieldsSchema, shapesSchema } from '../../openapi/schemas.ts'
import { acceptedLanguages } from '../../problems/problem.ts'
import { shippingList } from '../../queries/shippings.ts'
import { firstDrawing, inLabelTurn } from './label-turns.ts'

/** Format and language of labels; default: the reader's language. */
const lookFields = {
  format: { kind: 'choice', values: labelFormatNames },
  language: { kind: 'choice', values: languageCodes },
} as const satisfies Fields

/** `svg: false` omits the drawings. */
const labelsFields = { ...lookFields, svg: { kind: 'flag' } } as const satisfies Fields

const verbs = ['shipping.print-labels'] as const
const itemsOf = (title: string, item: Parameters<typeof titled>[1]) =>
  json(titled(title, objectSchema({ items: { type: 'array', items: item } })))

const labelCalls = {
  one: describe.call({
    id: 'drawShippingLabel',
    detail: 'An SVG without fonts or links of elsewhere, to print or to embed.',
    tag: 'shippings',
    summary: 'Draw the label of a parcel, its size in millimetres',
    verbs,
    parameters: fieldParameters(lookFields),
    answers: { 200: svg },
  }),
  many: describe.call({
    id: 'listShippingLabels',
    tag: 'shippings',
    summary: 'Read what the labels of at most 500 parcels say, with a drawing of each',
    detail:
      'In the order of the parcels’ numbers. Named parcels that are out of reach, and parcels that are cancelled or lost, are left out; none of them within reach is 404. Reading counts no print.',
    verbs,
    body: json(
      titled(
        'ShippingLabelsTarget',
        bulkTargetSchema('shippings', fieldsSchema(labelsFields).properties ?? {}),
      ),
    ),
    answers: { 200: itemsOf('ShippingLabels', titled('ShippingLabel', shapesSchema(drawnLabelShapes))) },
    refuses: ['TOO_MANY_LABELS', 'TOO_MANY_IDS', 'NOT_FOUND'],
  }),
  printed: describe.call({
    id: 'countLabelPrints',
    tag: 'shippings',
    summary: 'Count one more print of the labels of at most 500 parcels',
    detail:
      'Answers how often each was printed, this print included. The next print shows that number as a reprint.',
    verbs,
    headers: ['Idempotency-Key'],
    body: json(titled('LabelPrintsTarget', bulkTargetSchema('shippings'))),
    answers: { 200: itemsOf('LabelPrints', titled('LabelPrint', shapesSchema(labelPrintShapes))) },
    refuses: ['TOO_MANY_LABELS', 'TOO_MANY_IDS', 'NOT_FOUND'],
  }),
}

/** Labels of parcels: drawn, as data, and their print counts. */
export const labelRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/shippings/:id/label.svg', labelCalls.one, async (request, reply) => {
    refuseQuery(request, Object.keys(lookFields))
    const actor = permit(request, 'shipping.print-labels')
    const look = lookOf(request, readFields(lookFields, queryOf(request)))
    const id = recordId(request)
    const drawn = await inLabelTurn(async (draw) => {
      const ids = await chooseLabels(context.db, actor, { ids: [id] })
      const [label] = await readLabels(context.db, ids)
      if (label === undefined) throw new Refused('NOT_FOUND')
      return draw([label], look)
    })
    return reply.type('image/svg+xml; charset=utf-8').send(firstDrawing(drawn))
  })

  app.post('/shippings/labels', labelCalls.many, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'shipping.print-labels')
    const { target, rest } = readTarget(request.body)
    const { svg: isDrawn, ...asked } = readFields(labelsFields, rest)
    await admitAgain(context, request)
    const read = async () => readLabels(context.db, await chooseLabels(context.db, actor, target))
    if (isDrawn === false) return { items: (await read()).map((label) => ({ ...label, svg: null })) }
    const drawn = await inLabelTurn(async (draw) => draw(await read(), lookOf(request, asked)))
    return sendJson(reply, drawn)
  })

  app.post('/shippings/labels/prints', labelCalls.printed, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'shipping.print-labels')
    const { target, rest } = readTarget(request.body)
    readFields({}, rest)
    return write(context, request, reply, async (tx) => {
      const ids = await chooseLabels(tx, actor, target)
      return { status: 200, body: { items: await countPrints(tx, { ids, actor, now: context.now() }) } }
    })
  })
}

/** Separates the target from other fields. */
const readTarget = (body: unknown) => {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const { ids, where, except, ...rest } = accepted(
    isObject ? accept(body as Record<string, unknown>) : notAnObject,
  )
  const named = Object.entries({ ids, where, except }).filter(([, value]) => value !== undefined)
  return { target: accepted(parseTarget(shippingList.source, Object.fromEntries(named))), rest }
}

const notAnObject = refuse('VALIDATION_FAILED', [{ path: '', code: 'BAD_JSON' }])

const readFields = <const Read extends Fields>(fields: Read, input: unknown) =>
  // No field depends on the country.
  accepted(validate(fields, input, { country: defaultCountry }))

type Look = { format?: (typeof labelFormatNames)[number] | null; language?: LanguageCode | null }

const lookOf = ({ headers }: FastifyRequest, { format, language }: Look) => ({
  format: format ?? defaultLabelFormat,
  language: language ?? acceptedLanguages(headers['accept-language'])[0] ?? defaultLanguage,
})

/**
 * Ids of a target's parcels whose labels the actor may print, by number; ids out of scope are skipped. @throws Refused
 * `TOO_MANY_LABELS`; `NOT_FOUND` if none is in scope
 */
const chooseLabels = async (db: Executor, actor: Actor, target: ParsedTarget): Promise<string[]> => {
  if ('ids' in target && new Set(target.ids).size > MAX_LABELS) throw new Refused('TOO_MANY_LABELS')
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${shippings.id} as id from ${shippings}
    where ${targetSql(shippingList.source, actor, 'shipping.print-labels', target)}
      and ${notInArray(shippings.status, [...unlabelledStatuses])}
    order by ${shippings.number} limit ${MAX_LABELS + 1}`)
  if (rows.length > MAX_LABELS) throw new Refused('TOO_MANY_LABELS')
  if ('ids' in target && rows.length === 0) throw new Refused('NOT_FOUND')
  return rows.map(({ id }) => id)
}

/** Labels of parcels, by number. */
const readLabels = async (db: Executor, ids: readonly string[]): Promise<Label[]> => {
  if (ids.length === 0) return []
  const parcels = await shippingList.read(db, ids)
  const printed = await db
    .select({ shipping: labelPrints.shipping, prints: labelPrints.prints })
    .from(labelPrints)
    .where(inArray(labelPrints.shipping, [...ids]))
  const prints = new Map(printed.map((row) => [row.shipping, row.prints]))
  return parcels
    .map((parcel) => labelOf(parcel, prints.get(parcel.id) ?? 0))
    .sort((one, other) => one.number - other.number)
}

/** Counts a print of each label. Locks in id order to avoid deadlocks. */
const countPrints = async (
  tx: Transaction,
  { ids, actor, now }: { ids: readonly string[]; actor: Actor; now: Date },
): Promise<LabelPrint[]> => {
  if (ids.length === 0) return []
  const rows = [...ids].sort().map((shipping) => ({
    shipping,
    prints: 1,
    printedAt: now,
    printedBy: actor.id,
  }))
  return tx
    .insert(labelPrints)
    .values(rows)
    .onConflictDoUpdate({
      target: labelPrints.shipping,
      set: { prints: sql`${labelPrints.prints} + 1`, printedAt: now, printedBy: actor.id },
    })
    .returning({ id: labelPrints.shipping, prints: labelPrints.prints })
}
