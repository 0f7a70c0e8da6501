import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from '@xstate/store-react'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { listOrStart, paths, sideListIn } from '../../../domain/access/paths.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { ViewedResource } from '../../../domain/access/routes.ts'
import { resources } from '../../../domain/resources.ts'
import { queryKeys } from '../../api/query-client.ts'
import {
  besideIn,
  type Direction,
  extendWalk,
  placeIn,
  type RecordWalk,
  WALK_PAGE,
} from '../../stores/record-walks.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useListQuery } from '../records/use-list-query.ts'

export type Walk = {
  /** Position in the list from 1; null if unknown. */
  place: number | null
  total: number
  /** The record is not among the known rows of its list. */
  isNowhere: boolean
  previous: boolean
  next: boolean
  go: (direction: Direction) => void
  /** URL of the list. */
  back: string
  /** The list is the store. */
  isStore: boolean
  /** It leads to the queue of calls, which shows orders to those without their list. */
  isQueue: boolean
}

/**
 * The list that the record was opened from, with previous and next. A directly opened URL uses the list it names, as far as the
 * record is among its first rows.
 */
export const useWalk = (resource: ViewedResource, id: string): Walk => {
  const { api, country, ports, user, walks } = useWorkspace()
  const { search } = useLocation()
  const { where, sort } = useListQuery(resource, country)
  const queries = useQueryClient()
  const known = useAtom(walks.known)[resource]
  const walk = known?.search === search && placeIn(known, id) !== null ? known : null
  const isKnown = walk !== null
  const [missing, setMissing] = useState<string | null>(null)
  const side = sideListIn(search)
  const own = listOrStart(resource, user)
  const address = side === null ? `${own}${search}` : `${side.path}${side.search}`
  const isStore = side?.path === paths.store()
  const mayList = scopeOf(user, resources[resource].verbs.list) !== null

  useEffect(() => {
    if (isKnown) return
    if (!mayList) return setMissing(id)
    const request = new AbortController()
    const load: RecordWalk['load'] = (skip, limit, signal) =>
      api.list(
        resource,
        { where: isStore ? { ...where, store: 'true' } : where, sort: sort ?? undefined, skip, limit },
        { signal },
      )
    load(0, WALK_PAGE, request.signal).then(
      ({ items, total }) => {
        const ids = items.map((one) => one.id)
        if (!ids.includes(id)) return setMissing(id)
        walks.begin({ resource, address, search, first: 0, ids, total, load })
      },
      // The record is shown even without its list.
      () => {
        if (!request.signal.aborted) setMissing(id)
      },
    )
    return () => request.abort()
  }, [api, walks, resource, id, isKnown, where, sort, search, address, isStore, mayList])

  // Reads the walk when called, not at render.
  const go = useCallback(
    async (direction: Direction) => {
      const present = walks.of(resource)
      if (present?.search !== search || placeIn(present, id) === null) return
      const isUnknown = besideIn(present, id, direction) === 'unknown'
      const longer = isUnknown ? await extendWalk(present, direction).catch(() => present) : present
      if (longer !== present) walks.begin(longer)
      const to = besideIn(longer, id, direction)
      if (to === null || to === 'unknown') return
      ports.navigate(paths.view(resource, to, search), { replace: true })
    },
    [walks, id, resource, ports, search],
  )

  const next = walk === null ? null : besideIn(walk, id, 'next')
  const previous = walk === null ? null : besideIn(walk, id, 'previous')
  // Prefetches the next record.
  useEffect(() => {
    if (next === null || next === 'unknown') return
    void queries.prefetchQuery({
      queryKey: queryKeys.record(resource, next),
      queryFn: ({ signal }) => api.one(resource, next, { signal }),
    })
  }, [queries, api, resource, next])

  return {
    place: walk === null ? null : placeIn(walk, id),
    total: walk?.total ?? 0,
    isNowhere: walk === null && missing === id,
    previous: previous !== null,
    next: next !== null,
    go,
    back: walk?.address ?? address,
    isStore,
    isQueue: (walk?.address ?? address).startsWith(paths.triage()),
  }
}
