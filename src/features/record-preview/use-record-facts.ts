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

/** A record with its latest change; null if none is visible. */
export type RecordFacts = { record: AnyRecord; last: Change | null }

/** Avoids requests while moving through the list. */
export const DEBOUNCE_MS = 90
/** Faster answers show no placeholder. */
const SKELETON_DELAY_MS = 250

type Phase = 'waiting' | 'slow' | 'failed'

/** Data of a record's preview, requested after the highlight has rested. */
export function useRecordFacts(ref: RecordRef, reader: Reader): { facts: RecordFacts | null; phase: Phase } {
  const elapsed = useElapsed(`${ref.resource}/${ref.id}`)
  const query = useQuery({ ...recordFactsQuery(ref, reader), enabled: elapsed !== null })
  const { data, isFetching, isError } = query
  const hasFailed = elapsed !== null && isError && !isFetching
  return { facts: data ?? null, phase: hasFailed ? 'failed' : elapsed === 'skeleton' ? 'slow' : 'waiting' }
}

type Reader = { api: Api; actor: Actor | null }

/** The record with its latest visible change. */
export const recordFactsQuery = ({ resource, id }: RecordRef, { api, actor }: Reader) =>
  queryOptions({
    queryKey: queryKeys.recordFacts(resource, id),
    queryFn: async ({ signal }): Promise<RecordFacts> => {
      const { view, history } = resources[resource].verbs
      const read = api.one(resource, id, { signal })
      // Depends on the record only if the history's scope is smaller than the record's.
      const mayReadHistory = async (): Promise<boolean> =>
        actor !== null &&
        (scopeOf(actor, history) === scopeOf(actor, view) || whyNot(actor, history, await read) === null)
      const lastChange = async (): Promise<Change | null> => {
        if (!(await mayReadHistory())) return null
        const { items } = await api.history(resource, id, { signal, limit: 1 })
        return items[0] ?? null
      }
      // A failed history does not hide the record.
      const [record, last] = await Promise.all([read, lastChange().catch(() => null)])
      return { record, last }
    },
  })

/** Which delays have passed since the key changed. */
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
