import type { Analytics, ProductRates } from '../../domain/analytics/analytics.ts'
import type { CountryCode } from '../../domain/countries.ts'
import type { ReadOptions } from './call-options.ts'
import type { Http } from './http.ts'

/** `startDate` and `endDate` are days of the country; all but the country may be left out. */
export type AnalyticsQuery = {
  country: CountryCode
  seller?: string
  startDate?: string
  endDate?: string
}

/** The figures of the dashboard, and those that a calculation begins from. */
export const analyticsCalls = (http: Http) => ({
  read: (query: AnalyticsQuery, { signal }: ReadOptions = {}) =>
    http.json<Analytics>('/analytics', { query, signal }),

  productRates: (product: string, { signal }: ReadOptions = {}) =>
    http.json<ProductRates>(`/products/${product}/rates`, { signal }),
})
