import { defaultCountry } from '../../../domain/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import {
  checkShippingMove,
  type ShippingMoveInput,
  shippingAssignFields,
  shippingMoveFields,
} from '../../../domain/shippings/shipping.ts'
import { shippingVerbs } from '../../../domain/shippings/shipping-status.ts'
import { defineBulk } from '../../jobs/define-bulk.ts'
import { accepted, Refused } from '../../refused.ts'
import { assignShippings } from '../../services/fulfillment/assign-shippings.ts'
import { commentShippings } from '../../services/fulfillment/comment-trades.ts'
import { deleteShippings } from '../../services/fulfillment/delete-shippings.ts'
import { moveShippings } from '../../services/fulfillment/move-shippings.ts'
import { refuseRest } from '../../crud/bulk-body.ts'
import { readComment } from '../../crud/comment-bulk.ts'
import { shippingSource } from './shipping-source.ts'

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

/** The verb of a delivery call: who may not do it at all is told so. */
export const assignVerb = ({ delivery }: { delivery: string | null }) =>
  delivery === null ? 'shipping.unassign' : 'shipping.assign'

export const shippingStatusBulk = defineBulk({
  work: 'shippings.status',
  source: shippingSource,
  verb: (move) => shippingVerbs[move.status],
  read: readShippingMove,
  change: moveShippings,
})

export const shippingDeliveryBulk = defineBulk({
  work: 'shippings.delivery',
  source: shippingSource,
  verb: assignVerb,
  read: readAssignment,
  change: assignShippings,
})

export const shippingDeleteBulk = defineBulk({
  work: 'shippings.delete',
  source: shippingSource,
  verb: 'shipping.delete',
  read: (rest) => accepted(refuseRest(rest)),
  change: (tx, actor, target, _, options) => deleteShippings(tx, actor, target, options),
})

export const shippingCommentBulk = defineBulk({
  work: 'shippings.comment',
  source: shippingSource,
  verb: 'shipping.comment',
  read: readComment,
  change: commentShippings,
})
