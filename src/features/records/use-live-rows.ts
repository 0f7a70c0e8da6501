import { useEffect } from 'react'
import type { LiveEvent } from '../../../domain/changes.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { ReadRows } from './list-away.ts'

const named = 500

/** Keeps the loaded rows as they are on the server: changed ones are read again, deleted ones marked, new ones announced. */
export const useLiveRows = <R extends ResourceName>(
  resource: R,
  list: ListController<ResourceRecords[R], Where>,
  /** Reads rows as the list does; keep it stable over renders. */
  read: ReadRows<R>,
  /** A filter stands: a row that changed may not match it any more. */
  isNarrowed: boolean,
): void => {
  const { onLive } = useWorkspace()
  useEffect(() => {
    const request = new AbortController()
    const stop = onLive((event) => {
      if (event.resource === resource)
        apply(list, read, event, request.signal)
          .then((hasChanged) => hasChanged && isNarrowed && list.markOutdated())
          .catch(() => list.markOutdated())
    })
    return () => {
      stop()
      request.abort()
    }
  }, [list, read, onLive, resource, isNarrowed])
}

/** Answers whether a loaded row has changed. */
const apply = async <R extends ResourceName>(
  list: ListController<ResourceRecords[R], Where>,
  read: ReadRows<R>,
  { ids, verb }: LiveEvent,
  signal: AbortSignal,
): Promise<boolean> => {
  if (ids === null) {
    list.refresh()
    return false
  }
  const loaded = list.loadedAmong(ids)
  if (loaded.length < ids.length && isArrival(verb)) list.markOutdated()
  for (let start = 0; start < loaded.length; start += named) {
    const asked = loaded.slice(start, start + named)
    const { items } = await read({ where: { ids: asked.join(',') }, limit: named }, signal)
    const present = new Set(items.map(({ id }) => id))
    list.applyChanges([
      ...items.map((record) => ({ type: 'upsert' as const, record })),
      ...asked.filter((id) => !present.has(id)).map((id) => ({ type: 'delete' as const, record: { id } })),
    ])
  }
  return loaded.length > 0
}

/** Verbs after which records may stand in a list that were not there before. */
const isArrival = (verb: string): boolean =>
  /\.(create|import|undo|delete)$/.test(verb) || verb === 'change.undo'
