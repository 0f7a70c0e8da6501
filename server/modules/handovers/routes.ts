import type { FastifyInstance } from 'fastify'
import { whyNot } from '../../../domain/access/why-not.ts'
import { countryCodes } from '../../../domain/core/countries.ts'
import {
  cashHolderShapes,
  handovers as handoverDefinition,
  handoverDueFields,
  handoverDueShapes,
  handoverWithLinesShapes,
} from '../../../domain/handovers/handover.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { listRecords } from '../../crud/read-records.ts'
import { newBatch } from '../../crud/record-changes.ts'
import { countryOf } from '../../crud/resource-definition.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { sendJson } from '../../http/json-body.ts'
import { queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { json, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { objectSchema, titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/schemas.ts'
import { handoverList, listCashHolders, readDue, readHandoversWithLines } from '../../queries/handovers.ts'
import { getRecord } from '../../resources/record-routes.ts'
import { recordHandover } from '../../services/handovers/record-handover.ts'

const holdersFields = {
  country: { kind: 'choice', values: countryCodes },
} as const satisfies Fields

/** What the calls of handovers take and answer. */
export const handoverCalls = {
  list: describe.list('handovers'),
  one: describe.one('handovers', {
    answer: titled('HandoverWithLines', shapesSchema(handoverWithLinesShapes)),
  }),
  due: describe.call({
    id: 'readCashDue',
    tag: 'handovers',
    summary: 'Read the cash that a delivery guy has in hand, over all days',
    detail: 'In one country: the caller’s own where none is named. A delivery guy reads their own.',
    verbs: ['handover.list'],
    query: handoverDueFields,
    answers: { 200: shapesJson('CashDue', handoverDueShapes) },
    refuses: ['DELIVERY_GUY_NOT_FOUND', 'NOT_FOUND'],
  }),
  holders: describe.call({
    id: 'listCashHolders',
    tag: 'handovers',
    summary: 'List who may hand over cash in a country, with their parcels and without sums',
    detail: 'An agent’s country is always their own.',
    verbs: ['handover.create'],
    query: holdersFields,
    answers: {
      200: json(
        titled(
          'CashHolders',
          objectSchema({
            items: { type: 'array', items: titled('CashHolder', shapesSchema(cashHolderShapes)) },
          }),
        ),
      ),
    },
  }),
  create: describe.create('handovers', handoverDefinition.fields, {
    summary: 'Record the cash that a delivery guy hands over: all that they have in hand',
    detail:
      '`seen` is what `handovers/due` gave with the sum that was shown: a parcel delivered, reopened or handed over since is 409 with the present cash as `current`. A count that differs needs a note.',
    refuses: ['NOT_FOUND', 'DELIVERY_GUY_NOT_FOUND', 'CASH_CHANGED', 'NOTE_REQUIRED', 'NOTHING_TO_HAND_OVER'],
  }),
}

const oneSnapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** Handovers of cash: recorded once, undone by the change log, never edited. */
export const handoverRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/handovers', handoverCalls.list, async (request, reply) =>
    sendJson(
      reply,
      await listRecords(context, handoverList.source, handoverList.read, request.actor, queryOf(request)),
    ),
  )

  app.get('/handovers/due', handoverCalls.due, async (request) => {
    refuseQuery(request, Object.keys(handoverDueFields))
    const actor = permit(request, 'handover.list')
    const { country, delivery } = accepted(
      validate(handoverDueFields, queryOf(request), { country: actor.country }),
    )
    const till = { country: country ?? actor.country, delivery }
    const forbidden = whyNot(actor, 'handover.list', till)
    if (forbidden !== null) throw new Refused(forbidden)
    return context.db.transaction((tx) => readDue(tx, till), oneSnapshot)
  })

  app.get('/handovers/holders', handoverCalls.holders, async (request) => {
    refuseQuery(request, Object.keys(holdersFields))
    const actor = permit(request, 'handover.create')
    const { country } = accepted(validate(holdersFields, queryOf(request), { country: actor.country }))
    const reached = actor.role === 'admin' ? (country ?? actor.country) : actor.country
    return { items: await listCashHolders(context.db, reached) }
  })

  app.get('/handovers/:id', handoverCalls.one, async (request) => {
    refuseQuery(request)
    const { actor } = request
    const id = recordId(request)
    return context.db.transaction(
      (tx) => getRecord(tx, readHandoversWithLines, actor, 'handover.view', id),
      oneSnapshot,
    )
  })

  app.post('/handovers', handoverCalls.create, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'handover.create')
    const country = countryOf(request.body, actor.country)
    const input = accepted(validate(handoverDefinition.fields, request.body, { country }))
    return write(context, request, reply, async (tx) => ({
      status: 201,
      body: await recordHandover(tx, actor, { ...input, country }, newBatch(context)),
    }))
  })
}
