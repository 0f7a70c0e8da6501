import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from '../../../domain/changes/changes.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** A query that is refetched when a relevant record changes. */
export const useLiveQuery = <Data>(
  options: UseQueryOptions<Data, Error, Data, QueryKey>,
  isConcerned: (event: LiveEvent, data: Data | undefined) => boolean,
): UseQueryResult<Data> => {
  const { onLive } = useWorkspace()
  const query = useQuery(options)
  const onEvent = useEffectEvent((event: LiveEvent) => {
    if (isConcerned(event, query.data)) void query.refetch()
  })
  useEffect(() => onLive((event) => onEvent(event)), [onLive])
  return query
}

export const concerns = ({ resource, ids }: LiveEvent, ofResource: ResourceName, id: string): boolean =>
  resource === ofResource && (ids === null || ids.includes(id))

/** Milliseconds. Data read before the event stream opened may be stale. */
const FRESH_MS = 15_000

/** A record, live; shows the list's copy until loaded. */
export const useRecord = <R extends ResourceName>(
  resource: R,
  id: string,
): UseQueryResult<ResourceRecords[R]> => {
  const { api } = useWorkspace()
  return useLiveQuery(
    {
      queryKey: queryKeys.record(resource, id),
      queryFn: ({ signal }) => api.one(resource, id, { signal }),
      staleTime: FRESH_MS,
    },
    (event) => concerns(event, resource, id),
  )
}

/**
 * A record that another one names, live, in a list of one; of none once it is undone. Asked for by its id alone it would be refused
 * until the one that names it is read again.
 */
export const useNamedRecord = <R extends ResourceName>(
  resource: R,
  id: string,
): UseQueryResult<readonly ResourceRecords[R][]> => {
  const { api } = useWorkspace()
  return useLiveQuery<readonly ResourceRecords[R][]>(
    {
      queryKey: queryKeys.recordPart(resource, id, 'named'),
      queryFn: async ({ signal }) =>
        (await api.list(resource, { where: { ids: id }, limit: 1 }, { signal })).items,
      staleTime: FRESH_MS,
    },
    (event) => concerns(event, resource, id),
  )
}
