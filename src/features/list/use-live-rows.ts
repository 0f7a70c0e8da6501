import { useEffect, useMemo, useRef } from 'react'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { ListPort } from '../../commands/command-ports.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { createLiveRows } from './live-rows.ts'
import type { ReadRows } from './offline-list.ts'

type LiveRows<R extends ResourceName> = {
  resource: R
  list: ListController<ResourceRecords[R], Where>
  /** Reads rows like the list; must be stable across renders. */
  read: ReadRows<R>
  where: Where
  /** A filter is set, so a changed row may no longer match. */
  isNarrowed: boolean
}

/** Applies live events to the list. @returns refetches a batch's rows without waiting for the event */
export const useLiveRows = <R extends ResourceName>({
  resource,
  list,
  read,
  where,
  isNarrowed,
}: LiveRows<R>): NonNullable<ListPort['reread']> => {
  const { api, onLive } = useWorkspace()
  const { isOwn } = api.ownBatches
  const present = useRef(where)
  useEffect(() => {
    present.current = where
  })
  const rows = useMemo(
    () => createLiveRows({ list, read, where: () => present.current, isOwn }),
    [list, read, isOwn],
  )
  useEffect(() => {
    const stop = onLive((event) => {
      if (event.resource === resource)
        rows
          .apply(event)
          .then((hasChanged) => hasChanged && isNarrowed && list.markOutdated())
          .catch(() => list.markOutdated())
    })
    return () => {
      stop()
      rows.stop()
    }
  }, [list, rows, onLive, resource, isNarrowed])
  return rows.reread
}
