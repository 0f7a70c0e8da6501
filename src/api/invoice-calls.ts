import type { ChangeReport } from '../../domain/changes.ts'
import type { CountryCode } from '../../domain/countries.ts'
import { type WriteOptions, write } from './call-options.ts'
import type { Http } from './http.ts'

/** What invoices have beyond what every resource has. */
export const invoiceCalls = (http: Http) => ({
  /** Bills every parcel of a country that came to its end and is not yet on an invoice; answers once that is done. */
  generate: (country: CountryCode, options?: WriteOptions) =>
    http.json<ChangeReport>('/invoices/generate', write('POST', { country }, options)),
})
