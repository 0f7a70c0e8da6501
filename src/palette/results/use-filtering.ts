import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import type { i18n } from 'i18next'
import { useEffect, useMemo, useState } from 'react'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { complete } from '../../filter/complete.ts'
import type { Completion } from '../../filter/completion.ts'
import { createListDetector, type ListDetector } from '../../filter/detect-lists.ts'
import type { FilterContext } from '../../filter/filter-context.ts'
import { listWhere } from '../../filter/list-where.ts'
import { createQueryReader } from '../ranking/query-caches.ts'
import { pause } from '../ranking/record-search.ts'

/** Sources of list filters. */
export type FilterSource = {
  filterContext: FilterContext
  count: CountMatches
  /** Lists with a screen for this role. */
  lists: readonly ResourceName[]
}

/** Parser of list sentences: list meant, counts, completions. */
export type Filtering = {
  lists: readonly ResourceName[]
  detector: ListDetector
  count: (resource: ResourceName, query: string) => MatchCount
  /** The API filter of a query, evaluated now. */
  where: (resource: ResourceName, query: string) => Where
  complete: (resource: ResourceName, text: string) => readonly Completion[]
}

const noChanges = createAtom(0)

const detectors = new WeakMap<FilterContext, { of: readonly unknown[]; detector: ListDetector }>()

/** Cached across openings: collecting the words of all lists is too slow for a keystroke. */
const cachedDetector = (i18n: i18n, filterContext: FilterContext, of: readonly unknown[]): ListDetector => {
  const known = detectors.get(filterContext)
  if (known?.of.every((one, index) => one === of[index])) return known.detector
  const detector = createListDetector(i18n, filterContext)
  detectors.set(filterContext, { of, detector })
  return detector
}

/** Null without lists. Recomputed when a name, count or language arrives. */
export const useFiltering = (
  source: FilterSource | undefined,
  i18n: i18n,
  languages: string,
): Filtering | null => {
  const client = useQueryClient()
  const [counts] = useState(() => source && createMatchCounts(client, source.count))
  const counted = useAtom(counts?.answers ?? noChanges)
  const named = useAtom(source?.filterContext.references.version ?? noChanges)
  useEffect(() => counts?.observe(), [counts])
  const detector = useMemo(
    () => source && cachedDetector(i18n, source.filterContext, [i18n.language, languages, named]),
    [source, i18n, i18n.language, languages, named],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: computed again when a count arrives.
  return useMemo(() => {
    if (source === undefined || counts === undefined || detector === undefined) return null
    return {
      lists: source.lists,
      detector,
      count: counts.read,
      where: (resource, query) =>
        listWhere(detector.filtersOf(resource), query, source.filterContext.country),
      complete: (resource, text) =>
        complete(text, text.length, {
          i18n,
          resource,
          filters: detector.filtersOf(resource),
          words: detector.wordsOf(resource),
          references: source.filterContext.references,
          speak: (said) => detector.speak(said, resource),
          recents: source.filterContext.recents.list(resource),
          views: [],
        }),
    }
  }, [source, counts, detector, i18n, counted])
}

/** Number of matches of a canonical query, and the first few. */
export type Matches = { total: number; items: readonly AnyRecord[] }
export type CountMatches = (resource: ResourceName, query: string, signal: AbortSignal) => Promise<Matches>

export type MatchCount = {
  phase: 'loading' | 'ready' | 'failed'
  count: number | null
  records: readonly AnyRecord[]
}

/** Avoids counting at every keystroke. */
const DEBOUNCE_MS = 140

/** Counts of matches, fetched once per query while the palette is open. */
const createMatchCounts = (client: QueryClient, ask: CountMatches) => {
  const { answers, observe, read } = createQueryReader<Matches>(client)
  return {
    answers,
    observe,
    read: (resource: ResourceName, query: string): MatchCount => {
      const { data, isError } = read(`${resource}?${query}`, () => ({
        queryKey: queryKeys.matches(resource, query),
        queryFn: async ({ signal }) => {
          await pause(DEBOUNCE_MS, signal)
          return ask(resource, query, signal)
        },
        gcTime: 0,
      }))
      return data
        ? { phase: 'ready', count: data.total, records: data.items }
        : { phase: isError ? 'failed' : 'loading', count: null, records: [] }
    },
  }
}
