import { type CountryCode, countryCodes } from '../../domain/countries.ts'
import { choiceOf } from '../../domain/lib/choice.ts'

/** The country whose telephone plan and currency a new record is read by: its own, else the actor's. */
export const countryOf = (body: unknown, fallback: CountryCode): CountryCode => {
  const country = typeof body === 'object' && body !== null && 'country' in body ? body.country : null
  return choiceOf(countryCodes, country) ?? fallback
}
