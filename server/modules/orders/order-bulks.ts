import { defaultCountry } from '../../../domain/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { checkOrderMove, type OrderMoveInput, orderMoveFields } from '../../../domain/orders/order-move.ts'
import { orderVerbs } from '../../../domain/orders/order-status.ts'
import { defineBulk } from '../../jobs/define-bulk.ts'
import { accepted } from '../../refused.ts'
import { commentOrders } from '../../services/fulfillment/comment-trades.ts'
import { deleteOrders } from '../../services/fulfillment/delete-orders.ts'
import { moveOrders } from '../../services/fulfillment/move-orders.ts'
import { refuseRest } from '../../crud/bulk-body.ts'
import { readComment } from '../../crud/comment-bulk.ts'
import { orderSource } from './order-source.ts'

export const readOrderMove = (body: unknown): OrderMoveInput =>
  // No field of a move depends on the country.
  accepted(checkOrderMove(accepted(validate(orderMoveFields, body, { country: defaultCountry }))))

export const orderStatusBulk = defineBulk({
  work: 'orders.status',
  source: orderSource,
  verb: (move) => orderVerbs[move.status],
  read: readOrderMove,
  change: moveOrders,
})

export const orderDeleteBulk = defineBulk({
  work: 'orders.delete',
  source: orderSource,
  verb: 'order.delete',
  read: (rest) => accepted(refuseRest(rest)),
  change: (tx, actor, target, _, options) => deleteOrders(tx, actor, target, options),
})

export const orderCommentBulk = defineBulk({
  work: 'orders.comment',
  source: orderSource,
  verb: 'order.comment',
  read: readComment,
  change: commentOrders,
})
