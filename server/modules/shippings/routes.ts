import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { shippingVerbs } from '../../../domain/fulfillment/shipping-status.ts'
import { validate } from '../../../domain/lib/validate.ts'
import {
  checkShippingMove,
  type Shipping,
  type ShippingMoveInput,
  shippingAssignFields,
  shippings as shippingDefinition,
  shippingMoveFields,
} from '../../../domain/shippings/shipping.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { onlyRecord } from '../../crud/change-report.ts'
import { refuseRest } from '../../crud/choose-records.ts'
import { listRecords } from '../../crud/read-records.ts'
import { type Batch, newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { permit } from '../../http/auth.ts'
import { sendJson } from '../../http/json-body.ts'
import { ifMatch, queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { answerBulk } from '../../jobs/answer-call.ts'
import { defineBulk, readComment } from '../../jobs/define-bulk.ts'
import { describe } from '../../openapi/describe.ts'
import { shippingList } from '../../queries/shippings.ts'
import { commentRoute, getRecord } from '../../resources/record-routes.ts'
import { commentShippings } from '../../services/fulfillment/comment-fulfillments.ts'
import {
  assignShippings,
  deleteShippings,
  moveShippings,
  updateShipping,
} from '../../services/fulfillment/shippings.ts'
import { sheetCall, shippingSheetBulk } from './sheet.ts'

const moveVerbs = [...Object.values(shippingVerbs), 'shipping.reopen'] as const
const assignVerbs = ['shipping.assign', 'shipping.unassign'] as const

/** What the calls of shippings take and answer. */
export const shippingCalls = {
  list: describe.list('shippings'),
  one: describe.one('shippings'),
  update: describe.update('shippings', shippingDefinition.updateFields, { refuses: ['SHIPPING_IS_OVER'] }),
  move: describe.move('shippings', shippingMoveFields, {
    verbs: moveVerbs,
    refuses: [
      'ALREADY_THERE',
      'NO_SUCH_TRANSITION',
      'DELIVERY_GUY_REQUIRED',
      'DELIVERY_GUY_NOT_FOUND',
      'SHIPPING_IS_OUT',
      'DATE_REQUIRED',
      'TOO_MANY_DECIMALS',
      'COLLECTED_TOO_MUCH',
      'REASON_REQUIRED',
      'ALREADY_INVOICED',
      'CASH_HANDED_OVER',
      'OUT_OF_STOCK',
    ],
  }),
  moveMany: describe.moveMany('shippings', shippingMoveFields, {
    verbs: moveVerbs,
    detail:
      'With `delivery`, parcels that leave are on a manifest, which the report names: one for the whole call, also where it runs as a job.',
  }),
  assign: describe.change('shippings', shippingAssignFields, {
    id: 'setShippingDelivery',
    summary: 'Give a parcel to a delivery guy, or with null take it back',
    bodyTitle: 'ShippingAssignment',
    verbs: assignVerbs,
    refuses: ['ALREADY_THERE', 'NO_SUCH_TRANSITION', 'DELIVERY_GUY_NOT_FOUND', 'SHIPPING_IS_OUT'],
  }),
  assignMany: describe.bulk('shippings', shippingAssignFields, {
    id: 'setShippingsDelivery',
    summary: 'Give many parcels to a delivery guy, or with null take them back',
    bodyTitle: 'ShippingsAssignment',
    verbs: assignVerbs,
  }),
  commentMany: describe.commentMany('shippings'),
  deleteMany: describe.deleteMany('shippings'),
}

type OneCall = { id: string; version: number | null }

/** Moves one parcel by the same workflow that moves many. */
export const setShippingStatus = async (
  tx: Transaction,
  actor: Actor,
  { id, version, move }: OneCall & { move: ShippingMoveInput },
  batch: Batch,
): Promise<Shipping> => {
  const report = await moveShippings(tx, actor, { ids: [id] }, move, { batch, dryRun: false, version })
  return onlyRecord(report, await shippingList.read(tx, [id]))
}

/** Gives one parcel to a courier, or takes it back. */
export const setShippingDelivery = async (
  tx: Transaction,
  actor: Actor,
  { id, version, assignment }: OneCall & { assignment: { delivery: string | null } },
  batch: Batch,
): Promise<Shipping> => {
  const report = await assignShippings(tx, actor, { ids: [id] }, assignment, {
    batch,
    dryRun: false,
    version,
  })
  return onlyRecord(report, await shippingList.read(tx, [id]))
}

/** Of all currencies these have the most decimals; whether each parcel's own has as many is its own question. */
const finestCountry = 'tn'

export const readShippingMove = (body: unknown): ShippingMoveInput =>
  accepted(checkShippingMove(accepted(validate(shippingMoveFields, body, { country: finestCountry }))))

/** `delivery` must be said: leaving it out is no way to take parcels back. */
export const readAssignment = (body: unknown): { delivery: string | null } => {
  const { delivery } = accepted(validate(shippingAssignFields, body, { country: defaultCountry }))
  if (delivery !== undefined) return { delivery }
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'delivery', code: 'REQUIRED' }] })
}

/** The verb of a delivery call: who may not do it at all is refused. */
export const assignVerb = ({ delivery }: { delivery: string | null }) =>
  delivery === null ? 'shipping.unassign' : 'shipping.assign'

export const shippingStatusBulk = defineBulk({
  work: 'shippings.status',
  source: shippingList.source,
  verb: (move) => shippingVerbs[move.status],
  read: readShippingMove,
  change: moveShippings,
})

export const shippingDeliveryBulk = defineBulk({
  work: 'shippings.delivery',
  source: shippingList.source,
  verb: assignVerb,
  read: readAssignment,
  change: assignShippings,
})

export const shippingDeleteBulk = defineBulk({
  work: 'shippings.delete',
  source: shippingList.source,
  verb: 'shipping.delete',
  read: (rest) => accepted(refuseRest(rest)),
  change: (tx, actor, target, _, options) => deleteShippings(tx, actor, target, options),
})

export const shippingCommentBulk = defineBulk({
  work: 'shippings.comment',
  source: shippingList.source,
  verb: 'shipping.comment',
  read: readComment,
  change: commentShippings,
})

/** Shippings are made by confirmed orders. */
export const shippingRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/shippings', shippingCalls.list, async (request, reply) =>
    sendJson(
      reply,
      await listRecords(context, shippingList.source, shippingList.read, request.actor, queryOf(request)),
    ),
  )

  app.get('/shippings/:id', shippingCalls.one, async (request) => {
    refuseQuery(request)
    return getRecord(context.db, shippingList.read, request.actor, 'shipping.view', recordId(request))
  })

  app.put('/shippings/:id', shippingCalls.update, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'shipping.update')
    const edit = { id: recordId(request), version: ifMatch(request), body: request.body }
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await updateShipping(tx, actor, edit, newBatch(context)),
    }))
  })

  app.put('/shippings/status/:id', shippingCalls.move, async (request, reply) => {
    refuseQuery(request)
    const move = readShippingMove(request.body)
    const actor = permit(request, shippingVerbs[move.status])
    const call = { id: recordId(request), version: ifMatch(request), move }
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await setShippingStatus(tx, actor, call, newBatch(context)),
    }))
  })

  app.put('/shippings/status', shippingCalls.moveMany, (request, reply) =>
    answerBulk(context, request, reply, shippingStatusBulk),
  )

  app.put('/shippings/sheet', sheetCall, (request, reply) =>
    answerBulk(context, request, reply, shippingSheetBulk),
  )

  app.put('/shippings/delivery/:id', shippingCalls.assign, async (request, reply) => {
    refuseQuery(request)
    const assignment = readAssignment(request.body)
    const actor = permit(request, assignVerb(assignment))
    const call = { id: recordId(request), version: ifMatch(request), assignment }
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await setShippingDelivery(tx, actor, call, newBatch(context)),
    }))
  })

  app.put('/shippings/delivery', shippingCalls.assignMany, (request, reply) =>
    answerBulk(context, request, reply, shippingDeliveryBulk),
  )

  commentRoute(app, context, 'shippings', shippingCalls, shippingCommentBulk)

  app.put('/shippings/delete', shippingCalls.deleteMany, (request, reply) =>
    answerBulk(context, request, reply, shippingDeleteBulk),
  )
}
