import type { CountryCode } from '../../domain/countries.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import type { ReadOptions } from './call-options.ts'
import type { Http } from './http.ts'

/** Customers by their phone, in any written form; a national one is read as of the country. */
export const customerCalls = (http: Http) => ({
  one: (phone: string, { signal, country }: ReadOptions & { country?: CountryCode } = {}) =>
    http.json<Customer>(`/customers/${encodeURIComponent(phone)}`, { query: { country }, signal }),
})
