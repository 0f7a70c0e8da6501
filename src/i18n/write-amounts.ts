import type { i18n as I18next } from 'i18next'
import { localeOf } from '../../domain/core/languages.ts'
import { currencyFormat } from '../../domain/lib/currency-format.ts'

/** `{{amount, currency}}` in texts: the format of i18next has no symbol for XOF in Spanish. Call it once initialised. */
export const writeAmounts = ({ services, language }: I18next): void =>
  services.formatter?.add('currency', (amount: number, code, { currency }) =>
    currencyFormat(localeOf(code ?? language), currency).format(amount),
  )
