import { describe, expect, it } from 'vitest'
import {
  type OrderStatus,
  orderStatuses,
  orderTransitions,
} from '../../../domain/fulfillment/order-status.ts'
import {
  type ShippingStatus,
  shippingStatuses,
  shippingTransitions,
} from '../../../domain/fulfillment/shipping-status.ts'
import { moveOrder } from '../../../domain/orders/move-order.ts'
import type { OrderMoveInput } from '../../../domain/orders/order.ts'
import { assignShipping, moveShipping } from '../../../domain/shippings/move-shipping.ts'
import type { Shipping, ShippingMoveInput } from '../../../domain/shippings/shipping.ts'
import type { OutboxEntry } from '../../../machines/outbox/outbox-types.ts'
import { changed } from '../../../src/features/delivery/optimistic-overlay.ts'
import { wholeEntry, wholeShipping } from '../../support/whole-records.ts'

const at = '2026-11-21T10:00:00.000Z'

/** All fields set, so that cleared ones are visible. */
const present = {
  statusAt: '2026-11-20T08:00:00.000Z',
  comment: 'Portail bleu',
  delivery: 'courier-1',
  attempts: 2,
  postponedTo: '2026-11-25',
  collected: 9_000,
  outAt: '2026-11-19T08:00:00.000Z',
  deliveredAt: '2026-11-19T09:00:00.000Z',
  settledAt: '2026-11-19T10:00:00.000Z',
  condition: 'damaged',
  isRefused: true,
} as const

type Fields = Omit<Parameters<typeof moveShipping>[0], 'status'>

const erased = {
  statusAt: at,
  comment: 'Portail bleu',
  delivery: 'courier-1',
  attempts: 2,
  postponedTo: null,
  collected: null,
  outAt: '2026-11-19T08:00:00.000Z',
  deliveredAt: null,
  settledAt: null,
  condition: null,
  isRefused: false,
} satisfies Fields

/** Written by hand: each move, its body, and all fields afterwards. */
const moves: [ShippingStatus, ShippingStatus, Omit<ShippingMoveInput, 'status'>, Fields][] = [
  ['PENDING', 'ASSIGNED', {}, erased],
  ['PENDING', 'CANCELLED', {}, erased],
  [
    'PENDING',
    'OUT_FOR_DELIVERY',
    { delivery: 'courier-2' },
    { ...erased, delivery: 'courier-2', attempts: 3 },
  ],
  ['ASSIGNED', 'PENDING', {}, { ...erased, delivery: null }],
  ['ASSIGNED', 'OUT_FOR_DELIVERY', {}, { ...erased, attempts: 3 }],
  [
    'ASSIGNED',
    'OUT_FOR_DELIVERY',
    { delivery: 'courier-2' },
    { ...erased, delivery: 'courier-2', attempts: 3 },
  ],
  ['ASSIGNED', 'POSTPONED', { postponedTo: '2026-12-24' }, { ...erased, postponedTo: '2026-12-24' }],
  ['ASSIGNED', 'CANCELLED', { comment: 'Doublon' }, { ...erased, comment: 'Doublon' }],
  ['OUT_FOR_DELIVERY', 'DELIVERED', {}, { ...erased, collected: 9_500, deliveredAt: at, settledAt: at }],
  [
    'OUT_FOR_DELIVERY',
    'DELIVERED',
    { collected: 0, reason: 'Cadeau' },
    { ...erased, comment: 'Portail bleu\nCadeau', collected: 0, deliveredAt: at, settledAt: at },
  ],
  [
    'OUT_FOR_DELIVERY',
    'DELIVERED',
    { collected: 9_000, reason: 'Remise', comment: 'Voisin' },
    { ...erased, comment: 'Voisin\nRemise', collected: 9_000, deliveredAt: at, settledAt: at },
  ],
  ['OUT_FOR_DELIVERY', 'POSTPONED', { postponedTo: '2026-12-24' }, { ...erased, postponedTo: '2026-12-24' }],
  ['OUT_FOR_DELIVERY', 'NOT_REACHABLE', { comment: null }, erased],
  ['OUT_FOR_DELIVERY', 'REFUSED', {}, { ...erased, isRefused: true }],
  ['OUT_FOR_DELIVERY', 'LOST', {}, erased],
  [
    'OUT_FOR_DELIVERY',
    'RETURNED',
    { condition: 'damaged' },
    { ...erased, settledAt: at, condition: 'damaged' },
  ],
  ['POSTPONED', 'OUT_FOR_DELIVERY', {}, { ...erased, attempts: 3 }],
  [
    'POSTPONED',
    'POSTPONED',
    { postponedTo: '2026-12-28' },
    { ...erased, statusAt: present.statusAt, postponedTo: '2026-12-28' },
  ],
  ['POSTPONED', 'REFUSED', {}, { ...erased, isRefused: true }],
  ['POSTPONED', 'RETURNED', {}, { ...erased, settledAt: at, condition: 'sound' }],
  ['POSTPONED', 'LOST', {}, erased],
  ['POSTPONED', 'CANCELLED', {}, erased],
  [
    'NOT_REACHABLE',
    'OUT_FOR_DELIVERY',
    { delivery: 'courier-2' },
    { ...erased, delivery: 'courier-2', attempts: 3 },
  ],
  ['NOT_REACHABLE', 'OUT_FOR_DELIVERY', {}, { ...erased, attempts: 3 }],
  ['NOT_REACHABLE', 'POSTPONED', { postponedTo: '2026-12-24' }, { ...erased, postponedTo: '2026-12-24' }],
  ['NOT_REACHABLE', 'REFUSED', {}, { ...erased, isRefused: true }],
  ['NOT_REACHABLE', 'RETURNED', { condition: 'damaged' }, { ...erased, settledAt: at, condition: 'damaged' }],
  ['NOT_REACHABLE', 'LOST', {}, erased],
  ['REFUSED', 'OUT_FOR_DELIVERY', {}, { ...erased, attempts: 3 }],
  [
    'REFUSED',
    'RETURNED',
    { condition: 'sound' },
    { ...erased, settledAt: at, condition: 'sound', isRefused: true },
  ],
  ['REFUSED', 'LOST', {}, erased],
  // It was out before: no further attempt.
  ['DELIVERED', 'OUT_FOR_DELIVERY', {}, erased],
]

const shipping = (fields: Partial<Shipping>): Shipping =>
  wholeShipping({ price: 9_500, totalPrice: 9_500, deliveryName: 'Drissa', ...present, ...fields })

const entry = (kind: OutboxEntry['kind'], body: OutboxEntry['body']) =>
  wholeEntry({ at: Date.parse(at), kind, body })

describe('the fields of a shipping after a move', () => {
  it.each(moves)('%s -> %s %j', (from, status, said, fields) => {
    const move = { ...said, status }
    const before = { ...present, status: from }
    expect(moveShipping(before, move, { at, totalPrice: 9_500 })).toEqual({ ...fields, status })
    const isOthers = fields.delivery !== present.delivery
    expect(changed(shipping({ status: from }), entry('status', move))).toEqual({
      ...shipping(fields as Partial<Shipping>),
      status,
      updatedAt: at,
      deliveryName: isOthers ? null : 'Drissa',
    })
  })

  it('is known for every transition', () => {
    const listed = new Set(moves.map(([from, to]) => `${from} ${to}`))
    for (const from of shippingStatuses)
      for (const { to } of shippingTransitions[from]) expect(listed).toContain(`${from} ${to}`)
  })

  it('first goes out at its first dispatch', () => {
    const before = { ...present, status: 'ASSIGNED', outAt: null, attempts: 0 } as const
    const after = moveShipping(before, { status: 'OUT_FOR_DELIVERY' }, { at, totalPrice: 1 })
    expect(after).toMatchObject({ outAt: at, attempts: 1 })
  })

  const assignments: [ShippingStatus, string | null, ShippingStatus, { statusAt: string }][] = [
    ['PENDING', 'courier-2', 'ASSIGNED', { statusAt: at }],
    ['ASSIGNED', 'courier-2', 'ASSIGNED', present],
    ['POSTPONED', 'courier-2', 'POSTPONED', present],
    ['NOT_REACHABLE', 'courier-2', 'NOT_REACHABLE', present],
    ['REFUSED', 'courier-2', 'REFUSED', present],
    ['ASSIGNED', null, 'PENDING', { statusAt: at }],
  ]
  it.each(assignments)('%s given to %s', (from, delivery, status, { statusAt }) => {
    const fields = { ...present, status, delivery, statusAt }
    expect(assignShipping({ ...present, status: from }, delivery, at)).toEqual(fields)
    expect(changed(shipping({ status: from }), entry('delivery', { delivery }))).toEqual({
      ...shipping(fields),
      updatedAt: at,
      deliveryName: null,
    })
  })
})

describe('the fields of an order after a move', () => {
  const order = {
    ...{ statusAt: '2026-11-20T08:00:00.000Z', comment: 'Portail bleu', attempts: 2 },
    calledAt: '2026-11-19T18:00:00.000Z',
  }
  const callbackAt = '2026-11-22T08:00:00.000Z'
  const plain = { ...order, statusAt: at, callbackAt: null }
  const orderMoves: [OrderStatus, OrderStatus, Omit<OrderMoveInput, 'status'>, object][] = [
    ['PENDING', 'CONFIRMED', { delivery: 'courier-1' }, plain],
    ['PENDING', 'NOT_REACHABLE', {}, { ...plain, attempts: 3, calledAt: at }],
    ['PENDING', 'CANCELLED', { reason: 'Trop cher' }, { ...plain, comment: 'Portail bleu\nTrop cher' }],
    ['NOT_REACHABLE', 'CONFIRMED', { comment: 'Voisin' }, { ...plain, comment: 'Voisin' }],
    [
      'NOT_REACHABLE',
      'NOT_REACHABLE',
      { callbackAt: '2026-11-22T09:00:00+01:00' },
      { ...plain, statusAt: order.statusAt, attempts: 3, callbackAt, calledAt: at },
    ],
    ['NOT_REACHABLE', 'CANCELLED', {}, plain],
    ['CONFIRMED', 'CANCELLED', { comment: 'Doublon', reason: 'x' }, { ...plain, comment: 'Doublon\nx' }],
    ['CANCELLED', 'PENDING', { comment: 'Rappel' }, { ...plain, comment: 'Rappel' }],
  ]
  it.each(orderMoves)('%s -> %s %j', (from, status, said, fields) => {
    const before = { ...order, callbackAt: '2026-11-19T08:00:00.000Z', status: from }
    expect(moveOrder(before, { ...said, status }, at)).toEqual({ ...fields, status })
  })

  it('is known for every transition', () => {
    const listed = new Set(orderMoves.map(([from, to]) => `${from} ${to}`))
    for (const from of orderStatuses)
      for (const { to } of orderTransitions[from]) expect(listed).toContain(`${from} ${to}`)
  })
})
