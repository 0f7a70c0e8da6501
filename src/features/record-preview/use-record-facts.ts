import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Change } from '../../../domain/changes/changes.ts'
import { resources } from '../../../domain/resources.ts'
import type { RecordRef } from '../../../machines/palette/palette-types.ts'
import type { Api } from '../../api/create-api.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { AnyRecord } from '../../commands/command.ts'

/** A record, and the latest change of its history; null where it has none or the reader may not see it. */
export type RecordFacts = { record: AnyRecord; last: Change | null }

/** Long enough that walking through the list requests nothing, short enough to be there when the eye arrives. */
export const DEBOUNCE_MS = 90
/** An answer that is this quick needs no sign that it is awaited. */
const SKELETON_DELAY_MS = 250

type Phase = 'waiting' | 'slow' | 'failed'

/** What a preview shows of a record. It is requested once the highlight has stayed on the record for a moment. */
export function useRecordFacts(ref: RecordRef, reader: Reader): { facts: RecordFacts | null; phase: Phase } {
  const elapsed = useElapsed(`${ref.resource}/${ref.id}`)
  const query = useQuery({ ...recordFactsQuery(ref, reader), enabled: elapsed !== null })
  const { data, isFetching, isError } = query
  const hasFailed = elapsed !== null && isError && !isFetching
  return { facts: data ?? null, phase: hasFailed ? 'failed' : elapsed === 'skeleton' ? 'slow' : 'waiting' }
}

type Reader = { api: Api; actor: Actor | null }

/** The record with the latest change of its history, as far as the reader may see it. */
export const recordFactsQuery = ({ resource, id }: RecordRef, { api, actor }: Reader) =>
  queryOptions({
    queryKey: queryKeys.recordFacts(resource, id),
    queryFn: async ({ signal }): Promise<RecordFacts> => {
      const { view, history } = resources[resource].verbs
      const read = api.one(resource, id, { signal })
      // Only where the history reaches less far than the record does it depend on the record.
      const mayReadHistory = async (): Promise<boolean> =>
        actor !== null &&
        (scopeOf(actor.role, history) === scopeOf(actor.role, view) ||
          whyNot(actor, history, await read) === null)
      const lastChange = async (): Promise<Change | null> => {
        if (!(await mayReadHistory())) return null
        const { items } = await api.history(resource, id, { signal, limit: 1 })
        return items[0] ?? null
      }
      // The record is worth showing without its history too.
      const [record, last] = await Promise.all([read, lastChange().catch(() => null)])
      return { record, last }
    },
  })

/** How long the same key has been given: past the debounce, past the delay of the skeleton; null before. */
const useElapsed = (key: string): 'debounce' | 'skeleton' | null => {
  const [state, setState] = useState<{ key: string; elapsed: 'debounce' | 'skeleton' } | null>(null)
  useEffect(() => {
    const timers = [
      setTimeout(() => setState({ key, elapsed: 'debounce' }), DEBOUNCE_MS),
      setTimeout(() => setState({ key, elapsed: 'skeleton' }), SKELETON_DELAY_MS),
    ]
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [key])
  return state?.key === key ? state.elapsed : null
}
