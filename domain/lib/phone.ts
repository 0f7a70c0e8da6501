import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type Country, type CountryCode, countries, countryCodes } from '../countries.ts'
import { accept, type Result, refuse } from './result.ts'

/** `repaired`: a leading 0 that a spreadsheet had eaten was put back. `unlikely`: possible, but no known range; a warning. */
export type Phone = { e164: string; repaired: boolean; unlikely: boolean }

/** The library reads no longer one either. */
const MAX_PHONE_LENGTH = 250

/**
 * Reads a telephone number in any written form (spaces, dots, `+225`, `00225`, a number cell) as E.164.
 * Impossible is refused with `INVALID_PHONE`; unlikely is accepted and said, since metadata lags behind the operators.
 */
export const parsePhone = (text: string, country: CountryCode): Result<Phone> => {
  if (text.length > MAX_PHONE_LENGTH) return refuse('INVALID_PHONE')
  const { iso, dialCode } = countries[country]
  const compact = digitsOf(text)
  if (compact === '' || /.\+/.test(compact) || /\p{L}/u.test(text.replace(/ext[\s\S]*/i, '')))
    return refuse('INVALID_PHONE')
  const candidates = [
    compact,
    ...(compact.startsWith(dialCode) ? [`+${compact}`] : []),
    ...repairs(compact, country),
  ]
  for (const [index, candidate] of candidates.entries()) {
    const parsed = parsePhoneNumberFromString(candidate, iso)
    if (parsed?.isPossible() && isCompleteIvorian(parsed.number)) {
      return accept({
        e164: parsed.number,
        repaired: isRepair(index, compact, country),
        unlikely: !parsed.isValid(),
      })
    }
  }
  return refuse('INVALID_PHONE')
}

/** The country whose prefix a number is written with, `+225` or `00225`; null without one, or with one that is none of ours. */
export const countryOfPhone = (text: string): CountryCode | null => {
  const digits = digitsOf(text)
  return countryCodes.find((code) => digits.startsWith(`+${countries[code].dialCode}`)) ?? null
}

const digitsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+')

/** An Ivorian number has ten digits and keeps its leading 0; nine digits have lost it to a number cell. */
const repairs = (compact: string, country: CountryCode): string[] => {
  if (country !== 'ic') return []
  const national = compact.replace(/^\+?225/, '')
  return national.length === 9 ? [`+2250${national}`] : []
}

const isRepair = (index: number, compact: string, country: CountryCode): boolean =>
  index > 0 && repairs(compact, country).length > 0

const isCompleteIvorian = (e164: string): boolean => !e164.startsWith('+225') || e164.length === 14

/** Digits, and what stands between them in a phone number: anything else makes it something else. */
export const isPhoneLike = (text: string): boolean => /^[+(]?[\d\s().\-/+]+$/.test(text)

/** The digits of a number as it is dialled from abroad: without `+` and `00`. */
export const dialledDigits = (text: string): string => text.replace(/\D/g, '').replace(/^00/, '')

/**
 * Whether what was typed may be a part of that E.164 number: anywhere in it, or from its beginning as its country writes
 * it, with a 0 that E.164 does not have.
 */
export const isPartOfPhone = (text: string, e164: string): boolean => {
  const digits = dialledDigits(text)
  const whole = e164.replace(/\D/g, '')
  if (digits === '') return false
  if (whole.includes(digits)) return true
  const plan = plans.find(({ dialCode }) => whole.startsWith(dialCode))
  if (plan === undefined) return false
  // `06 12`, and `+33 (0)6 12`, whose bracketed zero is written for those who call from inside.
  const national = digits.startsWith(plan.dialCode) ? digits.slice(plan.dialCode.length) : digits
  return national.startsWith('0') && whole.startsWith(plan.dialCode + national.slice(1))
}

/** The digits of an E.164 number as they may be typed from their beginning: from abroad, and in the country, with its 0. */
export const phoneSpellings = (e164: string): readonly string[] => {
  const whole = e164.replace(/\D/g, '')
  const plan = plans.find(({ dialCode }) => whole.startsWith(dialCode))
  if (plan === undefined) return [whole]
  const national = whole.slice(plan.dialCode.length)
  return national.startsWith('0') ? [whole, national] : [whole, national, `0${national}`]
}

/**
 * The E.164 number that was typed to its end, as the country dials it or with a prefix of ours; null where digits are
 * missing. A look at lengths while somebody types: `parsePhone` knows better, and weighs a hundred times as much.
 */
export const wholePhone = (text: string, country: CountryCode): string | null => {
  if (!isPhoneLike(text)) return null
  const digits = dialledDigits(text)
  const fromAbroad = plans
    .filter(({ dialCode }) => digits.startsWith(dialCode))
    .map((plan) => complete(plan, digits.slice(plan.dialCode.length)))
  const isFromAbroad = /^\s*(\+|00)/.test(text)
  const readings = isFromAbroad ? fromAbroad : [complete(countries[country], digits), ...fromAbroad]
  return readings.find((phone) => phone !== null) ?? null
}

const plans: readonly Country[] = Object.values(countries)

const complete = ({ dialCode, grouping }: Country, digits: string): string | null => {
  const length = grouping.reduce<number>((sum, size) => sum + size, 0)
  const national = digits.length === length + 1 && digits.startsWith('0') ? digits.slice(1) : digits
  return national.length === length ? `+${dialCode}${national}` : null
}

const byDialCode = Object.values(countries)

/** An E.164 number grouped as its country writes it: `+225 07 08 09 10 11`. Unknown plans come back as they are. */
export const formatPhone = (e164: string): string => {
  const country = byDialCode.find(({ dialCode }) => e164.startsWith(`+${dialCode}`))
  if (country === undefined) return e164
  const national = e164.slice(country.dialCode.length + 1)
  return `+${country.dialCode} ${grouped(national, country.grouping)}`
}

const grouped = (digits: string, sizes: Country['grouping']): string => {
  const groups: string[] = []
  let at = 0
  for (const size of sizes) {
    groups.push(digits.slice(at, at + size))
    at += size
  }
  groups.push(digits.slice(at))
  return groups.filter((group) => group !== '').join(' ')
}
