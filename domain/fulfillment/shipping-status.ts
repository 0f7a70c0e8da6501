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

/** The verb of a target status, where it does not depend on the present status. */
export const shippingVerbs = {
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
} as const satisfies Record<ShippingStatus, string>

export type ShippingVerb = (typeof shippingVerbs)[ShippingStatus] | 'shipping.reopen'

type ShippingTransition = Transition<ShippingStatus, ShippingVerb> & {
  /** Requires the delivery day that the customer chose. */
  needsDate?: true
  /** Only with damaged goods, which need no call of the customer to explain why they come back. */
  needsDamage?: true
  /** Only of a parcel that has been out: `true`; or has not: `false`. */
  wasOut?: boolean
  /** Only while not on an invoice. */
  unbilled?: true
  /** Only while its cash has not been handed over. */
  holdsCash?: true
}

const cancel: ShippingTransition = { verb: 'shipping.cancel', to: 'CANCELLED' }
const dispatch: ShippingTransition = { verb: 'shipping.dispatch', to: 'OUT_FOR_DELIVERY' }
const postpone: ShippingTransition = { verb: 'shipping.postpone', to: 'POSTPONED', needsDate: true }
const refuse: ShippingTransition = { verb: 'shipping.refuse', to: 'REFUSED' }
const comeBack: ShippingTransition = { verb: 'shipping.return', to: 'RETURNED' }
const lose: ShippingTransition = { verb: 'shipping.lose', to: 'LOST' }

/** Lifecycle of a parcel. RETURNED, LOST and CANCELLED are final. */
export const shippingTransitions: Record<ShippingStatus, readonly ShippingTransition[]> = {
  PENDING: [{ verb: 'shipping.assign', to: 'ASSIGNED' }, cancel],
  // The customer may ask for another day before it leaves.
  ASSIGNED: [{ verb: 'shipping.unassign', to: 'PENDING' }, dispatch, postpone, cancel],
  OUT_FOR_DELIVERY: [
    { verb: 'shipping.deliver', to: 'DELIVERED' },
    postpone,
    { verb: 'shipping.not-reachable', to: 'NOT_REACHABLE' },
    refuse,
    { ...comeBack, needsDamage: true },
    lose,
  ],
  // To another day. One that never left is at the depot: nothing happened at a door, nothing comes back.
  POSTPONED: [
    dispatch,
    postpone,
    { ...refuse, wasOut: true },
    { ...comeBack, wasOut: true },
    { ...lose, wasOut: true },
    { ...cancel, wasOut: false },
  ],
  NOT_REACHABLE: [dispatch, postpone, refuse, comeBack, lose],
  REFUSED: [dispatch, comeBack, lose],
  DELIVERED: [
    { verb: 'shipping.reopen', to: 'OUT_FOR_DELIVERY', roles: ['admin'], unbilled: true, holdsCash: true },
  ],
  RETURNED: [],
  LOST: [],
  CANCELLED: [],
}

/** Condition of a returned parcel's goods. Damaged ones are billed alike but not added back to stock. */
export const returnConditions = ['sound', 'damaged'] as const
export type ReturnCondition = (typeof returnConditions)[number]

/** State of a parcel's goods in its product's stock: reserved, gone, or free again (damaged goods: gone). */
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
 * Statuses in which a parcel's pieces are still on the shelf: counted by pick lists. (A refused parcel is on its way back; one
 * out for delivery is with its courier.)
 */
export const pickedStatuses: readonly ShippingStatus[] = ['PENDING', 'ASSIGNED', 'POSTPONED', 'NOT_REACHABLE']

/** Statuses in which the courier can be changed; PENDING becomes ASSIGNED by it. */
export const assignableStatuses: readonly ShippingStatus[] = [
  'PENDING',
  'ASSIGNED',
  'POSTPONED',
  'NOT_REACHABLE',
  'REFUSED',
]

/** Statuses that an invoice bills. */
export const billedStatuses = ['DELIVERED', 'RETURNED'] as const satisfies readonly ShippingStatus[]
