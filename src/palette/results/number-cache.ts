import type { QueryClient } from '@tanstack/react-query'
import type { SearchHit } from '../../../domain/changes.ts'
import type { CountryCode } from '../../../domain/countries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { createQueryReader } from '../query-reader.ts'
import type { Search } from '../record-search.ts'

const none: readonly SearchHit[] = []

/** The records that have a number, each number looked up once for each opening of the palette. */
export function createNumberCache(client: QueryClient, country: CountryCode, search: Search) {
  const reader = createQueryReader<readonly SearchHit[]>(client)
  return {
    answers: reader.answers,
    observe: reader.observe,
    read: (number: number): { hits: readonly SearchHit[] } => {
      const { data = none } = reader.read(String(number), () => ({
        queryKey: queryKeys.numbered(country, number),
        queryFn: async ({ signal }) => (await search(`#${number}`, { signal })).items,
        gcTime: 0,
      }))
      return { hits: data }
    },
  }
}

export type NumberCache = ReturnType<typeof createNumberCache>
