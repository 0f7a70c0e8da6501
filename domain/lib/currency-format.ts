/** Formats amounts with the currency's decimals and symbol. Cached. */
export const currencyFormat = (locale: string, currency: string): CurrencyFormat => {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? makeFormat(locale, currency)
  formats.set(key, format)
  return format
}

export type CurrencyFormat = {
  format: (amount: number) => string
  formatToParts: (amount: number) => Intl.NumberFormatPart[]
}

const formats = new Map<string, CurrencyFormat>()

const makeFormat = (locale: string, currency: string): CurrencyFormat => {
  const intl = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const symbol = missingSymbols[currency]
  if (symbol === undefined) {
    return { format: (amount) => intl.format(amount), formatToParts: (amount) => intl.formatToParts(amount) }
  }
  const formatToParts = (amount: number) =>
    intl
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
