import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../../domain/changes/changes.ts'
import type { ResourceName } from '../../domain/resources.ts'

type Cache = {
  client: QueryClient
  markOutdated: (event: LiveEvent) => void
  seed: (resource: ResourceName, record: { id: string }) => void
}

/** Query cache, created lazily, so that lists do not load TanStack Query. */
export type RecordCache = {
  /** The workspace's client. */
  client: (create: () => Cache) => QueryClient
  /** Adds a known record, such as the active row. */
  seed: Cache['seed']
  markOutdated: Cache['markOutdated']
}

export const createRecordCache = (): RecordCache => {
  let cache: Cache | null = null
  /** The last record seeded before the cache existed. */
  let early: Parameters<Cache['seed']> | null = null
  return {
    client: (create) => {
      if (cache === null) {
        cache = create()
        if (early !== null) cache.seed(...early)
      }
      return cache.client
    },
    seed: (...record) => {
      if (cache === null) early = record
      else cache.seed(...record)
    },
    markOutdated: (event) => {
      if (early !== null && event.resource === early[0]) early = null
      cache?.markOutdated(event)
    },
  }
}
