import { type CountryCode, countries } from '../core/countries.ts'

/** Three decimals are the most that any of our currencies has; `numeric(14,3)` is what the database keeps. */
const storedDecimals = 3
export const largestAmount = 99_999_999_999

/** Major units to integer thousandths, so that sums never add floats. */
export const toThousandths = (amount: number): number => Math.round(amount * 10 ** storedDecimals)
export const fromThousandths = (thousandths: number): number => thousandths / 10 ** storedDecimals

/** The sum of amounts, exact: added as integers that have no largest. */
export const sumAmounts = (amounts: readonly number[]): number =>
  Number(amounts.reduce((sum, amount) => sum + BigInt(toThousandths(amount)), 0n)) / 10 ** storedDecimals

/** `price * quantity` in major units, exact. */
export const totalPrice = (price: number, quantity: number): number =>
  fromThousandths(toThousandths(price) * quantity)

/** Rounds an amount computed with floats to stored precision: 0.1 + 0.2 is 0.3. */
export const exactAmount = (amount: number): number => fromThousandths(toThousandths(amount))

/** Whether an amount has, but for the noise of floats, no more decimals than the country's currency: 12.5 is not an amount of XOF. */
export const hasValidDecimals = (amount: number, country: CountryCode): boolean => {
  const factor = 10 ** (storedDecimals - countries[country].decimals)
  const thousandths = amount * 10 ** storedDecimals
  return Math.abs(thousandths - Math.round(thousandths)) < 1e-6 && Math.round(thousandths) % factor === 0
}

/** `f\s*cfa` searches from every `f`: longer than any written amount is not read. */
const MAX_AMOUNT_LENGTH = 200

/**
 * An amount as people write it in a cell: `15 000`, `15.000,00`, `15000 F`, `1,500.50`, `FCFA 15'000`.
 * The last separator is the decimal one when another kind is before it, or when it is not followed by exactly
 * three digits; in a currency of three decimals (`45,500 DT`) three digits are millimes. Null when it is not an amount.
 */
export const parseAmount = (text: string, country: CountryCode): number | null => {
  if (text.length > MAX_AMOUNT_LENGTH) return null
  const bare = text.normalize('NFKC').replace(/(f\s*cfa|cfa|xof|eur|tnd|lyd|dt|dl|€|\bf\b|(?<=\d)f)\.?/gi, '')
  return parseDecimal(bare, countries[country].decimals)
}

/** The same for a bare number of at most so many decimals: `1 250`, `0,5`, `1.250,75`. */
export const parseDecimal = (text: string, decimals: number): number | null => {
  if (text.length > MAX_AMOUNT_LENGTH) return null
  const bare = text.normalize('NFKC').replace(/[\s'’_]/g, '')
  if (!/^[+-]?\d[\d.,]*$/.test(bare)) return null
  const decimalAt = decimalSeparatorIndex(bare, decimals)
  const grouped = decimalAt < 0 ? bare : bare.slice(0, decimalAt)
  const fraction = decimalAt < 0 ? '' : bare.slice(decimalAt + 1)
  // `12.05.2026` has separators and is no amount: thousands are in threes, behind one kind of separator.
  if (/[.,]/.test(grouped) && !/^[+-]?\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+)$/.test(grouped)) return null
  const whole = grouped.replace(/[.,]/g, '')
  const amount = Number(fraction === '' ? whole : `${whole}.${fraction}`)
  return Number.isFinite(amount) ? amount : null
}

const decimalSeparatorIndex = (text: string, decimals: number): number => {
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  const last = Math.max(comma, point)
  if (last < 0) return -1
  if (comma >= 0 && point >= 0) return last
  const isRepeated = text.indexOf(text[last]!) !== last
  const digitsAfter = text.length - last - 1
  return isRepeated || (digitsAfter === 3 && decimals !== 3) ? -1 : last
}
