import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import {
  evaluateArithmetic,
  isUnmistakableSum,
  sumWithTax,
  taxedAmount,
  understoodSum,
} from '../../../domain/lib/arithmetic.ts'
import { currencyFormat } from '../../../domain/lib/currency-format.ts'
import { minusSign, numberFormat } from '../../../domain/lib/number-format.ts'
import type { PaletteItem } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'

/** Result rows, best first, or a message. */
export type Calculation = { items: readonly PaletteItem[]; message: string | null }

/** Evaluates an expression as a number and as money of the country; Enter copies it. Null if the text is none. */
export function calculation({ mode, text: typed }: PaletteInput, view: PaletteView): Calculation | null {
  const tax = taxOf(typed, view)
  const text = tax?.text ?? typed
  if (mode !== 'calculate' && !(mode === 'all' && isUnmistakableSum(text))) return null
  const sum = evaluateArithmetic(text, countries[view.context.country].decimals)
  if (sum.kind === 'result')
    return { items: rowsOf(sum.value, { text, shown: tax?.shown ?? text }, view), message: null }
  if (sum.kind === 'by-zero') return { items: [], message: view.t('palette:calculation.byZero') }
  return mode === 'calculate' ? { items: [], message: view.t('palette:calculation.unfinished') } : null
}

/** The expression to evaluate, and its display text. */
type Written = { text: string; shown: string }

/** A tax without a rate, at the country's standard rate; null for any other text. */
const taxOf = (text: string, { context, language }: PaletteView): Written | null => {
  const amount = taxedAmount(text)
  const { vat } = countries[context.country]
  if (amount === null || vat === null) return null
  const rate = numberFormat(localeOf(language), { style: 'percent' }).format(vat / 100)
  return { text: `${vat}% vat * ${amount}`, shown: `${rate} × ${amount}` }
}

const MAX_DECIMALS = 6

function rowsOf(
  value: number,
  { text, shown }: Written,
  { language, context, t }: PaletteView,
): PaletteItem[] {
  const locale = localeOf(language)
  const number = numberFormat(locale, { maximumFractionDigits: MAX_DECIMALS })
  const bare = numberFormat(locale, { maximumFractionDigits: MAX_DECIMALS, useGrouping: false })
  /** Without thousands separators and with a hyphen, so that fields and spreadsheets read a number. */
  const copied = (amount: number) => bare.format(amount).replace(minusSign, '-')
  const money = currencyFormat(locale, countries[context.country].currency)
  const understood = understoodSum(text, countries[context.country].decimals, number.format)
  const row = (id: string, title: string, copied: string): PaletteItem => ({
    id: `calculation:${id}`,
    title,
    detail: id === 'number' ? (understood ?? shown).trim().replaceAll('-', minusSign) : undefined,
    icon: id === 'number' ? 'calculator' : 'banknote',
    act: { kind: 'copy', text: copied },
  })
  const withTax = sumWithTax(text)
  const total = withTax === null ? null : evaluateArithmetic(withTax, countries[context.country].decimals)
  const totals =
    total?.kind === 'result'
      ? [
          {
            ...row('total', money.format(total.value), copied(total.value)),
            detail: t('palette:calculation.withTax'),
          },
        ]
      : []
  return [
    row('number', number.format(value), copied(value)),
    row('money', money.format(value), money.format(value)),
    ...totals,
  ]
}
