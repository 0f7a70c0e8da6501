import { countries, isCountryCode } from '../../../domain/core/countries.ts'
import type { Where } from '../../../domain/lib/filter.ts'

/** The currency of every amount that a filter lets through; null where there may be several. */
export const singleCurrency = ({ country }: Where): string | null => {
  const currencies = (country ?? '')
    .split(',')
    .map((code) => (isCountryCode(code) ? countries[code].currency : null))
  const [first = null] = currencies
  return currencies.every((currency) => currency === first) ? first : null
}
