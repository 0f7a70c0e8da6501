import { type CountryCode, countries } from '../../domain/core/countries.ts'
import type { Filters, Where } from '../../domain/lib/filter.ts'
import { type FilterVocabulary, parseQuery } from '../../domain/lib/query.ts'

/**
 * The API filter of a query. The selected country applies unless the query names one, or the resource has no country. Ages are
 * rounded to the minute, so that returning to a list reuses its cache.
 */
export const listWhere = (
  filters: Filters,
  query: string,
  country: CountryCode,
  vocabulary?: FilterVocabulary,
): Where => {
  const now = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const { timeZone } = countries[country]
  const here: Where = 'country' in filters ? { country } : {}
  return { ...here, ...parseQuery(filters, query, { now, timeZone, vocabulary }).where }
}
