import { describe, expect, it } from 'vitest'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { billParcel, type TariffFees } from '../../../domain/invoices/totals.ts'
import { percentOf } from '../../../domain/lib/money.ts'
import { chooseTariff, isBaseTariff } from '../../../domain/tariffs/choose-tariff.ts'
import { whyNotBounds, whyNotLeaveBase } from '../../../domain/tariffs/policy.ts'
import { firstTariffs } from '../../support/first-tariffs.ts'

const tariff = (name: string, given: { owner?: string; zone?: string; from?: string; to?: string } = {}) => ({
  name,
  country: 'ic' as const,
  owner: null,
  zone: null,
  from: null,
  to: null,
  ...given,
})

describe('the tariff that holds', () => {
  const all = [
    tariff('base'),
    tariff('rest from May', { from: '2026-05-01' }),
    tariff('zone', { zone: 'z' }),
    tariff('zone in June', { zone: 'z', from: '2026-06-01', to: '2026-06-30' }),
    tariff('seller', { owner: 's', from: '2026-04-01' }),
    tariff('seller in zone', { owner: 's', zone: 'z', from: '2026-07-01' }),
  ]
  const choose = chooseTariff(all)
  const holds = (owner: string, zone: string | null, day: string) =>
    choose({ country: 'ic', owner, zone, day })?.name

  it.each([
    ['other', null, '2026-04-30', 'base'],
    ['other', null, '2026-05-01', 'rest from May'],
    ['other', 'far', '2026-05-01', 'rest from May'],
    ['other', 'z', '2026-05-31', 'zone'],
    ['other', 'z', '2026-06-01', 'zone in June'],
    ['other', 'z', '2026-06-30', 'zone in June'],
    ['other', 'z', '2026-07-01', 'zone'],
    // A seller's own before the country's, also where that has the zone.
    ['s', 'z', '2026-06-15', 'seller'],
    ['s', 'z', '2026-07-01', 'seller in zone'],
    ['s', null, '2026-07-01', 'seller'],
    ['s', 'z', '2026-03-31', 'zone'],
    ['s', null, '2026-03-31', 'base'],
  ])('for seller %s in zone %s on %s is %s', (owner, zone, day, name) => {
    expect(holds(owner, zone, day)).toBe(name)
  })

  it('is none where no tariff is', () => {
    expect(chooseTariff([])({ country: 'ic', owner: 's', zone: null, day: '2026-01-01' })).toBeNull()
    expect(choose({ country: 'sn', owner: 's', zone: null, day: '2026-01-01' })).toBeNull()
  })

  it('has a base that stays', () => {
    const base = { ...tariff('base'), isDeleted: false }
    expect(isBaseTariff(base)).toBe(true)
    expect(whyNotLeaveBase(base, base)).toBeNull()
    expect(whyNotLeaveBase(base, { ...base, isDeleted: true })).toBe('TARIFF_NEEDED')
    expect(whyNotLeaveBase(base, { ...base, from: '2026-01-01' })).toBe('TARIFF_NEEDED')
    expect(whyNotLeaveBase({ ...base, zone: 'z' }, { ...base, isDeleted: true })).toBeNull()
  })

  it('has days and bounds in their order', () => {
    expect(whyNotBounds({ from: '2026-01-01', to: '2026-01-01' })).toBeNull()
    expect(whyNotBounds({ from: '2026-01-02', to: '2026-01-01' })).toBe('DATE_RANGE_INVALID')
    expect(whyNotBounds({ from: '2026-01-01T00:00Z' })).toBe('NOT_A_DATE')
    expect(whyNotBounds({ cashLeast: 100, cashMost: 99 })).toBe('BOUNDS_INVERTED')
    expect(whyNotBounds({ cashLeast: 100 })).toBeNull()
  })
})

describe('a percentage', () => {
  it.each<[CountryCode, number, number, number]>([
    // Half away from zero at the last digit of the currency.
    ['ic', 12_350, 1, 124],
    ['ic', 12_349, 1, 123],
    ['ic', 50, 1, 1],
    ['ic', 49, 1, 0],
    ['fr', 12.5, 2.5, 0.31],
    ['fr', 12.6, 2.5, 0.32],
    ['fr', 1, 0.5, 0.01],
    ['tn', 45.501, 1.5, 0.683],
    ['tn', 45.5, 1.5, 0.683],
    ['tn', 0.1, 0.5, 0.001],
    ['lib', 0.1, 0.499, 0],
    ['ic', 99_999_999_999, 100, 99_999_999_999],
    ['ic', 10_000, 0, 0],
  ])('in %s: of %d, %d % is %d', (country, amount, percent, part) => {
    expect(percentOf(amount, percent, country)).toBe(part)
  })
})

describe('a parcel’s fees', () => {
  const fees = (given: Partial<TariffFees>): TariffFees => ({ ...firstTariffs.ic, ...given })
  const delivered = {
    country: 'ic',
    status: 'DELIVERED',
    quantity: 3,
    collected: 42_350,
    isRefused: false,
  } as const
  const cashOf = (given: Partial<TariffFees>, collected: number = delivered.collected) =>
    billParcel({ ...delivered, collected }, fees(given)).cashFee

  it('are for delivery, each further piece and the cash', () => {
    expect(billParcel(delivered, fees({ cashPercent: 1.5, cashFixed: 100 }))).toEqual({
      collected: 42_350,
      shippingFee: 1_500,
      upsellFee: 500,
      cashFee: 735,
    })
    expect(billParcel(delivered, fees({ piece: null }))).toMatchObject({ upsellFee: 0, cashFee: 0 })
  })

  it('on cash are within their bounds, and none where there was none', () => {
    expect(cashOf({ cashPercent: 1, cashLeast: 500 })).toBe(500)
    expect(cashOf({ cashPercent: 1, cashMost: 400 })).toBe(400)
    expect(cashOf({ cashPercent: 1, cashLeast: 100, cashMost: 1_000 })).toBe(424)
    expect(cashOf({ cashPercent: 1, cashFixed: 100, cashLeast: 500 }, 0)).toBe(0)
  })

  it('of a parcel that came back are those of a refusal if the customer refused it', () => {
    const back = { ...delivered, status: 'RETURNED', collected: null } as const
    const line = { collected: 0, upsellFee: 0, cashFee: 0 }
    expect(billParcel(back, fees({ refused: 800 }))).toEqual({ ...line, shippingFee: 500 })
    expect(billParcel({ ...back, isRefused: true }, fees({ refused: 800 }))).toEqual({
      ...line,
      shippingFee: 800,
    })
    expect(billParcel({ ...back, isRefused: true }, fees({ refused: 0 }))).toEqual({
      ...line,
      shippingFee: 0,
    })
    expect(billParcel({ ...back, isRefused: true }, fees({}))).toEqual({ ...line, shippingFee: 500 })
  })
})
