import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type Country, type CountryCode, countries, countryCodes } from '../../core/countries.ts'
import { ivorianWithoutZero } from '../phone-digits.ts'
import { accept, type Result, refuse } from '../result.ts'
import { plainText } from './clean-text.ts'

/**
 * `repaired`: a leading 0 lost in a spreadsheet was restored. `unlikely`: possible, but in no known range; shown as a warning.
 */
export type Phone = { e164: string; repaired: boolean; unlikely: boolean }

/** Same limit as the library's. */
const MAX_PHONE_LENGTH = 250

/**
 * Parses a phone number in any written form (spaces, dots, `+225`, `00225`, numeric cell) to E.164. One digit too few or too
 * many is `INVALID_PHONE`, never corrected. An unlikely prefix is accepted with a warning, since metadata lag behind operators.
 */
export const readPhone = (typed: string, country: CountryCode): Result<Phone> => {
  if (typed.length > MAX_PHONE_LENGTH) return refuse('INVALID_PHONE')
  const text = plainText(typed).replace(decimalsOfCell, '$1')
  const compact = compactOf(text)
  if (compact === '' || /.\+/.test(compact) || /\p{L}/u.test(text)) return refuse('INVALID_PHONE')
  const number = compact.startsWith('+')
    ? fromAbroad(compact, trunkless(text))
    : (inPlan(compact, countries[country], true) ?? withoutPlus(compact, text, country))
  if (number === null) return refuse('INVALID_PHONE')
  const unlikely = !isKnown(number.e164)
  // `225 0708091` has lost digits after its prefix; it must not be read as a national number.
  const isCutOff = unlikely && compact.startsWith(countries[country].dialCode)
  return isCutOff ? refuse('INVALID_PHONE') : accept({ ...number, unlikely })
}

/** The country of the prefix (`+225`, `00225`); null without a prefix or for other countries. */
export const countryOfPhone = (typed: string): CountryCode | null => {
  const digits = compactOf(plainText(typed))
  return countryCodes.find((code) => digits.startsWith(`+${countries[code].dialCode}`)) ?? null
}

/** `225` of a phone in E.164, of any country; empty where none has it. */
export const dialCodeOf = (e164: string): string => {
  const country = countryOfPhone(e164)
  return country === null
    ? (parsePhoneNumberFromString(e164)?.countryCallingCode ?? '')
    : countries[country].dialCode
}

type Read = Omit<Phone, 'unlikely'>

const compactOf = (text: string): string => text.replace(/[^\d+]/g, '').replace(/^00/, '+')

/** `708091011.0`: a numeric cell as some programs write it. */
const decimalsOfCell = /^(\d{7,15})\.0$/

/** Splits `+33 (0)6 12 34 56 78` at the bracketed trunk 0: the prefix, and the number without the 0. Null without one. */
const trunkless = (text: string): { prefix: string; compact: string } | null => {
  const [whole, before = '', after = ''] =
    /^([^()]{0,20}|\([^()]{0,20}\)[^()]{0,5})\( ?0 ?\)(.*)$/.exec(text) ?? []
  return whole === undefined ? null : { prefix: compactOf(before), compact: compactOf(before + after) }
}

/** Reads a number with `+`. A trunk 0 is only accepted in brackets after the prefix. */
const fromAbroad = (compact: string, bracketed: ReturnType<typeof trunkless>): Read | null => {
  const plan = plans.find(({ dialCode }) => compact.startsWith(`+${dialCode}`))
  if (plan === undefined) return ofOtherCountry(compact, bracketed)
  const prefix = `+${plan.dialCode}`
  const isBracketed = plan.trunk !== null && bracketed?.prefix === prefix
  return inPlan((isBracketed ? bracketed.compact : compact).slice(prefix.length), plan, false)
}

/** International without plus: `2250708091011`, `33 (0)6 12 34 56 78`. */
const withoutPlus = (compact: string, text: string, country: CountryCode): Read | null =>
  compact.startsWith(countries[country].dialCode) ? fromAbroad(`+${compact}`, trunkless(`+${text}`)) : null

/** Checks national digits against the country's plan. `isDialled`: written as dialled in the country. */
const inPlan = (digits: string, plan: Country, isDialled: boolean): Read | null => {
  const { dialCode, trunk, grouping } = plan
  const length = grouping.reduce<number>((sum, size) => sum + size, 0)
  const hasTrunk = trunk !== null && digits.startsWith(trunk)
  if (hasTrunk)
    return isDialled && digits.length === length + 1
      ? { e164: `+${dialCode}${digits.slice(1)}`, repaired: false }
      : null
  if (digits.length === length) return { e164: `+${dialCode}${digits}`, repaired: false }
  const isEaten = dialCode === countries.ic.dialCode && ivorianWithoutZero.test(digits)
  return isEaten ? { e164: `+${dialCode}0${digits}`, repaired: true } : null
}

/** The library's small metadata accept any Ivorian number starting with 0 or 2. */
const isKnown = (e164: string): boolean =>
  e164.startsWith('+225')
    ? /^\+225(?:0[157]|2[157])/.test(e164)
    : parsePhoneNumberFromString(e164)?.isValid() === true

const ofOtherCountry = (compact: string, bracketed: ReturnType<typeof trunkless>): Read | null => {
  const parsed = parsePhoneNumberFromString(compact)
  if (!parsed?.isPossible()) return null
  // The library strips the trunk 0; then the text was no E.164 number.
  if (parsed.number === compact) return { e164: compact, repaired: false }
  if (bracketed?.prefix !== `+${parsed.countryCallingCode}`) return null
  return parsed.number === bracketed.compact && parsed.isValid()
    ? { e164: parsed.number, repaired: false }
    : null
}

const plans: readonly Country[] = Object.values(countries)
