import { expect, test } from 'vitest'
import type { Shipping } from '../../../../domain/shippings/shipping.ts'
import type { Scan } from '../../../../machines/scan-session/scan-session-types.ts'
import { totalOf } from '../../../../src/features/scan-session/scan-list.tsx'
import { wholeShipping } from '../../../support/whole-records.ts'

const scanOf = (more: Partial<Shipping>): Scan =>
  ({
    code: `code of ${more.id}`,
    verdict: { kind: 'yes' },
    parcel: wholeShipping({ country: 'ic', ...more }),
  }) as Scan

test('cash that was collected is not to be collected', () => {
  const open = scanOf({ id: 'a', totalPrice: 9_000, collected: null })
  const delivered = scanOf({ id: 'b', totalPrice: 5_000, collected: 5_000 })
  expect(totalOf([open, delivered], 'deliver')).toEqual({ amount: 9_000, currency: 'XOF' })
  expect(totalOf([delivered], 'deliver')).toBeNull()
})

test('nothing is to be collected for parcels that come back', () => {
  const open = scanOf({ id: 'a', totalPrice: 9_000, collected: null })
  for (const action of ['return', 'damage', 'refuse'] as const) expect(totalOf([open], action)).toBeNull()
})
