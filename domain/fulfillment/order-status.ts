import type { Transition } from '../lib/transitions.ts'
import type { ShippingStatus } from './shipping-status.ts'

export const orderStatuses = ['PENDING', 'CONFIRMED', 'CANCELLED', 'NOT_REACHABLE'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export type OrderVerb = 'order.confirm' | 'order.cancel' | 'order.not-reachable' | 'order.reopen'

/** Lifecycle of an order. A repeated unanswered call counts as one more attempt. */
export const orderTransitions: Record<OrderStatus, readonly Transition<OrderStatus, OrderVerb>[]> = {
  PENDING: [
    { verb: 'order.confirm', to: 'CONFIRMED' },
    { verb: 'order.not-reachable', to: 'NOT_REACHABLE' },
    { verb: 'order.cancel', to: 'CANCELLED' },
  ],
  NOT_REACHABLE: [
    { verb: 'order.confirm', to: 'CONFIRMED' },
    { verb: 'order.not-reachable', to: 'NOT_REACHABLE' },
    { verb: 'order.cancel', to: 'CANCELLED' },
  ],
  CONFIRMED: [{ verb: 'order.cancel', to: 'CANCELLED' }],
  CANCELLED: [{ verb: 'order.reopen', to: 'PENDING', roles: ['admin'], needsComment: true }],
}

export const orderVerbs: Record<OrderStatus, OrderVerb> = {
  PENDING: 'order.reopen',
  CONFIRMED: 'order.confirm',
  CANCELLED: 'order.cancel',
  NOT_REACHABLE: 'order.not-reachable',
}

/** Statuses of the parcel at which a confirmed order can still be cancelled or unconfirmed. */
export const recallableShippingStatuses: readonly ShippingStatus[] = ['PENDING', 'ASSIGNED']
