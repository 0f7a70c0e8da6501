import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countries } from '../../../domain/core/countries.ts'
import { languageCodes, localeOf } from '../../../domain/core/languages.ts'
import { evaluateArithmetic } from '../../../domain/lib/arithmetic.ts'
import { currencyFormat } from '../../../domain/lib/currency-format.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { readAmount } from '../../../domain/lib/typed/read-amount.ts'

const kinds: readonly Intl.NumberFormatOptions[] = [
  {},
  { style: 'percent', maximumFractionDigits: 1 },
  { style: 'unit', unit: 'kilogram' },
  { notation: 'compact', maximumFractionDigits: 1 },
  { signDisplay: 'exceptZero' },
]
const currencies = [...new Set(Object.values(countries).map(({ currency }) => currency))]

describe.each(languageCodes)('in %s', (language) => {
  const locale = localeOf(language)
  const written = (value: number): string[] => [
    ...kinds.map((kind) => numberFormat(locale, kind).format(value)),
    ...currencies.map((currency) => currencyFormat(locale, currency).format(value)),
  ]

  it('every negative figure has the minus sign, which is as wide as a plus', () => {
    for (const text of written(-12_345.5)) expect(text).toMatch(/^\u2212[^-\u2212]*\d[^-\u2212]*$/)
    const parts = currencyFormat(locale, 'XOF').formatToParts(-1)
    expect(parts.find(({ type }) => type === 'minusSign')?.value).toBe('\u2212')
  })

  it('four digits are grouped, as more are', () => {
    const signs = (text: string) => text.replace(/\d/g, '').length
    for (const kind of [{}, { style: 'unit', unit: 'kilogram' }] as const) {
      const format = numberFormat(locale, kind)
      expect(signs(format.format(7500))).toBe(signs(format.format(750)) + 1)
    }
    expect(currencyFormat(locale, 'XOF').format(7500)).toMatch(/7\D500/)
  })

  it('a figure that is not negative has none', () => {
    for (const text of [...written(12_345.5), ...written(0)]) expect(text).not.toMatch(/[-\u2212]/)
  })

  it('what is shown is read again, as an amount and in a sum', () => {
    const shown = currencyFormat(locale, 'XOF').format(-57_000)
    expect(readAmount(shown.replace(/[^\d\u2212.,\s]/g, '').trim(), 'ic')).toBe(-57_000)
    expect(evaluateArithmetic(`${numberFormat(locale).format(-30)} + 40`, 0)).toEqual({
      kind: 'result',
      value: 10,
    })
  })
})

it('no other file writes numbers by Intl, or a minus sign of its own', () => {
  const root = new URL('../../../', import.meta.url)
  const own = ['domain/lib/number-format.ts', 'domain/lib/arithmetic.ts', 'domain/lib/typed/clean-text.ts']
  const files = ['domain', 'server', 'src'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const others = files.filter(
    (file) =>
      !own.includes(file) &&
      /new Intl\.NumberFormat|\.toLocaleString\(|'\u2212|\\u2212/.test(
        readFileSync(new URL(file, root), 'utf8'),
      ),
  )
  expect(others).toEqual([])
})
