import { defaultCountry } from '../../../domain/core/countries.ts'
import { shippingVerbs } from '../../../domain/fulfillment/shipping-status.ts'
import { validate } from '../../../domain/lib/validate.ts'
import {
  checkShippingMove,
  type ShippingMoveInput,
  shippingAssignFields,
  shippingMoveFields,
} from '../../../domain/shippings/shipping.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { describe } from '../../openapi/describe.ts'
import { shippingList } from '../../queries/shippings.ts'
import { commentShippings } from '../../services/fulfillment/comment-fulfillments.ts'
import { revertShippings } from '../../services/fulfillment/revert-fulfillments.ts'
import {
  assignShippings,
  deleteShippings,
  moveShippings,
  updateShipping,
} from '../../services/fulfillment/shippings.ts'
import { act, commentAct, deleteAct } from '../acts.ts'
import { serve } from '../serve.ts'
import { finestCountry, sheetAct } from './sheet.ts'

const moveVerbs = [...Object.values(shippingVerbs), 'shipping.reopen'] as const
const assignVerbs = ['shipping.assign', 'shipping.unassign'] as const

const readMove = (body: unknown): ShippingMoveInput =>
  accepted(checkShippingMove(accepted(validate(shippingMoveFields, body, { country: finestCountry }))))

/** `delivery` is required; omitting it must not unassign. */
const readAssignment = (body: unknown): { delivery: string | null } => {
  const { delivery } = accepted(validate(shippingAssignFields, body, { country: defaultCountry }))
  if (delivery !== undefined) return { delivery }
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'delivery', code: 'REQUIRED' }] })
}

/** Shippings are created by confirmed orders. */
export const shippingResource = serve(shippingList, {
  update: { refuses: ['SHIPPING_IS_OVER'], run: updateShipping },
  acts: [
    act(shippingList, {
      path: 'status',
      one: describe.move('shippings', shippingMoveFields, {
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
      many: describe.moveMany('shippings', shippingMoveFields, {
        verbs: moveVerbs,
        detail:
          'With `delivery`, parcels that leave are on a manifest, which the report names: one for the whole call, also where it runs as a job.',
      }),
      verb: (move) => shippingVerbs[move.status],
      read: readMove,
      change: moveShippings,
    }),
    sheetAct,
    act(shippingList, {
      path: 'delivery',
      one: describe.change('shippings', shippingAssignFields, {
        id: 'setShippingDelivery',
        summary: 'Give a parcel to a delivery guy, or with null take it back',
        bodyTitle: 'ShippingAssignment',
        verbs: assignVerbs,
        refuses: ['ALREADY_THERE', 'NO_SUCH_TRANSITION', 'DELIVERY_GUY_NOT_FOUND', 'SHIPPING_IS_OUT'],
      }),
      many: describe.bulk('shippings', shippingAssignFields, {
        id: 'setShippingsDelivery',
        summary: 'Give many parcels to a delivery guy, or with null take them back',
        bodyTitle: 'ShippingsAssignment',
        verbs: assignVerbs,
      }),
      verb: ({ delivery }) => (delivery === null ? 'shipping.unassign' : 'shipping.assign'),
      read: readAssignment,
      change: assignShippings,
    }),
    commentAct(shippingList, commentShippings),
    deleteAct(shippingList, 'shipping.delete', (tx, actor, target, _, options) =>
      deleteShippings(tx, actor, target, options),
    ),
  ],
  revert: revertShippings,
})
