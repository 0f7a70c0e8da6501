import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type CountryCode, countries, countryCodes } from '../core/countries.ts'
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
