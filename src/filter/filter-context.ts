import type { CountryCode } from '../../domain/core/countries.ts'
import type { RecentFilters } from './recent-filters.ts'
import type { References } from './references.ts'

/** What filter bar and palette share: names behind ids, what was asked lately, and the words of the other languages. */
export type FilterContext = {
  /** Whose days, money and people are meant. */
  country: CountryCode
  references: References
  recents: RecentFilters
  /** Loads the words of every language, so that a filter can be written in any. */
  loadWords: () => void
}
