import type { CountryCode } from '../../domain/core/countries.ts'
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

const most = 8

/** The filters that a person asked of a list, the last one first, in canonical words. */
export const createRecentFilters = (
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  user: string,
): RecentFilters => {
  const keyOf = (resource: string) => `filters.${user}.${resource}`
  const list = (resource: string): readonly string[] => {
    try {
      const kept: unknown = JSON.parse(storage.getItem(keyOf(resource)) ?? '[]')
      return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string').slice(0, most) : []
    } catch {
      return []
    }
  }
  return {
    list,
    use: (resource, query) => {
      const text = query.trim()
      if (text === '') return
      const others = list(resource).filter((other) => other !== text)
      try {
        storage.setItem(keyOf(resource), JSON.stringify([text, ...others].slice(0, most)))
      } catch {
        // The storage is full: the filter applies, but is not remembered.
      }
    },
  }
}

type RecentFilters = {
  list: (resource: string) => readonly string[]
  use: (resource: string, query: string) => void
}
