import type { CountryCode } from '../core/countries.ts'
import { countryCodes, defaultCountry, isCountryCode } from '../core/countries.ts'
import { languageCodes } from '../core/languages.ts'
import type { Fields, Values } from '../lib/field.ts'
import { countryOfPhone } from '../lib/typed/read-phone.ts'
import { deviceField } from '../users/account-fields.ts'
import { users } from '../users/user.ts'

/** What somebody without an account fills in; it makes a seller. `language` is the one that their mails are written in. */
export const signUpFields = {
  name: users.fields.name,
  email: users.fields.email,
  phone: users.fields.phone,
  password: users.fields.password,
  country: { kind: 'choice', values: countryCodes },
  language: { kind: 'choice', values: languageCodes },
} as const satisfies Fields

export type SignUp = Values<typeof signUpFields>

/** Asks for a mail with a link: another confirmation, or a new password. */
export const mailRequestFields = { email: { kind: 'email', required: true } } as const satisfies Fields

/** Requests of a known device get their mail regardless of others' requests. */
export const resetRequestFields = { ...mailRequestFields, device: deviceField } as const satisfies Fields

/** The country of a sign-up that nobody has checked yet: its own, else that of the phone's prefix, else the default. */
export const countryOfSignUp = (body: unknown): CountryCode => {
  const { country, phone } = (body ?? {}) as { country?: unknown; phone?: unknown }
  if (isCountryCode(country)) return country
  return (typeof phone === 'string' ? countryOfPhone(phone) : null) ?? defaultCountry
}
