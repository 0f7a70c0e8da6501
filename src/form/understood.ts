import type { TFunction } from 'i18next'
import { type CountryCode, countries } from '../../domain/core/countries.ts'
import { currencyFormat } from '../../domain/lib/currency-format.ts'
import { type Field, limitOf } from '../../domain/lib/field.ts'
import { type NumberFormat, numberFormat } from '../../domain/lib/number-format.ts'
import { dialledDigits } from '../../domain/lib/phone-digits.ts'
import { formatPhone } from '../../domain/lib/phone-format.ts'
import { readAmount, readCount, readDecimal } from '../../domain/lib/typed/read-amount.ts'
import { readPhone } from '../../domain/lib/typed/read-phone.ts'

type Reading = { country: CountryCode; locale: string }

/**
 * How a typed amount, number or phone is parsed, if that differs from the text: `15.000` is 15 000 F CFA. Null if equal or
 * invalid.
 */
export const understood = (field: Field, typed: string, { country, locale }: Reading): string | null => {
  switch (field.kind) {
    case 'money': {
      const { currency } = countries[country]
      return numberUnderstood(typed, readAmount(typed, country), currencyFormat(locale, currency))
    }
    case 'integer':
      return numberUnderstood(typed, readCount(typed), countFormat(locale))
    case 'number':
      return numberUnderstood(typed, readDecimal(typed, field.decimals), countFormat(locale))
    case 'phone': {
      const phone = readPhone(typed, country)
      if (!phone.ok) return null
      const { e164, repaired } = phone.value
      return repaired || !e164.endsWith(dialledDigits(typed)) ? formatPhone(e164) : null
    }
    default:
      return null
  }
}

const countFormat = (locale: string) => numberFormat(locale, { maximumFractionDigits: 3 })

/** Unambiguous as typed: `12500`, `12 500`, `12,5`. */
const numberUnderstood = (
  typed: string,
  read: number | null,
  { format }: Pick<NumberFormat, 'format'>,
): string | null => {
  const isPlain = read === null || Number(typed.replace(/\s/g, '').replace(',', '.')) === read
  return isPlain ? null : format(read)
}

/**
 * `Too large: 10,000 at most.` Null if the refusal is not about a bound. A bound is multiplied by `scale`: 100 for percentages.
 * Needs the namespace `form`.
 */
export const limitWords = (
  t: TFunction,
  { field, code, value, scale = 1 }: { field: Field; code: string; value: string | boolean; scale?: number },
): string | null => {
  const bound = limitOf(field, code)
  if (bound === null) return null
  const limit = bound * scale
  const number = readDecimal(String(value), 'decimals' in field ? field.decimals : 0) ?? Number.NaN
  if ((code === 'TOO_LARGE' && number <= limit) || (code === 'TOO_SMALL' && number >= limit)) return null
  return t(`form:limit.${code}`, { count: limit })
}
