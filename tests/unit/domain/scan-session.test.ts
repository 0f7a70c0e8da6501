import { describe, expect, it, test } from 'vitest'
import { type Role, roles } from '../../../domain/access/permissions.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type ShippingStatus, shippingStatuses } from '../../../domain/fulfillment/shipping-status.ts'
import { controlCode, decodeScan } from '../../../domain/scans/scan-code.ts'
import {
  maySessionDo,
  type ScanAction,
  scanActionNames,
  scanActions,
  scanChange,
  whyNotScanned,
} from '../../../domain/scans/scan-session.ts'
import type { MovableShipping } from '../../../domain/shippings/policy.ts'
import { actorOf } from '../../support/whole-records.ts'

const courier = { id: 'delivery-1', name: 'Issa', country: 'ic' }

const shipping = (status: ShippingStatus, more: Partial<MovableShipping> = {}): MovableShipping => ({
  owner: 'seller-1',
  country: 'ic',
  delivery: 'delivery-2',
  status,
  isBilled: false,
  isHandedOver: false,
  attempts: 1,
  totalPrice: 15_000,
  ...more,
})

const taskOf = (action: ScanAction) => ({
  action,
  delivery: scanActions[action].asksDelivery ? courier : null,
})

const done = 'ALREADY_THERE'
const never = 'NO_SUCH_TRANSITION'

/** Expected codes for an admin and another courier's parcel, written by hand. */
const answers: Record<ScanAction, Partial<Record<ShippingStatus, Code | null>> & { others: Code | null }> = {
  assign: {
    ...{ PENDING: null, ASSIGNED: null, POSTPONED: null, NOT_REACHABLE: null, REFUSED: null },
    ...{ OUT_FOR_DELIVERY: 'SHIPPING_IS_OUT', others: never },
  },
  dispatch: {
    ...{ PENDING: null, ASSIGNED: null, POSTPONED: null, NOT_REACHABLE: null, REFUSED: null },
    ...{ OUT_FOR_DELIVERY: 'SHIPPING_IS_OUT', others: never },
  },
  deliver: { OUT_FOR_DELIVERY: null, DELIVERED: done, others: never },
  return: { POSTPONED: null, NOT_REACHABLE: null, REFUSED: null, RETURNED: done, others: never },
  damage: {
    ...{ OUT_FOR_DELIVERY: null, POSTPONED: null, NOT_REACHABLE: null, REFUSED: null },
    ...{ RETURNED: done, others: never },
  },
  refuse: { OUT_FOR_DELIVERY: null, POSTPONED: null, NOT_REACHABLE: null, REFUSED: done, others: never },
  collect: { others: null },
}

describe('a scanned parcel', () => {
  it.each(scanActionNames.flatMap((action) => shippingStatuses.map((status) => ({ action, status }))))(
    'at $status is answered for $action as the workflow says',
    ({ action, status }) => {
      const { others, ...own } = answers[action]
      const expected = status in own ? own[status] : others
      expect(whyNotScanned(actorOf('admin'), shipping(status), taskOf(action))).toBe(expected)
    },
  )

  it('of another country is not found by an agent, and not for this delivery guy', () => {
    const abroad = shipping('ASSIGNED', { country: 'sn' })
    expect(whyNotScanned(actorOf('agent'), abroad, taskOf('dispatch'))).toBe('NOT_FOUND')
    expect(whyNotScanned(actorOf('admin'), abroad, taskOf('dispatch'))).toBe('DELIVERY_GUY_NOT_FOUND')
    expect(whyNotScanned(actorOf('admin'), abroad, taskOf('assign'))).toBe('DELIVERY_GUY_NOT_FOUND')
  })

  it('needs the delivery guy where the action does', () => {
    for (const action of scanActionNames.filter((name) => scanActions[name].asksDelivery)) {
      const code = whyNotScanned(actorOf('admin'), shipping('ASSIGNED'), { action, delivery: null })
      expect(code).toBe('DELIVERY_GUY_REQUIRED')
    }
  })
})

test('what a session may do is what the role may do to parcels', () => {
  const allowed = (role: Role) => scanActionNames.filter((action) => maySessionDo(role, action))
  expect(Object.fromEntries(roles.map((role) => [role, allowed(role)]))).toEqual({
    admin: scanActionNames,
    agent: scanActionNames,
    delivery: ['dispatch', 'deliver', 'refuse', 'collect'],
    seller: [],
    moderator: [],
  })
})

test('a session commits by one bulk call', () => {
  expect(scanActionNames.map((action) => scanChange(taskOf(action)))).toEqual([
    { kind: 'delivery', effect: 'shipping.assign', body: { delivery: courier.id } },
    {
      kind: 'status',
      effect: 'shipping.dispatch',
      body: { status: 'OUT_FOR_DELIVERY', delivery: courier.id },
    },
    { kind: 'status', effect: 'shipping.deliver', body: { status: 'DELIVERED' } },
    { kind: 'status', effect: 'shipping.return', body: { status: 'RETURNED' } },
    {
      kind: 'status',
      effect: 'shipping.return-damaged',
      body: { status: 'RETURNED', condition: 'damaged' },
    },
    { kind: 'status', effect: 'shipping.refuse', body: { status: 'REFUSED' } },
    null,
  ])
})

test('the code that commits is no record’s', () => {
  expect(decodeScan(controlCode('done'))).toEqual({ kind: 'control', number: 1 })
})
