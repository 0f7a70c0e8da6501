import { whyNot } from '../../domain/access/why-not.ts'
import { countryCodes } from '../../domain/core/countries.ts'
import { earningsRuleInputFields, earningsRuleShapes } from '../../domain/handovers/earnings.ts'
import {
  cashHolderShapes,
  handoverDueFields,
  handoverDueShapes,
  handoverWithLinesShapes,
} from '../../domain/handovers/handover.ts'
import type { Fields } from '../../domain/lib/field.ts'
import { validate } from '../../domain/lib/validate.ts'
import { accepted, Refused } from '../core/errors.ts'
import { permit } from '../http/auth.ts'
import { queryOf, refuseQuery } from '../http/request-parts.ts'
import { json, shapesJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { objectSchema, titled } from '../openapi/json-schema.ts'
import { fieldsSchema, shapesSchema } from '../openapi/schemas.ts'
import { readEarningsRule } from '../queries/earnings.ts'
import { handoverList, listCashHolders, readDue, readHandoversWithLines } from '../queries/handovers.ts'
import { earningsRuleSetting } from '../services/handovers/earnings-rule.ts'
import { recordHandover, revertHandovers } from '../services/handovers/record-handover.ts'
import { countrySettingRoutes } from './country-setting-routes.ts'
import { inOneSnapshot } from './record-routes.ts'
import { serve } from './serve.ts'

const holdersFields = {
  country: { kind: 'choice', values: countryCodes },
} as const satisfies Fields

const calls = {
  due: describe.call({
    id: 'readCashDue',
    tag: 'handovers',
    summary: 'Read the cash that a delivery guy has in hand, over all days',
    detail:
      'In one country: the caller’s own where none is named. A delivery guy reads their own. With what the parcels earn the delivery guy by the tariffs that hold, and the part of it that is kept back from the cash.',
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
}

const earningsCalls = {
  read: describe.call({
    id: 'getEarningsRule',
    detail: 'The rule holds for handovers from now on.',
    tag: 'handovers',
    summary: 'Read whether delivery guys of a country keep their earnings back from the cash',
    verbs: ['handover.set-earnings'],
    query: { country: earningsRuleInputFields.country },
    answers: { 200: shapesJson('EarningsRule', earningsRuleShapes) },
  }),
  set: describe.call({
    id: 'setEarningsRule',
    tag: 'handovers',
    summary: 'Set whether delivery guys of a country keep their earnings back from the cash',
    detail:
      'A change of the history, which `POST changes/{batchId}/undo` takes back. It holds for the next handovers; those recorded stay as they are.',
    verbs: ['handover.set-earnings'],
    headers: ['Idempotency-Key'],
    body: json(titled('EarningsRuleInput', fieldsSchema(earningsRuleInputFields))),
    answers: { 200: shapesJson('EarningsRule', earningsRuleShapes) },
  }),
}

/** Whether earnings are kept back, by country. */
const earningsRoutes = countrySettingRoutes({
  path: '/handovers/earnings',
  verb: 'handover.set-earnings',
  calls: earningsCalls,
  fields: earningsRuleInputFields,
  setting: earningsRuleSetting,
  read: readEarningsRule,
})

/** Handovers are recorded once and can be undone, not edited. */
export const handoverResource = serve(handoverList, {
  one: { title: 'HandoverWithLines', shapes: handoverWithLinesShapes, read: readHandoversWithLines },
  create: {
    summary: 'Record the cash that a delivery guy hands over: all that they have in hand',
    detail:
      '`seen` is what `handovers/due` gave with the sum that was shown: a parcel delivered, reopened or handed over since is 409 with the present cash as `current`. A count that differs needs a note.',
    refuses: ['NOT_FOUND', 'DELIVERY_GUY_NOT_FOUND', 'CASH_CHANGED', 'NOTE_REQUIRED', 'NOTHING_TO_HAND_OVER'],
    run: (actor, input) => ({
      work: (tx, batch) =>
        recordHandover(tx, actor, { ...input, country: input.country ?? actor.country }, batch),
    }),
  },
  more: [
    earningsRoutes,
    (app, context) => {
      app.get('/handovers/due', calls.due, async (request) => {
        refuseQuery(request, Object.keys(handoverDueFields))
        const actor = permit(request, 'handover.list')
        const { country, delivery } = accepted(
          validate(handoverDueFields, queryOf(request), { country: actor.country }),
        )
        const till = { country: country ?? actor.country, delivery }
        const forbidden = whyNot(actor, 'handover.list', till)
        if (forbidden !== null) throw new Refused(forbidden)
        return inOneSnapshot(context, (tx) => readDue(tx, till, { lock: false, at: context.now() }))
      })

      app.get('/handovers/holders', calls.holders, async (request) => {
        refuseQuery(request, Object.keys(holdersFields))
        const actor = permit(request, 'handover.create')
        const { country } = accepted(validate(holdersFields, queryOf(request), { country: actor.country }))
        const reached = actor.role === 'admin' ? (country ?? actor.country) : actor.country
        return { items: await listCashHolders(context.db, reached) }
      })
    },
  ],
  revert: revertHandovers,
})
