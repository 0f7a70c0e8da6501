import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { orderVerbs } from '../../../domain/fulfillment/order-status.ts'
import { validate } from '../../../domain/lib/validate.ts'
import {
  checkOrderMove,
  type Order,
  type OrderMoveInput,
  orders as orderDefinition,
  orderMoveFields,
} from '../../../domain/orders/order.ts'
import { accepted } from '../../core/errors.ts'
import { onlyRecord } from '../../crud/change-report.ts'
import { refuseRest } from '../../crud/choose-records.ts'
import { listRecords } from '../../crud/read-records.ts'
import { type Batch, newBatch } from '../../crud/record-changes.ts'
import { countryOf } from '../../crud/resource-definition.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { permit } from '../../http/auth.ts'
import { sendJson } from '../../http/json-body.ts'
import { ifMatch, queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { answerBulk } from '../../jobs/answer-call.ts'
import { defineBulk, readComment } from '../../jobs/define-bulk.ts'
import { describe } from '../../openapi/describe.ts'
import { orderList } from '../../queries/orders.ts'
import { commentRoute, getRecord } from '../../resources/record-routes.ts'
import { commentOrders } from '../../services/fulfillment/comment-fulfillments.ts'
import { deleteOrders, moveOrders, updateOrder } from '../../services/fulfillment/orders.ts'
import { insertOrders } from '../../services/fulfillment/write-orders.ts'

const verbs = Object.values(orderVerbs)

/** What the calls of orders take and answer. */
export const orderCalls = {
  list: describe.list('orders'),
  one: describe.one('orders'),
  create: describe.create('orders', orderDefinition.fields, {
    refuses: ['PRODUCT_NOT_FOUND', 'ALREADY_IMPORTED'],
  }),
  update: describe.update('orders', orderDefinition.updateFields, {
    refuses: [
      'PRODUCT_NOT_FOUND',
      'ORDER_IS_CONFIRMED',
      'SHIPPING_IS_OUT',
      'OUT_OF_STOCK',
      'ALREADY_IMPORTED',
    ],
  }),
  move: describe.move('orders', orderMoveFields, {
    verbs,
    refuses: [
      'ALREADY_THERE',
      'NO_SUCH_TRANSITION',
      'COMMENT_REQUIRED',
      'DELIVERY_GUY_NOT_FOUND',
      'OUT_OF_STOCK',
      'SHIPPING_IS_OUT',
    ],
  }),
  moveMany: describe.moveMany('orders', orderMoveFields, { verbs }),
  commentMany: describe.commentMany('orders'),
  deleteMany: describe.deleteMany('orders'),
}

export const readOrderMove = (body: unknown): OrderMoveInput =>
  // No field of a move depends on the country.
  accepted(checkOrderMove(accepted(validate(orderMoveFields, body, { country: defaultCountry }))))

export const orderStatusBulk = defineBulk({
  work: 'orders.status',
  source: orderList.source,
  verb: (move) => orderVerbs[move.status],
  read: readOrderMove,
  change: moveOrders,
})

export const orderDeleteBulk = defineBulk({
  work: 'orders.delete',
  source: orderList.source,
  verb: 'order.delete',
  read: (rest) => accepted(refuseRest(rest)),
  change: (tx, actor, target, _, options) => deleteOrders(tx, actor, target, options),
})

export const orderCommentBulk = defineBulk({
  work: 'orders.comment',
  source: orderList.source,
  verb: 'order.comment',
  read: readComment,
  change: commentOrders,
})

type StatusCall = { id: string; version: number | null; move: OrderMoveInput }

/** Moves one order by the same workflow that moves many. */
export const setOrderStatus = async (
  tx: Transaction,
  actor: Actor,
  { id, version, move }: StatusCall,
  batch: Batch,
): Promise<Order> => {
  const report = await moveOrders(tx, actor, { ids: [id] }, move, { batch, dryRun: false, version })
  return onlyRecord(report, await orderList.read(tx, [id]))
}

export const orderRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/orders', orderCalls.list, async (request, reply) =>
    sendJson(
      reply,
      await listRecords(context, orderList.source, orderList.read, request.actor, queryOf(request)),
    ),
  )

  app.get('/orders/:id', orderCalls.one, async (request) => {
    refuseQuery(request)
    return getRecord(context.db, orderList.read, request.actor, 'order.view', recordId(request))
  })

  app.post('/orders', orderCalls.create, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'order.create')
    const input = accepted(
      validate(orderDefinition.fields, request.body, { country: countryOf(request.body, actor.country) }),
    )
    return write(context, request, reply, async (tx) => {
      const [created] = await insertOrders(tx, actor, [input], newBatch(context))
      return { status: 201, body: (await orderList.read(tx, [created!.id]))[0] }
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
