export type NumberFormat = {
  format: (value: number) => string
  formatToParts: (value: number) => Intl.NumberFormatPart[]
}

/**
 * Formats numbers for display; cached. Every number on screen and paper is written by it, amounts through `currencyFormat`: Intl
 * writes a hyphen for the minus sign, which is shorter than a digit, breaks lines and is not read aloud, and groups four digits in
 * some languages only, so that a column of amounts looks uneven.
 */
export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): NumberFormat => {
  const key = `${locale} ${JSON.stringify(options)}`
  const format =
    formats.get(key) ?? makeFormat(new Intl.NumberFormat(locale, { useGrouping: 'always', ...options }))
  formats.set(key, format)
  return format
}

/** U+2212. What people type may have any other: `cleanText`. */
export const minusSign = '\u2212'

const formats = new Map<string, NumberFormat>()

const makeFormat = (intl: Intl.NumberFormat): NumberFormat => ({
  format: (value) => intl.format(value).replace('-', minusSign),
  formatToParts: (value) =>
    intl
      .formatToParts(value)
      .map((part) => (part.type === 'minusSign' ? { ...part, value: minusSign } : part)),
})
