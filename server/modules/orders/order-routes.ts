import type { FastifyInstance } from 'fastify'
import { validate } from '../../../domain/lib/validate.ts'
import { orderFields } from '../../../domain/orders/order.ts'
import type { ServerContext } from '../../context.ts'
import { permit } from '../../http/auth.ts'
import { ifMatch, queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { sendJson } from '../../http/send-json.ts'
import { write } from '../../http/write.ts'
import { accepted } from '../../refused.ts'
import { insertOrders } from '../../services/fulfillment/insert-orders.ts'
import { updateOrder } from '../../services/fulfillment/update-order.ts'
import { newBatch } from '../change-log/record-changes.ts'
import { answerBulk } from '../../crud/answer-bulk.ts'
import { commentRoute } from '../../crud/comment-bulk.ts'
import { countryOf } from '../../crud/country-of.ts'
import { getRecord } from '../../crud/get-record.ts'
import { listRecords } from '../../crud/list-records.ts'
import { orderCommentBulk, orderDeleteBulk, orderStatusBulk, readOrderMove } from './order-bulks.ts'
import { orderCalls } from './order-calls.ts'
import { orderSource } from './order-source.ts'
import { readOrders } from './read-orders.ts'
import { setOrderStatus } from './set-order-status.ts'

export const orderRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/orders', orderCalls.list, async (request, reply) =>
    sendJson(reply, await listRecords(context, orderSource, readOrders, request.actor, queryOf(request))),
  )

  app.get('/orders/:id', orderCalls.one, async (request) => {
    refuseQuery(request)
    return getRecord(context.db, readOrders, request.actor, 'order.view', recordId(request))
  })

  app.post('/orders', orderCalls.create, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'order.create')
    const input = accepted(
      validate(orderFields, request.body, { country: countryOf(request.body, actor.country) }),
    )
    return write(context, request, reply, async (tx) => {
      const [created] = await insertOrders(tx, actor, [input], newBatch(context))
      return { status: 201, body: (await readOrders(tx, [created!.id]))[0] }
    })
  })

  app.put('/orders/:id', orderCalls.update, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'order.update')
    const edit = { id: recordId(request), version: ifMatch(request), body: request.body }
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await updateOrder(tx, actor, edit, newBatch(context)),
    }))
  })

  app.put('/orders/status/:id', orderCalls.move, async (request, reply) => {
    refuseQuery(request)
    const { actor } = request
    const id = recordId(request)
    const move = readOrderMove(request.body)
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await setOrderStatus(tx, actor, { id, version: ifMatch(request), move }, newBatch(context)),
    }))
  })

  app.put('/orders/status', orderCalls.moveMany, (request, reply) =>
    answerBulk(context, request, reply, orderStatusBulk),
  )

  commentRoute(app, context, 'orders', orderCalls, orderCommentBulk)

  app.put('/orders/delete', orderCalls.deleteMany, (request, reply) =>
    answerBulk(context, request, reply, orderDeleteBulk),
  )
}
