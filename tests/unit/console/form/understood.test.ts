import { expect, it } from 'vitest'
import type { CountryCode } from '../../../../domain/core/countries.ts'
import type { Field } from '../../../../domain/lib/field.ts'
import { understood } from '../../../../src/form/understood.ts'

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
