import type { FastifyInstance } from 'fastify'
import { defaultCountry } from '../../domain/core/countries.ts'
import { orderVerbs } from '../../domain/fulfillment/order-status.ts'
import { validate } from '../../domain/lib/validate.ts'
import { orderMergeFields } from '../../domain/orders/merge-orders.ts'
import { checkOrderMove, type OrderMoveInput, orderMoveFields } from '../../domain/orders/order.ts'
import { orderProductShapes } from '../../domain/products/product.ts'
import { accepted, Refused } from '../core/errors.ts'
import { newBatch } from '../crud/record-changes.ts'
import type { ServerContext } from '../db/context.ts'
import { permit } from '../http/auth.ts'
import { recordId, refuseQuery } from '../http/request-parts.ts'
import { write } from '../http/write.ts'
import { fieldsJson, json, pageJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { titled } from '../openapi/json-schema.ts'
import { changeReportSchema, shapesSchema } from '../openapi/schemas.ts'
import { listProductsOf, orderList } from '../queries/orders.ts'
import { commentOrders } from '../services/fulfillment/comment-fulfillments.ts'
import { mergeOrders } from '../services/fulfillment/merge-orders.ts'
import { deleteOrders, moveOrders, updateOrder } from '../services/fulfillment/orders.ts'
import { revertOrders } from '../services/fulfillment/revert-fulfillments.ts'
import { insertOrders } from '../services/fulfillment/write-orders.ts'
import { retentionSetting } from '../services/personal/retention.ts'
import { act, commentAct, deleteAct } from './acts.ts'
import { callTurnAct } from './call-turns.ts'
import { messageAct } from './opened-messages.ts'
import { importRoutes } from './order-imports.ts'
import { serve } from './serve.ts'

const verbs = Object.values(orderVerbs)

const readMove = (body: unknown): OrderMoveInput =>
  // No field depends on the country.
  accepted(checkOrderMove(accepted(validate(orderMoveFields, body, { country: defaultCountry }))))

const productCall = describe.call({
  id: 'listProductsOfOrder',
  tag: 'orders',
  summary: 'List the products that an order may be changed to',
  detail: 'Those of its seller in its country, by name.',
  verbs: ['order.update'],
  answers: { 200: pageJson('OrderProductsPage', titled('OrderProduct', shapesSchema(orderProductShapes))) },
  refuses: ['NOT_FOUND'],
})

/** Callers read no products but these. */
const productChoices = (app: FastifyInstance, { db }: ServerContext): void => {
  app.get('/orders/:id/products', productCall, async (request) => {
    refuseQuery(request)
    const id = recordId(request)
    permit(request, 'order.update')
    const [order] = await orderList.read(db, [id])
    if (order === undefined) throw new Refused('NOT_FOUND')
    permit(request, 'order.update', order)
    return listProductsOf(db, order)
  })
}

const mergeCall = describe.call({
  id: 'mergeOrders',
  tag: 'orders',
  summary: 'Make one order of two that wait for a call',
  detail:
    'Both of one phone number and country. Of one product: the pieces of `drop` are added to `keep`, at its price. Otherwise `keep` stays as it is. `drop` is cancelled, with `reason` in its comment. Undone for both or for none.',
  verbs: ['order.merge'],
  headers: ['Idempotency-Key'],
  body: fieldsJson('OrdersMerge', orderMergeFields),
  answers: { 200: json(changeReportSchema) },
  sendsBatch: true,
  refuses: ['NOT_FOUND', 'OTHER_CUSTOMER', 'ORDER_NOT_PENDING', 'CLAIMED_BY_ANOTHER'],
})

const mergeRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.put('/orders/merge', mergeCall, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'order.merge')
    return write(context, request, reply, async (tx) => {
      // No field depends on the country.
      const input = accepted(validate(orderMergeFields, request.body, { country: defaultCountry }))
      const report = await mergeOrders(tx, actor, input, newBatch(context))
      return { status: 200, body: report, batchId: report.batchId }
    })
  })
}

export const orderResource = serve(orderList, {
  create: {
    refuses: ['PRODUCT_NOT_FOUND', 'ALREADY_IMPORTED', 'CUSTOMER_BLOCKED'],
    run: (actor, input) => ({
      work: async (tx, batch) => {
        const [created] = await insertOrders(tx, actor, [input], batch)
        return (await orderList.read(tx, [created!.id]))[0]
      },
    }),
  },
  update: {
    refuses: [
      'PRODUCT_NOT_FOUND',
      'ZONE_NOT_FOUND',
      'ORDER_IS_CONFIRMED',
      'ORDER_NOT_PENDING',
      'SHIPPING_IS_OUT',
      'OUT_OF_STOCK',
      'ALREADY_IMPORTED',
    ],
    run: updateOrder,
  },
  acts: [
    act(orderList, {
      path: 'status',
      one: describe.move('orders', orderMoveFields, {
        verbs,
        refuses: [
          'ALREADY_THERE',
          'NO_SUCH_TRANSITION',
          'COMMENT_REQUIRED',
          'ORDER_NOT_PENDING',
          'DELIVERY_GUY_NOT_FOUND',
          'OUT_OF_STOCK',
          'SHIPPING_IS_OUT',
        ],
      }),
      many: describe.moveMany('orders', orderMoveFields, { verbs }),
      verb: (move) => orderVerbs[move.status],
      read: readMove,
      change: moveOrders,
    }),
    commentAct(orderList, commentOrders),
    messageAct('orders'),
    callTurnAct('take-over'),
    callTurnAct('free'),
    deleteAct(orderList, 'order.delete', (tx, actor, target, _, options) =>
      deleteOrders(tx, actor, target, options),
    ),
  ],
  more: [importRoutes, productChoices, mergeRoutes],
  revert: (tx, actor, lines, batch) =>
    lines.some(retentionSetting.hasVerb)
      ? retentionSetting.revert(tx, actor, lines, batch)
      : revertOrders(tx, actor, lines, batch),
})
