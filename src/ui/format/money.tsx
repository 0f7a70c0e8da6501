import { createContext } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { cx } from '../cx.ts'

export type MoneyProps = {
  /** Major units. */
  amount: number
  /** ISO 4217, the country's. */
  currency: string
  /** False where the column's heading already names the currency. */
  showCurrency?: boolean
  className?: string
}

/** An amount with its currency's own decimals, in figures that line up. */
export const Money = ({ amount, currency, showCurrency = true, className }: MoneyProps) => {
  const { i18n } = useTranslation()
  return (
    <span className={cx('figures whitespace-nowrap', amount < 0 && 'text-danger', className)}>
      {moneyFormat(localeOf(i18n.language), currency, showCurrency)(amount)}
    </span>
  )
}

/** What the currency is called in amounts, `F CFA` for XOF: a page names it by this alone. */
export const currencySymbol = (locale: string, currency: string): string =>
  formatOf(locale, currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

const formats = new Map<string, Intl.NumberFormat>()

/** The same text for a sentence: `moneyFormat(locale, currency, true)(amount)`. */
export const moneyFormat = (locale: string, currency: string, showCurrency: boolean) => (amount: number) => {
  const format = formatOf(locale, currency)
  if (showCurrency) return format.format(amount)
  return format
    .formatToParts(amount)
    .filter((part) => part.type !== 'currency')
    .map((part) => part.value)
    .join('')
    .trim()
}

const formatOf = (locale: string, currency: string): Intl.NumberFormat => {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(key, format)
  return format
}

/** The currency that the heading of a list names once for all amounts under it; null where every amount names its own. */
export const SingleCurrency = createContext<string | null>(null)
