import type { CountryCode } from '../../domain/core/countries.ts'
import type { References } from './references.ts'

/** Shared by filter bar and palette: reference names, recent filters, other languages. */
export type FilterContext = {
  /** Country for days, money and people. */
  country: CountryCode
  references: References
  recents: RecentFilters
  /** Loads all languages, so that filters can be written in any. */
  loadWords: () => void
}

const most = 8

export const recentFiltersKey = (user: string, resource: string): string => `filters.${user}.${resource}`

/** Recent filters of a list, newest first, canonical. */
export const createRecentFilters = (
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  user: string,
): RecentFilters => {
  const keyOf = (resource: string) => recentFiltersKey(user, resource)
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
        // Storage full: the filter still applies.
      }
    },
  }
}

type RecentFilters = {
  list: (resource: string) => readonly string[]
  use: (resource: string, query: string) => void
}
