import { expect, test } from 'vitest'
import type { Shipping } from '../../../../domain/shippings/shipping.ts'
import { nextStepOf, outcomeLabel } from '../../../../src/features/delivery/delivery-commands.ts'
import { wholeShipping } from '../../../support/whole-records.ts'

const courier = { id: 'd', country: 'ic', isEmailVerified: true, isActivated: true } as const
const stepOf = (status: Shipping['status'], role: 'delivery' | 'admin' = 'delivery') =>
  nextStepOf({ ...courier, role }, wholeShipping({ id: 'p', country: 'ic', status, delivery: 'd' }))

test('the main step of a parcel leads on: out first, then to the customer', () => {
  expect(stepOf('ASSIGNED')).toBe('dispatch')
  expect(stepOf('OUT_FOR_DELIVERY')).toBe('deliver')
  expect(stepOf('NOT_REACHABLE')).toBe('dispatch')
  expect(stepOf('POSTPONED')).toBe('dispatch')
  expect(stepOf('REFUSED', 'admin')).toBe('return')
  // Its courier brings it back; whether it leaves again is among the other outcomes.
  expect(stepOf('REFUSED')).toBe('other')
  expect(stepOf('DELIVERED')).toBeNull()
})

test('a parcel that has been out leaves again, in the courier’s words', () => {
  const words = (attempts: number) => outcomeLabel('shipping.dispatch', (key) => key, 'delivery', attempts)
  expect([words(0), words(2)]).toEqual(['delivery:act.dispatch', 'delivery:act.dispatchAgain'])
})
