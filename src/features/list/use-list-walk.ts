import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { searchFrom } from '../../../domain/access/paths.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { ReadRows } from './offline-list.ts'

type ListWalk<R extends ResourceName> = {
  resource: R
  list: ListController<ResourceRecords[R], Where>
  read: ReadRows<R>
  where: Where
  sort: string | null
}

/** Begins a walk from record to record in the list's order; its pages know the loaded rows without a request. */
export const useListWalk = <R extends ResourceName>({
  resource,
  list,
  read,
  where,
  sort,
}: ListWalk<R>): (() => void) => {
  const { queries, walks } = useWorkspace()
  const { pathname, search } = useLocation()
  return useCallback(() => {
    const active = list.activeRecord()
    if (active !== undefined) queries.seed(resource, active)
    walks.begin({
      ...rowsAround(list),
      resource,
      address: pathname + search,
      search: searchFrom(pathname, search),
      total: list.status.get().total,
      load: (skip, limit, signal = new AbortController().signal) =>
        read({ where, skip, limit, sort: sort ?? undefined }, signal),
    })
  }, [list, queries, walks, resource, pathname, search, read, where, sort])
}

/** Contiguous loaded rows around the active one. */
const rowsAround = <T extends { id: string }>(
  list: Pick<ListController<T, Where>, 'activeIndex' | 'recordAt'>,
): { first: number; ids: string[] } => {
  const active = list.activeIndex()
  let first = active
  while (first > 0 && active - first < MAX_WALKED && list.recordAt(first - 1) !== undefined) first -= 1
  const ids: string[] = []
  for (let at = first; at - active < MAX_WALKED; at += 1) {
    const row = list.recordAt(at)
    if (row === undefined) break
    ids.push(row.id)
  }
  return { first, ids }
}

/** Rows on each side that a record's page knows without a request. */
const MAX_WALKED = 200
