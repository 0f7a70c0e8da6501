import { type CountryCode, countries } from '../../domain/core/countries.ts'
import type { Filters, Where } from '../../domain/lib/filter.ts'
import { parseQuery, type Vocabulary } from '../../domain/lib/query.ts'

/**
 * What a list asks the server for under a query. The selected country holds unless the filter names one, or the records
 * are the same in every country. Ages are counted from the minute, so that coming back to a list asks the same question.
 */
export const listWhere = (
  filters: Filters,
  query: string,
  country: CountryCode,
  vocabulary?: Vocabulary,
): Where => {
  const now = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const { timeZone } = countries[country]
  const here: Where = 'country' in filters ? { country } : {}
  return { ...here, ...parseQuery(filters, query, { now, timeZone, vocabulary }).where }
}
