import type { ChangeReport } from '../../domain/changes.ts'
import type { CountryCode } from '../../domain/countries.ts'
import type { InvoiceNeighbours } from '../../domain/invoices/invoice.ts'
import type { Where } from '../../domain/lib/filter.ts'
import { type ReadOptions, type WriteOptions, write } from './call-options.ts'
import type { Http } from './http.ts'
import type { LongWork } from './long-work.ts'

/** What invoices have beyond what every resource has. */
export const invoiceCalls = (http: Http, longWork: LongWork) => ({
  /** Bills every parcel of a country that came to its end and is not yet on an invoice; answers once that is done. */
  generate: (country: CountryCode, options?: WriteOptions) =>
    longWork.json<ChangeReport>('/invoices/generate', write('POST', { country }, options), options),

  /** Which invoices stand beside one in a list under this filter and in this order. */
  neighbours: (id: string, { where, sort }: { where: Where; sort?: string }, { signal }: ReadOptions = {}) =>
    http.json<InvoiceNeighbours>(`/invoices/${id}/neighbours`, { query: { ...where, sort }, signal }),
})
