import fc from 'fast-check'
import { expect, it } from 'vitest'
import { balanceCourier, type CourierTariff, earnBy, earnedOf } from '../../../domain/handovers/earnings.ts'

const tariff = (id: string, courier: number | null, reach: Partial<CourierTariff> = {}): CourierTariff => ({
  id,
  courier,
  country: 'ic',
  owner: null,
  zone: null,
  from: null,
  to: null,
  ...reach,
})
const parcel = {
  country: 'ic',
  owner: 'awa',
  zone: null,
  deliveredAt: new Date('2026-11-20T23:30:00Z'),
} as const

it('earns by the tariff of the day of delivery in the country', () => {
  const earn = earnBy([
    tariff('base', 500),
    tariff('saturday', 700, { country: 'tn', from: '2026-11-21' }),
    tariff('tunisia', 2.5, { country: 'tn' }),
    tariff('far', 1_000, { zone: 'far' }),
    tariff('awa', 0, { owner: 'awa', zone: 'far' }),
    tariff('nothing', null, { zone: 'near' }),
  ])
  expect(earn(parcel)).toEqual({ earned: 500, tariff: 'base' })
  // Half past midnight on Saturday in Tunis.
  expect(earn({ ...parcel, country: 'tn' })).toEqual({ earned: 700, tariff: 'saturday' })
  expect(earn({ ...parcel, owner: 'zoe', zone: 'far' })).toEqual({ earned: 1_000, tariff: 'far' })
  expect(earn({ ...parcel, zone: 'far' })).toEqual({ earned: 0, tariff: 'awa' })
  expect(earn({ ...parcel, zone: 'near' })).toEqual({ earned: 0, tariff: 'nothing' })
  expect(earn({ ...parcel, country: 'sn' })).toEqual({ earned: 0, tariff: null })
})

it.each([
  // XOF, EUR, TND: paid apart, kept back, more earned than collected, an earlier difference.
  [31_000, 1_500, false, 0, { keptBack: 0, expected: 31_000, owed: 31_000 }],
  [31_000, 1_500, true, 0, { keptBack: 1_500, expected: 29_500, owed: 29_500 }],
  [0.3, 0.1, true, -0.2, { keptBack: 0.1, expected: 0.2, owed: 0.4 }],
  [12.645, 7.5, true, 0.001, { keptBack: 7.5, expected: 5.145, owed: 5.144 }],
  [1_000, 1_500, true, 0, { keptBack: 1_000, expected: 0, owed: 0 }],
  [0, 0, true, -500, { keptBack: 0, expected: 0, owed: 500 }],
])(
  'balances %d collected with %d earned (kept back: %s, differences %d)',
  (collected, earned, isKeptBack, differences, books) => {
    expect(balanceCourier({ collected, earned, isKeptBack, differences })).toEqual(books)
  },
)

it('never keeps back more than was collected or earned, in thousandths', () => {
  const amount = fc.integer({ min: 0, max: 99_999_999 })
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.boolean(),
      fc.integer({ min: -9_999, max: 9_999 }),
      (collected, earned, isKeptBack, off) => {
        const books = balanceCourier({
          collected: collected / 1_000,
          earned: earned / 1_000,
          isKeptBack,
          differences: off / 1_000,
        })
        const kept = Math.round(books.keptBack * 1_000)
        expect(kept).toBe(isKeptBack ? Math.min(collected, earned) : 0)
        expect(Math.round(books.expected * 1_000)).toBe(collected - kept)
        expect(Math.round(books.owed * 1_000)).toBe(collected - kept - off)
      },
    ),
  )
})

it('adds up parcels of one tariff exactly', () => {
  expect(earnedOf(0.1, 3)).toBe(0.3)
  expect(earnedOf(2.255, 7)).toBe(15.785)
})
