import { type CountryCode, countries } from '../../core/countries.ts'
import { plainText } from './clean-text.ts'

/** Longer than any amount that is written. */
const MAX_AMOUNT_LENGTH = 200

/**
 * An amount as people write it: `15 000`, `15.000,00`, `15000 F`, `1,500.50`, `FCFA 15'000`, `١٥٫٥`. The one reader of typed
 * amounts, of forms, imports, filters, sums and counts of cash. Null when it is not an amount.
 */
export const readAmount = (typed: string, country: CountryCode): number | null =>
  typed.length > MAX_AMOUNT_LENGTH
    ? null
    : readDecimal(withoutCurrency(plainText(typed)), countries[country].decimals)

/** A count as people write it: `1 000`, `1.000`, `2,0`. A fraction is the field's to refuse. */
export const readCount = (typed: string): number | null => readDecimal(typed, 0)

/**
 * A number of at most so many decimals. What the signs in it mean, the first rule that fits:
 *
 * | written | is |
 * |---|---|
 * | `٫` | the decimal sign |
 * | point and comma | the last of them the decimal sign, the other parts thousands |
 * | one of them several times | thousands |
 * | one of them, and spaces or apostrophes | the decimal sign: thousands are parted already |
 * | one of them before three digits, behind one to three that begin with no 0, of a currency of 0 or 2 decimals | thousands |
 * | one of them anywhere else | the decimal sign |
 *
 * Thousands are in threes behind one kind of sign; what has them otherwise, `12.05.2026` or `07 08 09`, is no number.
 */
export const readDecimal = (typed: string, decimals: number): number | null => {
  if (typed.length > MAX_AMOUNT_LENGTH) return null
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
  // Never `-0`, which is written with its sign.
  return amount === 0 ? 0 : amount
}

/** Where the decimal sign is, -1 where there is none; null where two signs could be it. */
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

/** The digits of a whole number whose thousands may be parted; null where they are parted otherwise. */
const wholeOf = (text: string): string | null => {
  const [first = '', ...groups] = text.split(/[.,' ]/)
  if (groups.length === 0) return first || '0'
  const signs = new Set(text.replace(/\d/g, ''))
  const isParted = /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => group.length === 3)
  return isParted && signs.size === 1 ? first + groups.join('') : null
}

/** What the six countries and languages call their money. */
const currency =
  /^(?:f\.? ?cfa|cfa|frs?|fran(?:ken|cs?(?: cfa)?|cos?|ch[io])|xof|eur|euros?|€|tnd|lyd|dt|dl|ld|dinar(?:s|i|es)?|د\.?ت|د\.?ل|ل\.?د|دينار|دنانير|فرنك|يورو|франк(?:а|ов|и)?|евро|динар(?:а|ов|ы)?|f)\.?$/i

/** Whether a word is a currency, `F` or `dinars`: beside an amount it belongs to that. */
export const isCurrency = (word: string): boolean => currency.test(word)

/** An amount without the currency before or behind its digits. */
const withoutCurrency = (text: string): string => {
  const start = text.search(/\d/)
  if (start < 0) return text
  let end = text.length
  while (!/\d/.test(text[end - 1]!)) end--
  const [before, behind] = [text.slice(0, start), text.slice(end)]
  const isBefore = isCurrency(before.replace(/[+-]/, '').trim())
  const sign = isBefore ? (/[+-]/.exec(before)?.[0] ?? '') : before
  return sign + text.slice(start, end) + (isCurrency(behind.trim()) ? '' : behind)
}
