import { describe, expect, it } from 'vitest'
import { roles } from '../../../domain/access/permissions.ts'
import {
  type OrderStatus,
  orderStatuses,
  orderTransitions,
  orderVerbs,
} from '../../../domain/fulfillment/order-status.ts'
import { type ShippingStatus, shippingStatuses } from '../../../domain/fulfillment/shipping-status.ts'
import { goneStock, reservedStock, takenStock } from '../../../domain/fulfillment/stock-rules.ts'
import { findTransition } from '../../../domain/lib/transitions.ts'
import { checkOrderMove } from '../../../domain/orders/order.ts'
import {
  type MovableOrder,
  whyNotChangeField,
  whyNotDeleteOrder,
  whyNotEditOrder,
  whyNotMoveOrder,
  whyNotRevertFulfillment,
} from '../../../domain/orders/policy.ts'
import { actorOf } from '../../support/whole-records.ts'

const admin = actorOf('admin')

const order = (status: OrderStatus, more: Partial<MovableOrder> = {}): MovableOrder => ({
  status,
  country: 'ic',
  owner: 'seller-1',
  quantity: 2,
  available: 10,
  shippingStatus: status === 'CONFIRMED' ? 'PENDING' : null,
  ...more,
})

/** Allowed transitions, written by hand from docs/domain.md#orders; the table must match. */
const allowed: Record<OrderStatus, OrderStatus[]> = {
  PENDING: ['CONFIRMED', 'CANCELLED', 'NOT_REACHABLE'],
  NOT_REACHABLE: ['NOT_REACHABLE', 'CONFIRMED', 'CANCELLED'],
  CONFIRMED: ['CANCELLED'],
  CANCELLED: ['PENDING'],
}

const everyMove = roles.flatMap((role) =>
  orderStatuses.flatMap((from) => orderStatuses.map((to) => ({ role, from, to }))),
)

describe('moving an order', () => {
  it.each(everyMove)('as $role from $from to $to is as the design says', ({ role, from, to }) => {
    const code = whyNotMoveOrder(actorOf(role), order(from), { status: to, comment: 'why' })
    const isSellers = role === 'seller' && to === 'CANCELLED'
    const expected =
      role !== 'admin' && !isSellers
        ? 'FORBIDDEN'
        : allowed[from].includes(to)
          ? isSellers && from !== 'PENDING'
            ? 'ORDER_NOT_PENDING'
            : null
          : from === to
            ? 'ALREADY_THERE'
            : 'NO_SUCH_TRANSITION'
    expect(code).toBe(expected)
  })

  it('is defined by one table: every status is reached, every step has the verb of its end', () => {
    for (const from of orderStatuses) {
      expect(orderTransitions[from].map((step) => step.to).sort()).toEqual([...allowed[from]].sort())
      for (const step of orderTransitions[from]) expect(step.verb).toBe(orderVerbs[step.to])
    }
    expect(findTransition(orderTransitions, 'CONFIRMED', 'PENDING')).toBeUndefined()
  })

  it('asks for a comment to reopen, and for enough stock to confirm', () => {
    for (const comment of [undefined, null, '', '  ']) {
      expect(whyNotMoveOrder(admin, order('CANCELLED'), { status: 'PENDING', comment })).toBe(
        'COMMENT_REQUIRED',
      )
    }
    const confirm = { status: 'CONFIRMED' } as const
    expect(whyNotMoveOrder(admin, order('PENDING', { available: 1 }), confirm)).toBe('OUT_OF_STOCK')
    expect(whyNotMoveOrder(admin, order('PENDING', { available: 2 }), confirm)).toBeNull()
    expect(whyNotMoveOrder(admin, order('PENDING', { available: undefined }), confirm)).toBeNull()
  })

  it.each([null, ...shippingStatuses])('out of confirmed with its parcel at %s', (shippingStatus) => {
    const isRecallable = shippingStatus === null || ['PENDING', 'ASSIGNED'].includes(shippingStatus)
    const code = whyNotMoveOrder(admin, order('CONFIRMED', { shippingStatus }), { status: 'CANCELLED' })
    expect(code).toBe(isRecallable ? null : 'SHIPPING_IS_OUT')
  })

  it('stops at the gates first', () => {
    const move = { status: 'CONFIRMED' } as const
    const unverified = actorOf('admin', { isEmailVerified: false, isActivated: false })
    expect(whyNotMoveOrder(unverified, order('PENDING'), move)).toBe('EMAIL_NOT_VERIFIED')
    expect(whyNotMoveOrder(actorOf('admin', { isActivated: false }), order('PENDING'), move)).toBe(
      'NOT_ACTIVATED',
    )
  })
})

describe('editing an order', () => {
  const priced = { product: 'a', quantity: 2, price: 100 }
  const edit = (status: OrderStatus, next: Partial<typeof priced>, more: Partial<MovableOrder> = {}) =>
    whyNotEditOrder(admin, { ...order(status, more), ...priced }, { ...priced, ...next })

  it('is free until it is confirmed', () => {
    for (const status of ['PENDING', 'NOT_REACHABLE', 'CANCELLED'] as const) {
      expect(edit(status, { product: 'b', quantity: 50, price: 1 })).toBeNull()
    }
  })

  it('then keeps the product, the stock, and a parcel that is out', () => {
    expect(edit('CONFIRMED', {})).toBeNull()
    expect(edit('CONFIRMED', { product: 'b' })).toBe('ORDER_IS_CONFIRMED')
    expect(edit('CONFIRMED', { quantity: 5 }, { available: 3 })).toBeNull()
    expect(edit('CONFIRMED', { quantity: 6 }, { available: 3 })).toBe('OUT_OF_STOCK')
    expect(edit('CONFIRMED', { price: 1 }, { shippingStatus: 'DELIVERED' })).toBe('SHIPPING_IS_OUT')
    expect(edit('CONFIRMED', {}, { shippingStatus: 'DELIVERED' })).toBeNull()
  })

  it.each(roles)('and deleting need the verb’s permission: %s', (role) => {
    const own = { ...order('PENDING'), owner: actorOf(role).id }
    const edited = role === 'admin' || role === 'seller' ? null : 'FORBIDDEN'
    expect(whyNotEditOrder(actorOf(role), { ...own, ...priced }, priced)).toBe(edited)
    expect(whyNotDeleteOrder(actorOf(role), own)).toBe(role === 'admin' ? null : 'FORBIDDEN')
  })

  it.each(orderStatuses)(
    'is for its seller a comment, and phone and address while it is open: %s',
    (status) => {
      const isOpen = status === 'PENDING' || status === 'NOT_REACHABLE'
      const code = (field: string) => whyNotChangeField(actorOf('seller'), order(status), field)
      expect(code('comment')).toBeNull()
      for (const field of ['customerPhone', 'customerAddress']) {
        expect(code(field)).toBe(isOpen ? null : 'ORDER_NOT_PENDING')
      }
      for (const field of ['customerName', 'product', 'quantity', 'price', 'externalRef', 'sourceName']) {
        expect(code(field)).toBe('FORBIDDEN')
        expect(whyNotChangeField(admin, order(status), field)).toBeNull()
      }
    },
  )

  it('a confirmed order is cancelled before it is deleted', () => {
    for (const status of orderStatuses) {
      expect(whyNotDeleteOrder(admin, order(status))).toBe(
        status === 'CONFIRMED' ? 'ORDER_IS_CONFIRMED' : null,
      )
    }
  })
})

describe('a call without an answer', () => {
  const callbackAt = '2026-11-21T16:30:00+01:00'

  it('may say when to call again, as an instant, and nothing else may', () => {
    expect(checkOrderMove({ status: 'NOT_REACHABLE', callbackAt })).toEqual({
      ok: true,
      value: { status: 'NOT_REACHABLE', callbackAt },
    })
    expect(checkOrderMove({ status: 'NOT_REACHABLE', callbackAt: null }).ok).toBe(true)
    expect(checkOrderMove({ status: 'NOT_REACHABLE', callbackAt: '2026-11-21' })).toMatchObject({
      errors: [{ path: 'callbackAt', code: 'NOT_A_DATE' }],
    })
    for (const status of ['PENDING', 'CONFIRMED', 'CANCELLED'] as const) {
      expect(checkOrderMove({ status, callbackAt })).toMatchObject({
        errors: [{ path: 'callbackAt', code: 'UNKNOWN_FIELD' }],
      })
    }
  })

  it('gives no parcel to anybody', () => {
    for (const status of ['PENDING', 'NOT_REACHABLE', 'CANCELLED'] as const) {
      expect(checkOrderMove({ status, delivery: 'courier' })).toMatchObject({
        errors: [{ path: 'delivery', code: 'UNKNOWN_FIELD' }],
      })
    }
    expect(checkOrderMove({ status: 'CONFIRMED', delivery: 'courier' }).ok).toBe(true)
  })
})

/** Effect of three pieces on stock as [reserved, gone], written by hand from docs/domain.md#stock. */
const stockByParcel: Record<ShippingStatus | 'none', [number, number]> = {
  none: [3, 0],
  PENDING: [3, 0],
  ASSIGNED: [3, 0],
  OUT_FOR_DELIVERY: [3, 0],
  POSTPONED: [3, 0],
  NOT_REACHABLE: [3, 0],
  REFUSED: [3, 0],
  DELIVERED: [0, 3],
  LOST: [0, 3],
  RETURNED: [0, 0],
  CANCELLED: [0, 0],
}

describe('stock', () => {
  it.each([null, ...shippingStatuses])('with a parcel at %s', (shippingStatus) => {
    const [reserved, gone] = stockByParcel[shippingStatus ?? 'none']
    const confirmed = { status: 'CONFIRMED', quantity: 3, shippingStatus, condition: null } as const
    expect([reservedStock(confirmed), goneStock(confirmed)]).toEqual([reserved, gone])
    expect(takenStock(confirmed)).toBe(reserved + gone)
    expect(takenStock({ ...confirmed, isDeleted: true })).toBe(0)
    for (const status of ['PENDING', 'CANCELLED', 'NOT_REACHABLE'] as const) {
      expect(takenStock({ ...confirmed, status })).toBe(0)
    }
  })
})

describe('taking a change back', () => {
  const held = {
    quantity: 2,
    price: 100,
    product: 'a',
    isDeleted: false,
    isBilled: false,
    isHandedOver: false,
    wasOut: true,
    condition: null,
  }
  const confirmed = { ...held, status: 'CONFIRMED', shippingStatus: 'PENDING' } as const
  const pending = { ...held, status: 'PENDING', shippingStatus: null } as const
  const at = (shippingStatus: ShippingStatus) => ({ ...confirmed, shippingStatus })

  it('needs the stock again, and the product still there', () => {
    expect(whyNotRevertFulfillment(confirmed, pending, 0)).toBeNull()
    expect(whyNotRevertFulfillment(pending, confirmed, 2)).toBeNull()
    expect(whyNotRevertFulfillment(pending, confirmed, 1)).toBe('OUT_OF_STOCK')
    expect(whyNotRevertFulfillment(confirmed, { ...confirmed, quantity: 4 }, 1)).toBe('OUT_OF_STOCK')
    expect(whyNotRevertFulfillment({ ...pending, isDeleted: true }, pending, null)).toBe('PRODUCT_NOT_FOUND')
    expect(whyNotRevertFulfillment(pending, { ...pending, isDeleted: true }, null)).toBeNull()
  })

  it.each(shippingStatuses)('recalls no parcel that is out: %s', (shippingStatus) => {
    const expected = ['PENDING', 'ASSIGNED'].includes(shippingStatus) ? null : 'SHIPPING_IS_OUT'
    const fulfillment = at(shippingStatus)
    expect(whyNotRevertFulfillment(fulfillment, { ...pending, shippingStatus: 'CANCELLED' }, 9)).toBe(
      expected,
    )
    expect(whyNotRevertFulfillment(fulfillment, { ...fulfillment, quantity: 3 }, 9)).toBe(expected)
    expect(whyNotRevertFulfillment(fulfillment, { ...fulfillment, price: 90 }, 9)).toBe(expected)
    expect(whyNotRevertFulfillment(fulfillment, { ...fulfillment, isDeleted: true }, 9)).toBe(expected)
    expect(whyNotRevertFulfillment(fulfillment, fulfillment, 9)).toBeNull()
  })

  it('recalls a parcel that was postponed before it ever left', () => {
    const cancelled = { ...confirmed, status: 'CANCELLED', shippingStatus: 'CANCELLED' } as const
    expect(whyNotRevertFulfillment({ ...at('POSTPONED'), wasOut: false }, cancelled, 9)).toBeNull()
    expect(whyNotRevertFulfillment(at('POSTPONED'), cancelled, 9)).toBe('SHIPPING_IS_OUT')
  })

  it('asks for no pieces of a parcel whose goods came back damaged', () => {
    const damaged = { ...at('RETURNED'), condition: 'damaged' as const }
    expect([reservedStock(damaged), goneStock(damaged)]).toEqual([0, 2])
    expect(whyNotRevertFulfillment(damaged, at('REFUSED'), 0)).toBeNull()
    expect(goneStock({ ...damaged, condition: 'sound' })).toBe(0)
  })

  it('asks for the pieces of a parcel that had come back, not for those of one that was delivered or lost', () => {
    expect(whyNotRevertFulfillment(at('RETURNED'), at('REFUSED'), 1)).toBe('OUT_OF_STOCK')
    expect(whyNotRevertFulfillment(at('RETURNED'), at('REFUSED'), 2)).toBeNull()
    expect(whyNotRevertFulfillment(at('DELIVERED'), at('OUT_FOR_DELIVERY'), 0)).toBeNull()
    expect(whyNotRevertFulfillment(at('LOST'), at('REFUSED'), 0)).toBeNull()
  })

  it('leaves billed orders as they are', () => {
    const billed = { ...at('DELIVERED'), isBilled: true }
    expect(whyNotRevertFulfillment(billed, at('OUT_FOR_DELIVERY'), 9)).toBe('ALREADY_INVOICED')
    expect(whyNotRevertFulfillment(billed, at('DELIVERED'), 9)).toBeNull()
  })
})
