import type { i18n as I18next } from 'i18next'
import { localeOf } from '../../domain/core/languages.ts'
import { currencyFormat } from '../../domain/lib/currency-format.ts'
import { numberFormat } from '../../domain/lib/number-format.ts'

/**
 * `{{amount, currency}}` and `{{count, number}}` in texts, as everywhere else: i18next has no symbol for XOF in Spanish, and does
 * not group four digits there. Call it once initialised.
 */
export const writeAmounts = ({ services, language }: I18next): void => {
  services.formatter?.add('currency', (amount: number, code, { currency }) =>
    currencyFormat(localeOf(code ?? language), currency).format(amount),
  )
  services.formatter?.add('number', (value: number, code) =>
    numberFormat(localeOf(code ?? language)).format(value),
  )
}
