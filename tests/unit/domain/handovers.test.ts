import { describe, expect, it } from 'vitest'
import type { Actor } from '../../../domain/access/actor.ts'
import { type Role, roles } from '../../../domain/access/permissions.ts'
import { shippingStatuses } from '../../../domain/fulfillment/shipping-status.ts'
import {
  type CashDue,
  isLargeDifference,
  whyNotHandOver,
  whyNotUndoHandover,
} from '../../../domain/handovers/policy.ts'
import { amountDifference, sumAmounts } from '../../../domain/lib/money.ts'
import { whyNotMoveShipping } from '../../../domain/shippings/policy.ts'
import { actorOf } from '../../support/whole-records.ts'

const actor = (role: Role, more: Partial<Actor> = {}) => actorOf(role, { id: 'me', ...more })

const due = (more: Partial<CashDue> = {}): CashDue => ({
  country: 'ic',
  delivery: 'courier',
  expected: 19_000,
  parcels: 2,
  seen: 'a',
  ...more,
})

describe('sums of cash', () => {
  it('are exact where floats are not', () => {
    expect(sumAmounts([0.1, 0.2, 12.345])).toBe(12.645)
    expect(amountDifference(0.3, sumAmounts([0.1, 0.2]))).toBe(0)
    expect(amountDifference(12.644, 12.645)).toBe(-0.001)
    expect(sumAmounts([])).toBe(0)
  })
})

describe('a handover', () => {
  const code = (count: Parameters<typeof whyNotHandOver>[2], more: Partial<CashDue> = {}) =>
    whyNotHandOver(actor('agent'), due(more), count)

  it('needs a note where the count differs, and none where it does not', () => {
    expect(code({ counted: 19_000 })).toBeNull()
    expect(code({ counted: 18_500 })).toBe('NOTE_REQUIRED')
    expect(code({ counted: 19_500, note: ' ' })).toBe('NOTE_REQUIRED')
    expect(code({ counted: 18_500, note: 'Monnaie' })).toBeNull()
  })

  it('is of the cash that was seen', () => {
    expect(code({ counted: 19_000, seen: 'a' })).toBeNull()
    expect(code({ counted: 19_000, seen: 'b' })).toBe('CASH_CHANGED')
  })

  it('is of something: parcels, or cash that makes up for a difference', () => {
    const none = { expected: 0, parcels: 0 }
    expect(code({ counted: 0 }, none)).toBe('NOTHING_TO_HAND_OVER')
    expect(code({ counted: 500 }, none)).toBe('NOTE_REQUIRED')
    expect(code({ counted: 500, note: 'Réglé' }, none)).toBeNull()
    expect(code({ counted: 0 }, { expected: 0 })).toBeNull()
  })

  it('has the decimals of its country', () => {
    expect(code({ counted: 19_000.5, note: 'x' })).toBe('TOO_MANY_DECIMALS')
    const tunisia = whyNotHandOver(actor('admin'), due({ country: 'tn', expected: 1.234 }), {
      counted: 1.234,
    })
    expect(tunisia).toBeNull()
  })

  it('is recorded by admins, and by agents in their country', () => {
    const codes = (more: Partial<CashDue>) =>
      Object.fromEntries(
        roles.map((role) => [role, whyNotHandOver(actor(role), due(more), { counted: 19_000 })]),
      )
    const forbidden = { seller: 'FORBIDDEN', moderator: 'FORBIDDEN', delivery: 'FORBIDDEN' }
    expect(codes({})).toEqual({ admin: null, agent: null, ...forbidden })
    expect(codes({ country: 'sn' })).toEqual({ admin: null, agent: 'NOT_FOUND', ...forbidden })
  })

  it('is undone by admins, and by the agent who took it', () => {
    const of = (receivedBy: string) => ({ country: 'ic', delivery: 'courier', receivedBy })
    expect(whyNotUndoHandover(actor('admin'), of('somebody'))).toBeNull()
    expect(whyNotUndoHandover(actor('agent'), of('me'))).toBeNull()
    expect(whyNotUndoHandover(actor('agent'), of('somebody'))).toBe('FORBIDDEN')
    expect(whyNotUndoHandover(actor('delivery', { id: 'courier' }), of('me'))).toBe('FORBIDDEN')
  })
})

describe('a parcel whose cash was handed over', () => {
  it.each(shippingStatuses)('does not become %s', (status) => {
    const parcel = {
      country: 'ic',
      owner: 'seller',
      delivery: 'courier',
      status: 'DELIVERED',
      isBilled: false,
      isHandedOver: true,
      attempts: 1,
      totalPrice: 15_000,
    } as const
    const code = whyNotMoveShipping(actor('admin'), parcel, { status })
    expect(code).toBe(
      status === 'OUT_FOR_DELIVERY'
        ? 'CASH_HANDED_OVER'
        : status === 'DELIVERED'
          ? 'ALREADY_THERE'
          : 'NO_SUCH_TRANSITION',
    )
  })
})

describe('a difference is asked about', () => {
  it.each([
    [19_000, 0, 18_500, false],
    [19_000, 0, 17_100, false],
    [19_000, 0, 17_000, true],
    [57_000, 0, 0, true],
    [0, -500, 500, false],
    [0, 0, 500, true],
  ])('expected %i, balance %i, counted %i: %s', (expected, balance, counted, isAsked) =>
    expect(isLargeDifference({ expected, balance }, counted)).toBe(isAsked),
  )
})
