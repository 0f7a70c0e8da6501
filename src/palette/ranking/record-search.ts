import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { SearchHit } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { codeOf } from '../../../machines/failure.ts'
import { queryKeys } from '../../api/query-client.ts'

export type RecordSearch = (
  query: string,
  options: { signal: AbortSignal; resource?: ResourceName; limit?: number },
) => Promise<{ items: SearchHit[] }>

/** Query for the server; empty for none. `others`: tried in order if nothing is found (other keyboard layouts). */
export type Lookup = { query: string; resource: ResourceName | null; others?: readonly string[] }

/** `found`: the query that the hits match, `query` or one of its `others`. */
type SearchAnswer = {
  hits: readonly SearchHit[]
  query: string
  found?: string
  resource: ResourceName | null
}

/** `hits` answer `query`, which may be an earlier one: they stay until newer ones arrive. */
export type SearchState = Pick<SearchAnswer, 'hits' | 'query' | 'found'> & {
  /** The failed query and its code. */
  failure: { query: string; code: string } | null
}

/** Page size; fewer hits mean that there are no more. */
export const MAX_ANSWERED = 20

/** Minimum time between requests while typing. */
const PACE_MS = 120

export const noLookup: Lookup = { query: '', resource: null }

export const noAnswer: SearchAnswer = { hits: [], query: '', resource: null }

/** Whether an answer to the query is still expected. */
export const isAwaited = ({ query, failure }: SearchState, asked: string): boolean =>
  asked !== '' && query !== asked && failure?.query !== asked

/**
 * Query options of lookups while typing: the first one is requested at once, later ones at most every `PACE_MS`. A newer one
 * aborts it, waiting or sent. A repeated lookup shows its cached hits until the new ones arrive.
 */
export const createSearchQueries = (search: RecordSearch, country: CountryCode) => {
  let sentAt = Number.NEGATIVE_INFINITY
  const read = async (
    { query, resource, others = [] }: Lookup,
    signal: AbortSignal,
  ): Promise<SearchAnswer> => {
    const wait = sentAt + PACE_MS - performance.now()
    if (wait > 0) await pause(wait, signal)
    sentAt = performance.now()
    const options = { signal, resource: resource ?? undefined, limit: MAX_ANSWERED }
    let { items: hits } = await search(query, options)
    let found = query
    for (const other of others) {
      if (hits.length > 0) break
      hits = (await search(other, options)).items
      found = other
    }
    return { hits, query, found, resource }
  }
  // `others` follow from the text.
  return (lookup: Lookup) =>
    queryOptions({
      queryKey: queryKeys.search(country, lookup.resource, lookup.query),
      queryFn: lookup.query === '' ? skipToken : ({ signal }) => read(lookup, signal),
      initialData: lookup.query === '' ? noAnswer : undefined,
      staleTime: 0,
    })
}

export type SearchQueries = ReturnType<typeof createSearchQueries>

/** The answer shown for a lookup: earlier hits of its scope stay until newer ones arrive, and if none do. */
export const shownAnswer = (
  { resource }: Lookup,
  data: SearchAnswer | undefined,
  last: SearchAnswer,
): SearchAnswer => data ?? (last.resource === resource ? last : noAnswer)

/** The current answer. A page without lookup keeps that of the page below for going back. */
export function useRecordSearch(queryOf: SearchQueries, lookup: Lookup | null): SearchState {
  const last = useRef({ lookup: noLookup, answer: noAnswer })
  const asked = lookup ?? last.current.lookup
  const { data, error } = useQuery(queryOf(asked))
  const answer = shownAnswer(asked, data, last.current.answer)
  useLayoutEffect(() => {
    last.current = { lookup: asked, answer }
  })
  return useMemo(
    () => ({ ...answer, failure: error && { query: asked.query, code: codeOf(error) } }),
    [answer, error, asked.query],
  )
}

/** @throws the signal's reason as soon as it aborts */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
