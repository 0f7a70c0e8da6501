import { describe, expect, it } from 'vitest'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { hasValidDecimals, totalPrice } from '../../../domain/lib/money.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { readAmount } from '../../../domain/lib/typed/read-amount.ts'
import { readPhone } from '../../../domain/lib/typed/read-phone.ts'
import { validateField } from '../../../domain/lib/validate.ts'

describe('money', () => {
  it('multiplies without the error of floats', () => {
    expect(totalPrice(0.1, 3)).toBe(0.3)
    expect(totalPrice(19.99, 7)).toBe(139.93)
    expect(totalPrice(1.005, 1_000)).toBe(1_005)
    expect(totalPrice(15_000, 10_000)).toBe(150_000_000)
  })

  it('has the decimals of its country', () => {
    expect([hasValidDecimals(10, 'ic'), hasValidDecimals(10.5, 'ic')]).toEqual([true, false])
    expect([hasValidDecimals(10.55, 'fr'), hasValidDecimals(10.555, 'fr')]).toEqual([true, false])
    expect([hasValidDecimals(10.555, 'tn'), hasValidDecimals(10.5555, 'tn')]).toEqual([true, false])
    expect(hasValidDecimals(0.1 + 0.2, 'fr')).toBe(true)
  })

  it('is rounded to stored precision, without floating-point noise', () => {
    const validated = (amount: number) => validateField({ kind: 'money' }, amount, { country: 'tn' })
    expect(validated(0.1 + 0.2)).toEqual({ ok: true, value: 0.3 })
    expect(validated(Number.MIN_VALUE)).toEqual({ ok: true, value: 0 })
    expect(validated(99_999_999_998.999)).toEqual({ ok: true, value: 99_999_999_998.999 })
  })

  it.each<[string, CountryCode, number | null]>([
    ['15 000', 'ic', 15_000],
    ['15\u202f000', 'ic', 15_000],
    ['15.000,00', 'ic', 15_000],
    ['15,000.00', 'fr', 15_000],
    ['15000 F', 'ic', 15_000],
    ['15000F CFA', 'ic', 15_000],
    ["FCFA 15'000", 'sn', 15_000],
    ['12,50 €', 'fr', 12.5],
    ['45,500 DT', 'tn', 45.5],
    ['15.000', 'ic', 15_000],
    ['1.234.567', 'ic', 1_234_567],
    ['-3', 'ic', -3],
    ['', 'ic', null],
    ['gratuit', 'ic', null],
    ['1,2,3.4.5', 'ic', null],
    ['12.05.2026', 'ic', null],
    ['1,234,567.50', 'fr', 1_234_567.5],
    ['1.234,567', 'tn', 1_234.567],
    ['12,5', 'ic', 12.5],
    ['12 pièces', 'ic', null],
  ])('reads %j in %s as %j', (text, country, amount) => {
    expect(readAmount(text, country)).toBe(amount)
  })
})

describe('a telephone number', () => {
  it.each<[string, CountryCode, string]>([
    ['0708091011', 'ic', '+2250708091011'],
    ['07 08 09 10 11', 'ic', '+2250708091011'],
    ['+225 07-08-09-10-11', 'ic', '+2250708091011'],
    ['00225 0708091011', 'ic', '+2250708091011'],
    ['2250708091011', 'ic', '+2250708091011'],
    ['708091011', 'ic', '+2250708091011'],
    ['77 123 45 67', 'sn', '+221771234567'],
    ['06 12 34 56 78', 'fr', '+33612345678'],
    ['+33 (0)6 12 34 56 78', 'fr', '+33612345678'],
    ['+33612345678', 'ic', '+33612345678'],
    ['20 123 456', 'tn', '+21620123456'],
  ])('%j in %s is %s', (text, country, e164) => {
    expect(readPhone(text, country)).toMatchObject({ ok: true, value: { e164 } })
  })

  it('says when it put back the 0 that a spreadsheet ate', () => {
    expect(readPhone('708091011', 'ic')).toMatchObject({ value: { repaired: true } })
    expect(readPhone('0708091011', 'ic')).toMatchObject({ value: { repaired: false } })
  })

  it.each(['', '12', 'abc', '+', '07 08 09', '0708091011 07', '+22507080910', '++2250708091011'])(
    'cannot be %j',
    (text) => {
      expect(readPhone(text, 'ic')).toEqual({ ok: false, code: 'INVALID_PHONE' })
    },
  )

  it('is shown as its country writes it', () => {
    expect(formatPhone('+2250708091011')).toBe('+225 07 08 09 10 11')
    expect(formatPhone('+33612345678')).toBe('+33 6 12 34 56 78')
    expect(formatPhone('+21620123456')).toBe('+216 20 123 456')
    expect(formatPhone('+12125550100')).toBe('+12125550100')
  })
})
