import { type CountryCode, countryCodes } from '../../../domain/core/countries.ts'
import { choiceOf } from '../../../domain/lib/field.ts'
import { readPhone } from '../../../domain/lib/typed/read-phone.ts'
import { Refused } from '../../core/errors.ts'

/** The country of a query, the caller's own where it is left out. */
export const readCountry = (written: unknown, own: CountryCode): CountryCode => {
  if (written === undefined) return own
  const country = choiceOf(countryCodes, written)
  if (country !== null) return country
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'country', code: 'NOT_A_CHOICE' }] })
}

/** E.164 of a phone as it is written or dialled. */
export const phoneOf = (text: string, country: CountryCode): string => {
  const phone = readPhone(text, country)
  if (phone.ok) return phone.value.e164
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'phone', code: 'INVALID_PHONE' }] })
}
