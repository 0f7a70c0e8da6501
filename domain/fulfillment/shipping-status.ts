import type { Transition } from '../lib/transitions.ts'

export const shippingStatuses = [
  'PENDING',
  'ASSIGNED',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'POSTPONED',
  'NOT_REACHABLE',
  'REFUSED',
  'RETURNED',
  'LOST',
  'CANCELLED',
] as const
export type ShippingStatus = (typeof shippingStatuses)[number]

export type ShippingVerb =
  | 'shipping.assign'
  | 'shipping.unassign'
  | 'shipping.dispatch'
  | 'shipping.deliver'
  | 'shipping.postpone'
  | 'shipping.not-reachable'
  | 'shipping.refuse'
  | 'shipping.return'
  | 'shipping.lose'
  | 'shipping.cancel'
  | 'shipping.reopen'

type ShippingTransition = Transition<ShippingStatus, ShippingVerb> & {
  /** Asks for the day that the customer named. */
  needsDate?: true
  /** Only while no invoice has billed it. */
  unbilled?: true
  /** Only while its cash has not been handed over. */
  holdsCash?: true
}

const cancel: ShippingTransition = { verb: 'shipping.cancel', to: 'CANCELLED' }
const dispatch: ShippingTransition = { verb: 'shipping.dispatch', to: 'OUT_FOR_DELIVERY' }
const refuse: ShippingTransition = { verb: 'shipping.refuse', to: 'REFUSED' }
const comeBack: ShippingTransition = { verb: 'shipping.return', to: 'RETURNED' }
const lose: ShippingTransition = { verb: 'shipping.lose', to: 'LOST' }

/** The life of a parcel. RETURNED, LOST and CANCELLED end it. */
export const shippingTransitions: Record<ShippingStatus, readonly ShippingTransition[]> = {
  PENDING: [{ verb: 'shipping.assign', to: 'ASSIGNED' }, cancel],
  ASSIGNED: [{ verb: 'shipping.unassign', to: 'PENDING' }, dispatch, cancel],
  OUT_FOR_DELIVERY: [
    { verb: 'shipping.deliver', to: 'DELIVERED' },
    { verb: 'shipping.postpone', to: 'POSTPONED', needsDate: true },
    { verb: 'shipping.not-reachable', to: 'NOT_REACHABLE' },
    refuse,
    lose,
  ],
  POSTPONED: [dispatch, refuse, comeBack, lose],
  NOT_REACHABLE: [dispatch, refuse, comeBack, lose],
  REFUSED: [dispatch, comeBack, lose],
  DELIVERED: [
    { verb: 'shipping.reopen', to: 'OUT_FOR_DELIVERY', roles: ['admin'], unbilled: true, holdsCash: true },
  ],
  RETURNED: [],
  LOST: [],
  CANCELLED: [],
}

/** The verb of a requested status, if it does not depend on the parcel's current status. */
export const shippingVerbs: Record<ShippingStatus, ShippingVerb> = {
  PENDING: 'shipping.unassign',
  ASSIGNED: 'shipping.assign',
  OUT_FOR_DELIVERY: 'shipping.dispatch',
  DELIVERED: 'shipping.deliver',
  POSTPONED: 'shipping.postpone',
  NOT_REACHABLE: 'shipping.not-reachable',
  REFUSED: 'shipping.refuse',
  RETURNED: 'shipping.return',
  LOST: 'shipping.lose',
  CANCELLED: 'shipping.cancel',
}

/** How the goods of a returned parcel came back. Damaged ones are billed alike and do not come back into stock. */
export const returnConditions = ['sound', 'damaged'] as const
export type ReturnCondition = (typeof returnConditions)[number]

/** What a parcel's goods are to its product's stock: held back for it, gone from it, or free again (damaged ones: gone). */
export const shippingStock: Record<ShippingStatus, 'reserved' | 'gone' | 'free'> = {
  PENDING: 'reserved',
  ASSIGNED: 'reserved',
  OUT_FOR_DELIVERY: 'reserved',
  DELIVERED: 'gone',
  POSTPONED: 'reserved',
  NOT_REACHABLE: 'reserved',
  REFUSED: 'reserved',
  RETURNED: 'free',
  LOST: 'gone',
  CANCELLED: 'free',
}

/**
 * Statuses in which a parcel's pieces are reserved and wait to go out: what a pick list counts. A refused parcel is on its
 * way back, one out for delivery is with its delivery guy.
 */
export const pickedStatuses: readonly ShippingStatus[] = ['PENDING', 'ASSIGNED', 'POSTPONED', 'NOT_REACHABLE']

/** Statuses in which a parcel can be assigned to another delivery guy; PENDING becomes ASSIGNED by it. */
export const assignableStatuses: readonly ShippingStatus[] = [
  'PENDING',
  'ASSIGNED',
  'POSTPONED',
  'NOT_REACHABLE',
  'REFUSED',
]

/** What an invoice bills: parcels that came to an end which costs something. */
export const billedStatuses = ['DELIVERED', 'RETURNED'] as const satisfies readonly ShippingStatus[]
