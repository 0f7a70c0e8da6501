import type { Actor } from '../access/actor.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import type { OrderStatus } from '../fulfillment/order-status.ts'
import {
  assignableStatuses,
  type ReturnCondition,
  type ShippingStatus,
  type ShippingVerb,
  shippingTransitions,
  shippingVerbs,
} from '../fulfillment/shipping-status.ts'
import { hasValidDecimals } from '../lib/money.ts'
import { findTransition } from '../lib/transitions.ts'
import { todayIn } from '../lib/zone-clock.ts'
import { whyNotCollect } from './collected.ts'
import type { Shipping } from './shipping.ts'

/** Code why the actor may not edit the parcel's address, or null: final ones are fixed. */
export const whyNotEditShipping = (
  actor: Actor,
  shipping: Scoped & { status: ShippingStatus },
): Code | null => {
  const isOver = shipping.status === 'DELIVERED' || shippingTransitions[shipping.status].length === 0
  return whyNot(actor, 'shipping.update', shipping) ?? (isOver ? 'SHIPPING_IS_OVER' : null)
}

/** Code why the actor may not delete the parcel, or null: only if its order no longer needs it and it was not billed. */
export const whyNotDeleteShipping = (
  actor: Actor,
  shipping: Scoped & { status: ShippingStatus; isBilled: boolean; orderStatus: OrderStatus },
): Code | null => {
  const forbidden = whyNot(actor, 'shipping.delete', shipping)
  if (forbidden !== null) return forbidden
  if (shipping.isBilled) return 'ALREADY_INVOICED'
  return shipping.status === 'CANCELLED' ? null : 'ORDER_IS_CONFIRMED'
}

/** Facts that decide whether a parcel may change status. */
export type MovableShipping = Scoped & {
  country: CountryCode
  status: ShippingStatus
  isBilled: boolean
  isHandedOver: boolean
  /** How often it went out. */
  attempts: number
  postponedTo?: string | null
  /** Amount due on delivery, in major units. */
  totalPrice: number
}

export type ShippingMove = {
  status: ShippingStatus
  comment?: string | null
  postponedTo?: string | null
  /** In major units of the parcel's country. */
  collected?: number | null
  /** Why `collected` differs from the amount due; a comment of the same call will do. */
  reason?: string | null
  /** Of returned goods; default sound. */
  condition?: ReturnCondition | null
  /** The courier, when it is dispatched. */
  delivery?: string | null
}

/** The day chosen by the customer, if it is still to come: the parcel goes out before it only on purpose. */
export const dayToCome = (
  { status, postponedTo, country }: Pick<Shipping, 'status' | 'postponedTo' | 'country'>,
  now = new Date(),
): string | null =>
  status === 'POSTPONED' && postponedTo !== null && postponedTo > todayIn(country, now) ? postponedTo : null

/** The verb of a transition; the target status's default verb if there is no such transition. */
export const shippingVerb = (from: ShippingStatus, to: ShippingStatus): ShippingVerb =>
  findTransition(shippingTransitions, from, to)?.verb ?? shippingVerbs[to]

/** Code why the actor may not give the parcel that status, or null. */
export const whyNotMoveShipping = (
  actor: Actor,
  present: MovableShipping,
  move: ShippingMove,
): Code | null => {
  const { delivery = null } = move
  const isGiven = delivery !== null && delivery !== present.delivery
  const refusal = isGiven ? whyNotAssignShipping(actor, present, delivery) : null
  if (refusal !== null) return refusal
  const shipping = isGiven ? { ...present, delivery, status: assignedStatus(present.status) } : present
  const step = findTransition(shippingTransitions, shipping.status, move.status)
  const forbidden = whyNot(actor, step?.verb ?? shippingVerbs[move.status], shipping)
  if (forbidden !== null) return forbidden
  if (step === undefined) return shipping.status === move.status ? 'ALREADY_THERE' : 'NO_SUCH_TRANSITION'
  if (step.needsDamage && move.condition !== 'damaged') return 'NO_SUCH_TRANSITION'
  if (step.wasOut !== undefined && step.wasOut !== shipping.attempts > 0) return 'NO_SUCH_TRANSITION'
  // With a courier, only `dispatch` is meant; it must not reopen a delivered parcel.
  if (delivery !== null && step.verb !== 'shipping.dispatch') return 'NO_SUCH_TRANSITION'
  if (step.roles && !step.roles.includes(actor.role)) return 'FORBIDDEN'
  if (step.verb === 'shipping.assign' && !shipping.delivery) return 'DELIVERY_GUY_REQUIRED'
  // The same day again, or none: a carrier's sheet uploaded twice.
  const { postponedTo } = move
  if (shipping.status === move.status && (!postponedTo || postponedTo === shipping.postponedTo))
    return 'ALREADY_THERE'
  if (step.needsDate && !postponedTo) return 'DATE_REQUIRED'
  if (step.unbilled && shipping.isBilled) return 'ALREADY_INVOICED'
  if (step.holdsCash && shipping.isHandedOver) return 'CASH_HANDED_OVER'
  if (move.collected != null && !hasValidDecimals(move.collected, shipping.country))
    return 'TOO_MANY_DECIMALS'
  return whyNotCollect(shipping, move)
}

/** Status after a courier is assigned: PENDING becomes ASSIGNED, others stay. */
export const assignedStatus = (status: ShippingStatus): ShippingStatus =>
  status === 'PENDING' ? 'ASSIGNED' : status

/** Code why the actor may not assign the parcel to `delivery` (null: unassign), or null. */
export const whyNotAssignShipping = (
  actor: Actor,
  shipping: Omit<MovableShipping, 'totalPrice' | 'attempts'>,
  delivery: string | null,
): Code | null => {
  const forbidden = whyNot(actor, delivery === null ? 'shipping.unassign' : 'shipping.assign', shipping)
  if (forbidden !== null) return forbidden
  if ((shipping.delivery ?? null) === delivery) return 'ALREADY_THERE'
  if (delivery === null) return shipping.status === 'ASSIGNED' ? null : 'NO_SUCH_TRANSITION'
  if (shipping.status === 'OUT_FOR_DELIVERY') return 'SHIPPING_IS_OUT'
  return assignableStatuses.includes(shipping.status) ? null : 'NO_SUCH_TRANSITION'
}
