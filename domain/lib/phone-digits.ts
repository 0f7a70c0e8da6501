import { type Country, type CountryCode, countries } from '../core/countries.ts'
import { plainText } from './typed/clean-text.ts'

/** Digits and separators of phone numbers; a text with other characters is not a phone number. */
export const isPhoneLike = (text: string): boolean => /^[+(]?[\d\s().\-/+]+$/.test(plainText(text))

/** The digits of a number as it is dialled from abroad: without `+` and `00`. */
export const dialledDigits = (text: string): string => plainText(text).replace(/\D/g, '').replace(/^00/, '')

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
 * missing. A look at lengths while the user types: `readPhone` knows better, and weighs a hundred times as much.
 */
export const wholePhone = (text: string, country: CountryCode): string | null => {
  if (!isPhoneLike(text)) return null
  const digits = dialledDigits(text)
  const fromAbroad = plans
    .filter(({ dialCode }) => digits.startsWith(dialCode))
    .map((plan) => complete(plan, digits.slice(plan.dialCode.length)))
  const isFromAbroad = /^(\+|00)/.test(plainText(text))
  const isEaten = country === 'ic' && ivorianWithoutZero.test(plainText(text))
  const readings = isFromAbroad
    ? fromAbroad
    : [complete(countries[country], isEaten ? `0${digits}` : digits), ...fromAbroad]
  return readings.find((phone) => phone !== null) ?? null
}

/** The mobile numbers of Ivory Coast are 01, 05 and 07: their 0 belongs to them, and a number cell has no place for it. */
export const ivorianWithoutZero = /^[157]\d{8}$/

const plans: readonly Country[] = Object.values(countries)

const complete = ({ dialCode, grouping }: Country, digits: string): string | null => {
  const length = grouping.reduce<number>((sum, size) => sum + size, 0)
  const national = digits.length === length + 1 && digits.startsWith('0') ? digits.slice(1) : digits
  return national.length === length ? `+${dialCode}${national}` : null
}
