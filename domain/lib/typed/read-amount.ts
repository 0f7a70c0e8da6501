import { type CountryCode, countries } from '../../core/countries.ts'
import { plainText } from './clean-text.ts'
import { beforeThousands, thousandsLength } from './thousands.ts'

/** Longer input is no amount. */
const MAX_AMOUNT_LENGTH = 200

/**
 * Parses an amount in any written form: `15 000`, `15.000,00`, `15000 F`, `1,500.50`, `FCFA 15'000`, `١٥٫٥`,
 * `40k`, `30 mille`. Used by forms, imports, filters, sums, sentences and cash counts. Null if it is no amount.
 */
export const readAmount = (typed: string, country: CountryCode): number | null =>
  typed.length > MAX_AMOUNT_LENGTH
    ? null
    : readDecimal(withoutCurrency(plainText(typed)), countries[country].decimals)

/** Parses a count: `1 000`, `1.000`, `2,0`. Fractions are returned; the field refuses them. */
export const readCount = (typed: string): number | null => readDecimal(typed, 0)

/**
 * Parses a number with at most so many decimals. Meaning of separators, first match:
 * | written | meaning |
 * |---|---|
 * | `٫` | decimal separator |
 * | point and comma | the last one is decimal, the others thousands |
 * | one of them several times | thousands |
 * | one of them, and spaces or apostrophes | decimal |
 * | one of them before three digits, after one to three digits without leading 0, currency of 0 or 2 decimals | thousands |
 * | one of them anywhere else | decimal |
 * Thousands are groups of three with one kind of separator; otherwise (`12.05.2026`, `07 08 09`) it is no number.
 */
export const readDecimal = (typed: string, decimals: number): number | null => {
  if (typed.length > MAX_AMOUNT_LENGTH) return null
  const thousands = beforeThousands(plainText(typed).trimEnd())
  // `1.5k`: three decimals at most, whatever the currency has.
  const thousand = thousands === null ? null : readPlain(thousands, 1)
  return thousand === null ? readPlain(typed, decimals) : Number((thousand * 1000).toPrecision(14))
}

const readPlain = (typed: string, decimals: number): number | null => {
  const text = plainText(typed)
    .replace(/[ \t\n]+/g, ' ')
    .replace(/[’‘ʼ_٬]/g, "'")
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  const body = text.slice(sign.length).trim()
  if (!/^[\d.,٫][\d.,٫' ]*$/.test(body) || !/\d/.test(body)) return null
  const at = decimalSignAt(body, decimals)
  if (at === null) return null
  const whole = wholeOf(at < 0 ? body : body.slice(0, at))
  const fraction = at < 0 ? '' : body.slice(at + 1)
  if (whole === null || !/^\d*$/.test(fraction)) return null
  const amount = Number(`${sign}${whole}.${fraction || '0'}`)
  if (!Number.isFinite(amount)) return null
  // Never `-0`.
  return amount === 0 ? 0 : amount
}

/** Index of the decimal separator; -1 for none; null if ambiguous. */
const decimalSignAt = (body: string, decimals: number): number | null => {
  const arabic = body.indexOf('٫')
  if (arabic >= 0) return body.indexOf('٫', arabic + 1) < 0 ? arabic : null
  const last = Math.max(body.lastIndexOf(','), body.lastIndexOf('.'))
  if (last < 0) return -1
  const isRepeated = body.indexOf(body[last]!) !== last
  if (body.includes(',') && body.includes('.')) return isRepeated ? null : last
  if (isRepeated) return -1
  const isGroup =
    decimals !== 3 && /^\d{3}$/.test(body.slice(last + 1)) && /^[1-9]\d{0,2}$/.test(body.slice(0, last))
  return isGroup ? -1 : last
}

/** The digits of an integer with thousands separators; null for wrong groups. */
const wholeOf = (text: string): string | null => {
  const [first = '', ...groups] = text.split(/[.,' ]/)
  if (groups.length === 0) return first || '0'
  const signs = new Set(text.replace(/\d/g, ''))
  const isParted = /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => group.length === 3)
  return isParted && signs.size === 1 ? first + groups.join('') : null
}

/** Currency names in the six countries and languages. */
const currency =
  /^(?:f\.? ?cfa|cfa|frs?|fran(?:ken|cs?(?: cfa)?|cos?|ch[io])|xof|eur|euros?|€|tnd|lyd|dt|dl|ld|dinar(?:s|i|es)?|د\.?ت|د\.?ل|ل\.?د|دينار|دنانير|فرنك|يورو|франк(?:а|ов|и)?|евро|динар(?:а|ов|ы)?|f)\.?$/i

export const isCurrency = (word: string): boolean => currency.test(word)

/** Removes a currency before or after the digits. */
const withoutCurrency = (text: string): string => {
  const start = text.search(/\d/)
  if (start < 0) return text
  let end = text.length
  while (!/\d/.test(text[end - 1]!)) end--
  const [before, behind] = [text.slice(0, start), text.slice(end)]
  const size = thousandsLength(behind, 0)
  const [thousands, unit] = [behind.slice(0, size), behind.slice(size)]
  const isBefore = isCurrency(before.replace(/[+-]/, '').trim())
  const sign = isBefore ? (/[+-]/.exec(before)?.[0] ?? '') : before
  return sign + text.slice(start, end) + thousands + (isCurrency(unit.trim()) ? '' : unit)
}
