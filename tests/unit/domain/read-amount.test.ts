import { describe, expect, it } from 'vitest'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { readAmount, readCount, readDecimal } from '../../../domain/lib/typed/read-amount.ts'

type Row = readonly [typed: string, xof: number | null, eur: number | null, tnd: number | null]

const rows: readonly Row[] = [
  ['15000', 15_000, 15_000, 15_000],
  ['15 000', 15_000, 15_000, 15_000],
  ['15\u202f000', 15_000, 15_000, 15_000],
  ["15'000", 15_000, 15_000, 15_000],
  ['15’000', 15_000, 15_000, 15_000],
  ['15.000', 15_000, 15_000, 15],
  ['15,000', 15_000, 15_000, 15],
  ['12.500', 12_500, 12_500, 12.5],
  ['1.500', 1_500, 1_500, 1.5],
  ['0,500', 0.5, 0.5, 0.5],
  ['0.075', 0.075, 0.075, 0.075],
  ['1500,500', 1_500.5, 1_500.5, 1_500.5],
  ['1.234,500', 1_234.5, 1_234.5, 1_234.5],
  ['1,234.500', 1_234.5, 1_234.5, 1_234.5],
  ['1 234,500', 1_234.5, 1_234.5, 1_234.5],
  ['15.000,00', 15_000, 15_000, 15_000],
  ['1.234.567', 1_234_567, 1_234_567, 1_234_567],
  ['1,234,567', 1_234_567, 1_234_567, 1_234_567],
  ['1.234.567,8', 1_234_567.8, 1_234_567.8, 1_234_567.8],
  ['12,5', 12.5, 12.5, 12.5],
  ['12.50', 12.5, 12.5, 12.5],
  ['15.', 15, 15, 15],
  [',5', 0.5, 0.5, 0.5],
  ['٢٥٬٠٠٠', 25_000, 25_000, 25_000],
  ['١٥٫٥', 15.5, 15.5, 15.5],
  ['١٢٫٥٠٠', 12.5, 12.5, 12.5],
  ['١٬٢٣٤٫٥', 1_234.5, 1_234.5, 1_234.5],
  ['۱۵۰۰۰', 15_000, 15_000, 15_000],
  ['\u202a15\u200b000\u202c', 15_000, 15_000, 15_000],
  ['−3', -3, -3, -3],
  ['–1 500', -1_500, -1_500, -1_500],
  ['15 000 F CFA', 15_000, 15_000, 15_000],
  ['15000f', 15_000, 15_000, 15_000],
  ['FCFA 15.000', 15_000, 15_000, 15],
  ['12,50 €', 12.5, 12.5, 12.5],
  ['45,500 DT', 45_500, 45_500, 45.5],
  ['20 dinars', 20, 20, 20],
  ['20 دينار', 20, 20, 20],
  ['15000 FRS', 15_000, 15_000, 15_000],
  ['15 000 F.CFA', 15_000, 15_000, 15_000],
  ['15 000 франков', 15_000, 15_000, 15_000],
  ['15 000 francos', 15_000, 15_000, 15_000],
  ['-0', 0, 0, 0],
  ['-0,00', 0, 0, 0],
  ['15 000 frites', null, null, null],
  ['٢٠ د.ل', 20, 20, 20],
  ['', null, null, null],
  ['gratuit', null, null, null],
  ['12.05.2026', null, null, null],
  ['07 08 09 10 11', null, null, null],
  ['1,2,3.4.5', null, null, null],
  ['1,234.567.8', null, null, null],
  ['1 5000', null, null, null],
  ['12 34', null, null, null],
  ["1'234 567", null, null, null],
  ['0 500', null, null, null],
  ['12€50', null, null, null],
  ['١٫٢٫٣', null, null, null],
  ['.', null, null, null],
  ['--5', null, null, null],
  ['1e5', null, null, null],
]

const byDecimals = { 0: 1, 2: 2, 3: 3 } as const

describe.each(Object.keys(countries) as CountryCode[])('an amount typed in %s', (country) => {
  it.each(rows.map((row) => [row[0], row[byDecimals[countries[country].decimals]]] as const))(
    'as %j is %j',
    (typed, amount) => {
      expect(readAmount(typed, country)).toBe(amount)
    },
  )
})

it('reads a count by the rule of no decimals', () => {
  expect(['2', '2,0', '1 000', '1.000', '١٢', '1.5', '-1', 'deux'].map(readCount)).toEqual([
    2,
    2,
    1000,
    1000,
    12,
    1.5,
    -1,
    null,
  ])
})

it('reads a weight by the rule of three decimals', () => {
  expect(['1.250', '0,5', '1 250', '1.250,75'].map((typed) => readDecimal(typed, 3))).toEqual([
    1.25, 0.5, 1250, 1250.75,
  ])
})

it('does not read what is longer than any amount', () => {
  expect(readAmount('1'.repeat(201), 'ic')).toBeNull()
  expect(readDecimal('f '.repeat(100), 0)).toBeNull()
})
