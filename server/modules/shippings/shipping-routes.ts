import type { FastifyInstance } from 'fastify'
import { shippingVerbs } from '../../../domain/shippings/shipping-status.ts'
import type { ServerContext } from '../../context.ts'
import { permit } from '../../http/auth.ts'
import { ifMatch, queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { sendJson } from '../../http/send-json.ts'
import { write } from '../../http/write.ts'
import { updateShipping } from '../../services/fulfillment/update-shipping.ts'
import { newBatch } from '../change-log/record-changes.ts'
import { answerBulk } from '../../crud/answer-bulk.ts'
import { commentRoute } from '../../crud/comment-bulk.ts'
import { getRecord } from '../../crud/get-record.ts'
import { listRecords } from '../../crud/list-records.ts'
import { readShippings } from './read-shippings.ts'
import { setShippingDelivery, setShippingStatus } from './set-shipping.ts'
import {
  assignVerb,
  readAssignment,
  readShippingMove,
  shippingCommentBulk,
  shippingDeleteBulk,
  shippingDeliveryBulk,
  shippingStatusBulk,
} from './shipping-bulks.ts'
import { shippingCalls } from './shipping-calls.ts'
import { shippingSource } from './shipping-source.ts'

/** Shippings are made by confirmed orders. */
export const shippingRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/shippings', shippingCalls.list, async (request, reply) =>
    sendJson(
      reply,
      await listRecords(context, shippingSource, readShippings, request.actor, queryOf(request)),
    ),
  )

  app.get('/shippings/:id', shippingCalls.one, async (request) => {
    refuseQuery(request)
    return getRecord(context.db, readShippings, request.actor, 'shipping.view', recordId(request))
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
