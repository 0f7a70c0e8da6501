import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../../domain/access/permissions.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type ShippingStatus, shippingStatuses } from '../../../domain/fulfillment/shipping-status.ts'
import {
  type MovableShipping,
  type ShippingMove,
  shippingVerb,
  whyNotAssignShipping,
  whyNotDeleteShipping,
  whyNotEditShipping,
  whyNotMoveShipping,
} from '../../../domain/shippings/policy.ts'
import { checkShippingMove } from '../../../domain/shippings/shipping.ts'
import { steps } from '../../support/property/model-shippings.ts'
import { actorOf } from '../../support/whole-records.ts'

/** A parcel in scope of every role with parcels. */
const shipping = (status: ShippingStatus, more: Partial<MovableShipping> = {}): MovableShipping => ({
  status,
  country: 'ic',
  owner: 'seller-1',
  delivery: 'delivery-1',
  isBilled: false,
  isHandedOver: false,
  attempts: 1,
  totalPrice: 12_000,
  ...more,
})

/** Statuses that each role may request, and transitions among them reserved to other roles. */
const requestable: Record<Role, readonly ShippingStatus[]> = {
  admin: shippingStatuses,
  agent: shippingStatuses,
  delivery: [
    'PENDING',
    'OUT_FOR_DELIVERY',
    'DELIVERED',
    'POSTPONED',
    'NOT_REACHABLE',
    'REFUSED',
    'CANCELLED',
  ],
  seller: [],
  moderator: [],
}
const adminOnly = ['reopen']

const expectedCode = (role: Role, from: ShippingStatus, to: ShippingStatus): Code | null => {
  const step = steps[from][to]
  if (!requestable[role].includes(to)) return 'FORBIDDEN'
  if (step === undefined) return from === to ? 'ALREADY_THERE' : 'NO_SUCH_TRANSITION'
  return adminOnly.includes(step) && role !== 'admin' ? 'FORBIDDEN' : null
}

const everyMove = roles.flatMap((role) =>
  shippingStatuses.flatMap((from) => shippingStatuses.map((to) => ({ role, from, to }))),
)

const everyStep = shippingStatuses.flatMap((from) =>
  shippingStatuses.flatMap((to) => {
    const verb = steps[from][to]
    return verb === undefined ? [] : [{ from, to, verb }]
  }),
)

describe('moving a parcel', () => {
  it.each(everyMove)('as $role from $from to $to is as the design says', ({ role, from, to }) => {
    const move: ShippingMove = { status: to, postponedTo: to === 'POSTPONED' ? '2026-11-30' : null }
    expect(whyNotMoveShipping(actorOf(role), shipping(from), move)).toBe(expectedCode(role, from, to))
  })

  it.each(everyStep)('from $from to $to is $verb', ({ from, to, verb }) => {
    expect(shippingVerb(from, to)).toBe(`shipping.${verb}`)
  })

  it('from the street to the warehouse in one step is for damaged goods, and for the office', () => {
    const back = (condition?: 'sound' | 'damaged' | null) => ({ status: 'RETURNED', condition }) as const
    const code = (role: Role, move: ShippingMove) =>
      whyNotMoveShipping(actorOf(role), shipping('OUT_FOR_DELIVERY'), move)
    expect([code('admin', back('damaged')), code('agent', back('damaged'))]).toEqual([null, null])
    expect(code('delivery', back('damaged'))).toBe('FORBIDDEN')
    for (const condition of ['sound', null, undefined] as const)
      expect(code('admin', back(condition))).toBe('NO_SUCH_TRANSITION')
  })

  it('before it leaves goes to another day, and from there out or to its end, as nothing happened at a door', () => {
    const code = (status: ShippingStatus, from: ShippingStatus, role: Role = 'delivery') =>
      whyNotMoveShipping(actorOf(role), shipping(from, { attempts: 0, postponedTo: '2026-12-04' }), {
        status,
        postponedTo: status === 'POSTPONED' ? '2026-12-07' : null,
      })
    expect([code('POSTPONED', 'ASSIGNED'), code('POSTPONED', 'ASSIGNED', 'agent')]).toEqual([null, null])
    for (const to of ['OUT_FOR_DELIVERY', 'POSTPONED', 'CANCELLED'] as const)
      expect({ to, code: code(to, 'POSTPONED') }).toEqual({ to, code: null })
    for (const to of ['REFUSED', 'RETURNED', 'LOST'] as const)
      expect({ to, code: code(to, 'POSTPONED', 'agent') }).toEqual({ to, code: 'NO_SUCH_TRANSITION' })
  })

  it('can be postponed to another day, not to the one it has', () => {
    const code = (postponedTo: string | null) =>
      whyNotMoveShipping(actorOf('agent'), shipping('POSTPONED', { postponedTo: '2026-12-04' }), {
        status: 'POSTPONED',
        postponedTo,
      })
    expect([code('2026-12-07'), code('2026-12-04'), code(null)]).toEqual([
      null,
      'ALREADY_THERE',
      'ALREADY_THERE',
    ])
  })

  it('reaches every status', () => {
    const reached = new Set(Object.values(steps).flatMap((of) => Object.keys(of)))
    expect([...reached].sort()).toEqual([...shippingStatuses].sort())
  })

  it('is for an agent of its country and its delivery guy; for others it is not found', () => {
    const dispatch = { status: 'OUT_FOR_DELIVERY' } as const
    const code = (role: Role, more: Partial<MovableShipping>) =>
      whyNotMoveShipping(actorOf(role), shipping('ASSIGNED', more), dispatch)
    expect(code('agent', { country: 'sn' })).toBe('NOT_FOUND')
    expect(code('agent', { delivery: null })).toBeNull()
    expect(code('delivery', { delivery: 'delivery-2' })).toBe('NOT_FOUND')
    expect(code('delivery', { delivery: null })).toBe('NOT_FOUND')
    expect(code('delivery', { country: 'sn' })).toBeNull()
    expect(code('admin', { country: 'sn', delivery: null })).toBeNull()
  })

  it('requires the day, an assigned delivery person, and a parcel that is not billed', () => {
    const code = (from: ShippingStatus, move: ShippingMove, more: Partial<MovableShipping> = {}) =>
      whyNotMoveShipping(actorOf('admin'), shipping(from, more), move)
    for (const postponedTo of [undefined, null]) {
      expect(code('OUT_FOR_DELIVERY', { status: 'POSTPONED', postponedTo })).toBe('DATE_REQUIRED')
    }
    expect(code('PENDING', { status: 'ASSIGNED' }, { delivery: null })).toBe('DELIVERY_GUY_REQUIRED')
    expect(code('DELIVERED', { status: 'OUT_FOR_DELIVERY' }, { isBilled: true })).toBe('ALREADY_INVOICED')
  })

  it('gives a parcel to the delivery guy who takes it out, and reopens none by that', () => {
    const code = (from: ShippingStatus, more: Partial<MovableShipping> = {}, role: Role = 'agent') =>
      whyNotMoveShipping(actorOf(role), shipping(from, more), {
        status: 'OUT_FOR_DELIVERY',
        delivery: 'delivery-2',
      })
    const codes = Object.fromEntries(shippingStatuses.map((status) => [status, code(status)]))
    expect(codes).toEqual(whenGiven)
    expect(code('PENDING', { delivery: null })).toBeNull()
    expect(code('OUT_FOR_DELIVERY', { delivery: 'delivery-2' })).toBe('ALREADY_THERE')
    expect(code('DELIVERED', { delivery: 'delivery-2' }, 'admin')).toBe('NO_SUCH_TRANSITION')
    expect(code('ASSIGNED', {}, 'delivery')).toBe('FORBIDDEN')
  })

  it('takes cash in the decimals of its country', () => {
    const deliver = (country: MovableShipping['country'], collected: number) =>
      whyNotMoveShipping(actorOf('admin'), shipping('OUT_FOR_DELIVERY', { country, totalPrice: collected }), {
        status: 'DELIVERED',
        collected,
      })
    expect(deliver('ic', 12_000)).toBeNull()
    expect(deliver('ic', 12_000.5)).toBe('TOO_MANY_DECIMALS')
    expect(deliver('fr', 12.55)).toBeNull()
    expect(deliver('fr', 12.555)).toBe('TOO_MANY_DECIMALS')
    expect(deliver('tn', 12.555)).toBeNull()
    expect(deliver('ic', 0)).toBeNull()
  })

  it('takes a day with a postponement, cash with a delivery, a reason with three and a delivery guy with a dispatch only', () => {
    const problem = (move: Parameters<typeof checkShippingMove>[0]) => {
      const checked = checkShippingMove(move)
      return checked.ok ? null : checked.errors
    }
    for (const status of shippingStatuses) {
      const strayDay = status === 'POSTPONED' ? null : [{ path: 'postponedTo', code: 'UNKNOWN_FIELD' }]
      expect(problem({ status, postponedTo: '2026-11-30' })).toEqual(strayDay)
      const strayCash = status === 'DELIVERED' ? null : [{ path: 'collected', code: 'UNKNOWN_FIELD' }]
      expect(problem({ status, collected: 0 })).toEqual(strayCash)
      const hasReason = ['DELIVERED', 'NOT_REACHABLE', 'REFUSED'].includes(status)
      const strayReason = hasReason ? null : [{ path: 'reason', code: 'UNKNOWN_FIELD' }]
      expect(problem({ status, reason: 'Trop cher' })).toEqual(strayReason)
      const strayCourier =
        status === 'OUT_FOR_DELIVERY' ? null : [{ path: 'delivery', code: 'UNKNOWN_FIELD' }]
      expect(problem({ status, delivery: 'delivery-2' })).toEqual(strayCourier)
    }
    expect(problem({ status: 'POSTPONED', postponedTo: '2026-11-30T10:00:00Z' })).toEqual([
      { path: 'postponedTo', code: 'NOT_A_DATE' },
    ])
  })
})

/** Statuses in which a parcel may be assigned, written by hand. */
const whenGiven: Record<ShippingStatus, Code | null> = {
  PENDING: null,
  ASSIGNED: null,
  OUT_FOR_DELIVERY: 'SHIPPING_IS_OUT',
  DELIVERED: 'NO_SUCH_TRANSITION',
  POSTPONED: null,
  NOT_REACHABLE: null,
  REFUSED: null,
  RETURNED: 'NO_SUCH_TRANSITION',
  LOST: 'NO_SUCH_TRANSITION',
  CANCELLED: 'NO_SUCH_TRANSITION',
}

describe('giving a parcel to a delivery guy', () => {
  it.each(roles.flatMap((role) => shippingStatuses.map((status) => ({ role, status }))))(
    'as $role at $status, and taking it back',
    ({ role, status }) => {
      const code = (delivery: string | null) =>
        whyNotAssignShipping(actorOf(role), shipping(status), delivery)
      const mayGive = role === 'admin' || role === 'agent'
      expect(code('delivery-2')).toBe(mayGive ? whenGiven[status] : 'FORBIDDEN')
      expect(code('delivery-1')).toBe(mayGive ? 'ALREADY_THERE' : 'FORBIDDEN')
      const mayTakeBack = mayGive || role === 'delivery'
      expect(code(null)).toBe(
        !mayTakeBack ? 'FORBIDDEN' : status === 'ASSIGNED' ? null : 'NO_SUCH_TRANSITION',
      )
    },
  )

  it('unassigns nothing when no delivery person is assigned', () => {
    const nobodys = shipping('PENDING', { delivery: null })
    expect(whyNotAssignShipping(actorOf('admin'), nobodys, null)).toBe('ALREADY_THERE')
  })
})

describe('setting a parcel right', () => {
  const over = ['DELIVERED', 'RETURNED', 'LOST', 'CANCELLED']

  it.each(roles.flatMap((role) => shippingStatuses.map((status) => ({ role, status }))))(
    'as $role at $status',
    ({ role, status }) => {
      const expected = role !== 'admin' ? 'FORBIDDEN' : over.includes(status) ? 'SHIPPING_IS_OVER' : null
      expect(whyNotEditShipping(actorOf(role), shipping(status))).toBe(expected)
    },
  )

  it.each(roles.flatMap((role) => shippingStatuses.map((status) => ({ role, status }))))(
    'deleting it as $role at $status',
    ({ role, status }) => {
      const orderStatus = status === 'CANCELLED' ? 'CANCELLED' : 'CONFIRMED'
      const code = (isBilled: boolean) =>
        whyNotDeleteShipping(actorOf(role), { ...shipping(status, { isBilled }), isBilled, orderStatus })
      const allowed = status === 'CANCELLED' ? null : 'ORDER_IS_CONFIRMED'
      expect(code(false)).toBe(role === 'admin' ? allowed : 'FORBIDDEN')
      expect(code(true)).toBe(role === 'admin' ? 'ALREADY_INVOICED' : 'FORBIDDEN')
    },
  )
})
