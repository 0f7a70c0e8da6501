import { describe, expect, it } from 'vitest'
import type { Actor } from '../../domain/access/actor.ts'
import { scopeOf } from '../../domain/access/permissions.ts'
import { type Role, roles } from '../../domain/access/roles.ts'
import { findTransition } from '../../domain/lib/transitions.ts'
import { heldStock } from '../../domain/orders/held-stock.ts'
import {
  type OrderStatus,
  orderStatuses,
  orderTransitions,
  orderVerbs,
} from '../../domain/orders/order-status.ts'
import { whyNotDeleteOrder } from '../../domain/orders/why-not-delete.ts'
import { whyNotEditOrder } from '../../domain/orders/why-not-edit.ts'
import { type MovableOrder, whyNotMoveOrder } from '../../domain/orders/why-not-move.ts'
import { whyNotRevertOrder } from '../../domain/orders/why-not-revert.ts'
import { shippingStatuses } from '../../domain/shippings/shipping-status.ts'

const actorOf = (role: Role, gates: Partial<Actor> = {}): Actor => ({
  id: `${role}-1`,
  role,
  country: 'ic',
  isEmailVerified: true,
  isActivated: true,
  ...gates,
})
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

/** What DESIGN section 4 allows, written out by hand: the table must say the same. */
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
  it.each(everyMove)('as $role from $from to $to is as the tables say', ({ role, from, to }) => {
    const code = whyNotMoveOrder(actorOf(role), order(from), { status: to, comment: 'why' })
    const isPermitted = scopeOf(role, orderVerbs[to]) !== null
    const expected = !isPermitted
      ? 'FORBIDDEN'
      : allowed[from].includes(to)
        ? null
        : from === to
          ? 'ALREADY_THERE'
          : 'NO_SUCH_TRANSITION'
    expect(code).toBe(expected)
  })

  it('is told by one table: every status is reached, every step has the verb of its end', () => {
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

  it.each(roles)('and deleting are for who holds the verb: %s', (role) => {
    const expected = role === 'admin' ? null : 'FORBIDDEN'
    expect(whyNotEditOrder(actorOf(role), { ...order('PENDING'), ...priced }, priced)).toBe(expected)
    expect(whyNotDeleteOrder(actorOf(role), order('PENDING'))).toBe(expected)
  })

  it('a confirmed order is cancelled before it is deleted', () => {
    for (const status of orderStatuses) {
      expect(whyNotDeleteOrder(admin, order(status))).toBe(
        status === 'CONFIRMED' ? 'ORDER_IS_CONFIRMED' : null,
      )
    }
  })
})

describe('taking a change back', () => {
  const held = { quantity: 2, product: 'a', isDeleted: false }
  const confirmed = { ...held, status: 'CONFIRMED' as const, shippingStatus: 'PENDING' as const }
  const pending = { ...held, status: 'PENDING' as const, shippingStatus: null }

  it('holds what confirmed orders hold, deleted ones nothing', () => {
    expect(orderStatuses.map((status) => heldStock({ status, quantity: 3 }))).toEqual([0, 3, 0, 0])
    expect(heldStock({ status: 'CONFIRMED', quantity: 3, isDeleted: true })).toBe(0)
  })

  it('needs the stock again, the parcel back, and the product still there', () => {
    expect(whyNotRevertOrder(confirmed, pending, 0)).toBeNull()
    expect(whyNotRevertOrder({ ...confirmed, shippingStatus: 'LOST' }, pending, 0)).toBe('SHIPPING_IS_OUT')
    expect(whyNotRevertOrder(pending, confirmed, 2)).toBeNull()
    expect(whyNotRevertOrder(pending, confirmed, 1)).toBe('OUT_OF_STOCK')
    expect(whyNotRevertOrder(confirmed, { ...confirmed, quantity: 4 }, 1)).toBe('OUT_OF_STOCK')
    expect(whyNotRevertOrder({ ...pending, isDeleted: true }, pending, null)).toBe('PRODUCT_NOT_FOUND')
    expect(whyNotRevertOrder(pending, { ...pending, isDeleted: true }, null)).toBeNull()
  })
})
