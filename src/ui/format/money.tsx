import { createContext } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { currencyFormat } from '../../../domain/lib/currency-format.ts'
import { cx } from '../cx.ts'

export type MoneyProps = {
  /** In major units. */
  amount: number
  /** ISO 4217 code of the country. */
  currency: string
  /** False if the column's heading shows the currency. */
  showCurrency?: boolean
  /** `plain`: not red below zero. */
  tone?: 'signed' | 'plain'
  className?: string
}

/** An amount with its currency's decimals, in tabular figures. */
export const Money = ({ amount, currency, showCurrency = true, tone = 'signed', className }: MoneyProps) => {
  const { i18n } = useTranslation()
  return (
    <span
      className={cx('figures whitespace-nowrap', amount < 0 && tone === 'signed' && 'text-danger', className)}
    >
      {moneyFormat(localeOf(i18n.language), currency, showCurrency)(amount)}
    </span>
  )
}

/** Symbol of a currency: `F CFA` for XOF. */
export const currencySymbol = (locale: string, currency: string): string =>
  currencyFormat(locale, currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** Formats amounts as text: `moneyFormat(locale, currency, true)(amount)`. */
export const moneyFormat = (locale: string, currency: string, showCurrency: boolean) => (amount: number) => {
  const format = currencyFormat(locale, currency)
  if (showCurrency) return format.format(amount)
  return format
    .formatToParts(amount)
    .filter((part) => part.type !== 'currency')
    .map((part) => part.value)
    .join('')
    .trim()
}

/** The currency shown once in a list's heading; null if each amount shows its own. */
export const SingleCurrency = createContext<string | null>(null)
