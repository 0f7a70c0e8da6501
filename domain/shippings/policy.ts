import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import type { OrderStatus } from '../fulfillment/order-status.ts'
import {
  assignableStatuses,
  type ShippingStatus,
  type ShippingVerb,
  shippingTransitions,
  shippingVerbs,
} from '../fulfillment/shipping-status.ts'
import { hasValidDecimals } from '../lib/money.ts'
import { whyNotCollect } from './collected.ts'

/** Why this actor may not change where that parcel goes: one that has come to its end went where it went. */
export const whyNotEditShipping = (
  actor: Actor,
  shipping: Scoped & { status: ShippingStatus },
): Code | null => {
  const forbidden = whyNot(actor, 'shipping.update', shipping)
  if (forbidden !== null) return forbidden
  const isOver = shipping.status === 'DELIVERED' || shippingTransitions[shipping.status].length === 0
  return isOver ? 'SHIPPING_IS_OVER' : null
}

/** Why this actor may not delete that parcel: only one that its order holds no more, and that nobody has billed. */
export const whyNotDeleteShipping = (
  actor: Actor,
  shipping: Scoped & { status: ShippingStatus; isBilled: boolean; orderStatus: OrderStatus },
): Code | null => {
  const forbidden = whyNot(actor, 'shipping.delete', shipping)
  if (forbidden !== null) return forbidden
  if (shipping.isBilled) return 'ALREADY_INVOICED'
  return shipping.status === 'CANCELLED' ? null : 'ORDER_IS_CONFIRMED'
}

/** What the decision to move a parcel looks at. */
export type MovableShipping = Scoped & {
  country: CountryCode
  status: ShippingStatus
  isBilled: boolean
  isHandedOver: boolean
  /** What is due on delivery, in major units. */
  totalPrice: number
}

export type ShippingMove = {
  status: ShippingStatus
  comment?: string | null
  postponedTo?: string | null
  /** In major units of the parcel's country. */
  collected?: number | null
  /** Why another amount was taken than what was due; a comment of the same call says it as well. */
  reason?: string | null
  /** Who takes it out, where it leaves. */
  delivery?: string | null
}

/** The verb that moves a parcel from its status to that one; the status's default verb if there is no such step. */
export const shippingVerb = (from: ShippingStatus, to: ShippingStatus): ShippingVerb =>
  shippingTransitions[from].find((step) => step.to === to)?.verb ?? shippingVerbs[to]

/** Why this actor may not move that parcel to that status; null when they may. The server answers with the same code. */
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
  const step = shippingTransitions[shipping.status].find(({ to }) => to === move.status)
  const forbidden = whyNot(actor, step?.verb ?? shippingVerbs[move.status], shipping)
  if (forbidden !== null) return forbidden
  if (step === undefined) return shipping.status === move.status ? 'ALREADY_THERE' : 'NO_SUCH_TRANSITION'
  // A parcel that leaves with somebody is dispatched: a delivered one is not reopened by it.
  if (delivery !== null && step.verb !== 'shipping.dispatch') return 'NO_SUCH_TRANSITION'
  if (step.roles && !step.roles.includes(actor.role)) return 'FORBIDDEN'
  if (step.verb === 'shipping.assign' && !shipping.delivery) return 'DELIVERY_GUY_REQUIRED'
  if (step.needsDate && !move.postponedTo) return 'DATE_REQUIRED'
  if (step.unbilled && shipping.isBilled) return 'ALREADY_INVOICED'
  if (step.holdsCash && shipping.isHandedOver) return 'CASH_HANDED_OVER'
  if (move.collected != null && !hasValidDecimals(move.collected, shipping.country))
    return 'TOO_MANY_DECIMALS'
  return whyNotCollect(shipping, move)
}

/** The status of a parcel that is given to a delivery guy: one that waits becomes assigned, any other stays as it is. */
export const assignedStatus = (status: ShippingStatus): ShippingStatus =>
  status === 'PENDING' ? 'ASSIGNED' : status

/** Why this actor may not give that parcel to `delivery` (null: take it back); null when they may. */
export const whyNotAssignShipping = (
  actor: Actor,
  shipping: Omit<MovableShipping, 'totalPrice'>,
  delivery: string | null,
): Code | null => {
  const forbidden = whyNot(actor, delivery === null ? 'shipping.unassign' : 'shipping.assign', shipping)
  if (forbidden !== null) return forbidden
  if ((shipping.delivery ?? null) === delivery) return 'ALREADY_THERE'
  if (delivery === null) return shipping.status === 'ASSIGNED' ? null : 'NO_SUCH_TRANSITION'
  if (shipping.status === 'OUT_FOR_DELIVERY') return 'SHIPPING_IS_OUT'
  return assignableStatuses.includes(shipping.status) ? null : 'NO_SUCH_TRANSITION'
}
