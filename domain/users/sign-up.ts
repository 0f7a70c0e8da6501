import type { CountryCode } from '../core/countries.ts'
import { countryCodes, defaultCountry, isCountryCode } from '../core/countries.ts'
import { languageCodes } from '../core/languages.ts'
import type { Fields, Values } from '../lib/field.ts'
import { countryOfPhone } from '../lib/typed/read-phone.ts'
import { accountFields, deviceField } from './account-fields.ts'

/** Body of a sign-up, which creates a seller. `language`: of their mails. */
export const signUpFields = {
  ...accountFields,
  country: { kind: 'choice', values: countryCodes },
  language: { kind: 'choice', values: languageCodes },
} as const satisfies Fields

export type SignUp = Values<typeof signUpFields>

/** Requests a mail: another confirmation, or a password reset. */
export const mailRequestFields = { email: { kind: 'email', required: true } } as const satisfies Fields

/** Rate limits of a known device do not depend on requests from others. */
export const resetRequestFields = { ...mailRequestFields, device: deviceField } as const satisfies Fields

/** Country of an unvalidated sign-up: its own, else that of the phone's prefix, else the default. */
export const countryOfSignUp = (body: unknown): CountryCode => {
  const { country, phone } = (body ?? {}) as { country?: unknown; phone?: unknown }
  if (isCountryCode(country)) return country
  return (typeof phone === 'string' ? countryOfPhone(phone) : null) ?? defaultCountry
}
