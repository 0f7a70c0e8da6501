import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { CountryCode } from '../../../../domain/core/countries.ts'
import type { Field } from '../../../../domain/lib/field.ts'
import { orders } from '../../../../domain/orders/order.ts'
import { limitWords, understood } from '../../../../src/form/understood.ts'

const t = ((key: string, { count }: { count: number }) => `${key} ${count}`) as unknown as TFunction
const share = { kind: 'number', min: 0, max: 1, decimals: 6 } as const

describe('the words of a bound', () => {
  it.each([
    ['TOO_LONG', orders.fields.customerName, 'x'.repeat(500), orders.fields.customerName.max],
    ['TOO_SMALL', orders.fields.quantity, '0', orders.fields.quantity.min],
    ['TOO_LARGE', orders.fields.quantity, '999 999 999', orders.fields.quantity.max],
    ['TOO_SMALL', { kind: 'money' } as const, '-1', 0],
    ['TOO_LONG', { kind: 'url' } as const, 'https://', 2000],
  ])('of %s name the field’s own', (code, field, value, limit) => {
    expect(limitWords(t, { field, code, value })).toBe(`form:limit.${code} ${limit}`)
  })

  it('are in the unit that is typed', () => {
    expect(limitWords(t, { field: share, code: 'TOO_LARGE', value: '120,5', scale: 100 })).toBe(
      'form:limit.TOO_LARGE 100',
    )
  })

  it('are not shown for a value within its bounds, nor for another problem', () => {
    expect(limitWords(t, { field: orders.fields.quantity, code: 'TOO_LARGE', value: '2' })).toBeNull()
    expect(limitWords(t, { field: orders.fields.quantity, code: 'REQUIRED', value: '' })).toBeNull()
  })
})

const money: Field = { kind: 'money' }
const phone: Field = { kind: 'phone' }
const count: Field = { kind: 'integer', min: 0, max: 1e6 }

it.each<[Field, CountryCode, string, string | null]>([
  [money, 'ic', '15.000', '15 000 F CFA'],
  [money, 'ic', '15 000', null],
  [money, 'ic', '15000', null],
  [money, 'fr', '1.500', '1 500,00 €'],
  [money, 'fr', '12,5', null],
  [money, 'tn', '1.234,500', '1 234,500 TND'],
  [money, 'sn', '١٥٬٠٠٠', '15 000 F CFA'],
  [money, 'ic', 'cher', null],
  [count, 'ic', '1.000', '1 000'],
  [count, 'ic', '12', null],
  [phone, 'ic', '0708091011', null],
  [phone, 'ic', '+225 07 08 09 10 11', null],
  [phone, 'ic', '708091011', '+225 07 08 09 10 11'],
  [phone, 'fr', '06 12 34 56 78', '+33 6 12 34 56 78'],
  [phone, 'fr', '06 12 34 56 7', null],
  [{ kind: 'text', max: 9 }, 'ic', '15.000', null],
])('of %j in %s, %j is shown as %j', (field, country, typed, shown) => {
  const read = understood(field, typed, { country, locale: 'fr-FR' })
  expect(read?.replace(/\s/g, ' ') ?? null).toBe(shown)
})
