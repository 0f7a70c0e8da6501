import { orderFields, orderUpdateFields } from '../../../domain/orders/order.ts'
import { orderMoveFields } from '../../../domain/orders/order-move.ts'
import { orderVerbs } from '../../../domain/orders/order-status.ts'
import { describe } from '../../openapi/describe.ts'

const verbs = Object.values(orderVerbs)

/** What the calls of orders take and answer. */
export const orderCalls = {
  list: describe.list('orders'),
  one: describe.one('orders'),
  create: describe.create('orders', orderFields, { refuses: ['PRODUCT_NOT_FOUND'] }),
  update: describe.update('orders', orderUpdateFields, {
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
