import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../../domain/changes/changes.ts'
import type { ResourceName } from '../../domain/resources.ts'

type Cache = {
  client: QueryClient
  markOutdated: (event: LiveEvent) => void
  seed: (resource: ResourceName, record: { id: string }) => void
}

/** The cache of reads, created when the first screen that uses TanStack Query is shown: lists do not wait for the library. */
export type RecordCache = {
  /** The client of this workspace, always the same. */
  client: (create: () => Cache) => QueryClient
  /** Puts in a record that is known already, such as a list's active row. */
  seed: Cache['seed']
  markOutdated: Cache['markOutdated']
}

export const createRecordCache = (): RecordCache => {
  let cache: Cache | null = null
  /** The last one before there was a cache: the record that is opened from a list. */
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
