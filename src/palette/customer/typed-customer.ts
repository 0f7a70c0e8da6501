import type { SearchHit } from '../../../domain/changes.ts'
import type { CountryCode } from '../../../domain/countries.ts'
import { dialledDigits, isPartOfPhone, isPhoneLike, wholePhone } from '../../../domain/lib/phone-digits.ts'
import type { SearchState } from '../record-search.ts'

/** `name` is null where nothing was found with the number. */
export type TypedCustomer = { phone: string; name: string | null }

/** Fewer digits may be a record's number, and are many a customer's. */
const fewestDigits = 6

/**
 * The one customer whom the digits typed so far determine among what was found; null while they are several, or what is
 * typed is no phone. Nobody is determined by an answer that found nothing but to a number that is typed whole.
 */
export function typedCustomer(text: string, search: SearchState, country: CountryCode): TypedCustomer | null {
  if (!isCustomerLike(text)) return null
  const matching = search.hits.filter((hit) => isOfPhone(hit, text))
  const [first] = matching
  const isAnswered = search.query === text
  if (first?.customerPhone && matching.every(({ customerPhone }) => customerPhone === first.customerPhone)) {
    return { phone: first.customerPhone, name: first.title }
  }
  if (!isAnswered || search.phase !== 'idle' || matching.length > 0) return null
  const phone = wholePhone(text, country)
  return phone === null ? null : { phone, name: null }
}

export const isCustomerLike = (text: string): boolean =>
  isPhoneLike(text) && dialledDigits(text).length >= fewestDigits

export const isOfPhone = ({ customerPhone }: SearchHit, text: string): boolean =>
  Boolean(customerPhone) && isPartOfPhone(text, customerPhone ?? '')
