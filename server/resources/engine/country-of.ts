import { type CountryCode, isCountryCode } from '../../../domain/countries.ts'

/** The country whose telephone plan and currency a new record is read by: its own, else the actor's. */
export const countryOf = (body: unknown, fallback: CountryCode): CountryCode => {
  const country = typeof body === 'object' && body !== null && 'country' in body ? body.country : null
  return isCountryCode(country) ? country : fallback
}
