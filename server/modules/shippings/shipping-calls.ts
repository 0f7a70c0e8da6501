import {
  shippingAssignFields,
  shippingMoveFields,
  shippingUpdateFields,
} from '../../../domain/shippings/shipping.ts'
import { shippingVerbs } from '../../../domain/shippings/shipping-status.ts'
import { describe } from '../../openapi/describe.ts'

const moveVerbs = [...Object.values(shippingVerbs), 'shipping.reopen'] as const
const assignVerbs = ['shipping.assign', 'shipping.unassign'] as const

/** What the calls of shippings take and answer. */
export const shippingCalls = {
  list: describe.list('shippings'),
  one: describe.one('shippings'),
  update: describe.update('shippings', shippingUpdateFields, { refuses: ['SHIPPING_IS_OVER'] }),
  move: describe.move('shippings', shippingMoveFields, {
    verbs: moveVerbs,
    refuses: [
      'ALREADY_THERE',
      'NO_SUCH_TRANSITION',
      'DELIVERY_GUY_REQUIRED',
      'DATE_REQUIRED',
      'TOO_MANY_DECIMALS',
      'ALREADY_INVOICED',
      'OUT_OF_STOCK',
    ],
  }),
  moveMany: describe.moveMany('shippings', shippingMoveFields, { verbs: moveVerbs }),
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
