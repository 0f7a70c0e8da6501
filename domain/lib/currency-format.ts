import { type NumberFormat, numberFormat } from './number-format.ts'

/** Formats amounts with the currency's decimals and symbol. Cached. */
export const currencyFormat = (locale: string, currency: string): NumberFormat => {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? makeFormat(locale, currency)
  formats.set(key, format)
  return format
}

const formats = new Map<string, NumberFormat>()

const makeFormat = (locale: string, currency: string): NumberFormat => {
  const format = numberFormat(locale, { style: 'currency', currency })
  const symbol = missingSymbols[currency]
  if (symbol === undefined) return format
  const formatToParts = (amount: number) =>
    format
      .formatToParts(amount)
      .map((part) =>
        part.type === 'currency' && part.value === currency ? { ...part, value: symbol } : part,
      )
  return {
    formatToParts,
    format: (amount) =>
      formatToParts(amount)
        .map(({ value }) => value)
        .join(''),
  }
}

/** Symbols where Intl has only the code in some language: `XOF` in Spanish. As in the other languages, with a narrow space. */
const missingSymbols: Readonly<Record<string, string>> = { XOF: 'F\u202fCFA' }
