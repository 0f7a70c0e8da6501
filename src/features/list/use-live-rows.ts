import { useEffect, useMemo } from 'react'
import type { LiveEvent } from '../../../domain/changes/changes.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { ListPort } from '../../commands/command-ports.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { ReadRows } from './offline-list.ts'

/** Ids are in a URL; proxies allow 8 kB. */
const atOnce = 200

/** The change itself and the event stream request the same rows: shares one request. */
type Reading = { batchId: string | null; ids: readonly string[]; done: Promise<boolean> }

const rememberedReadings = 20

/**
 * Keeps loaded rows current: refetches changed ones, marks deleted ones, announces new ones. @returns refetches a batch's rows
 * without waiting for the event
 */
export const useLiveRows = <R extends ResourceName>(
  resource: R,
  list: ListController<ResourceRecords[R], Where>,
  /** Reads rows like the list; must be stable across renders. */
  read: ReadRows<R>,
  /** A filter is set, so a changed row may no longer match. */
  isNarrowed: boolean,
): NonNullable<ListPort['reread']> => {
  const { api, onLive } = useWorkspace()
  const { isOwn } = api.ownBatches
  const rows = useMemo(() => createReader(list, read, isOwn), [list, read, isOwn])
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

const createReader = <R extends ResourceName>(
  list: ListController<ResourceRecords[R], Where>,
  read: ReadRows<R>,
  isOwn: (batchId: string | null) => Promise<boolean>,
) => {
  let readings: readonly Reading[] = []
  let request = new AbortController()

  const readRows = async (ids: readonly string[]): Promise<boolean> => {
    for (let at = 0; at < ids.length; at += atOnce) {
      const some = ids.slice(at, at + atOnce)
      const { items } = await read({ where: { ids: some.join() }, limit: atOnce }, request.signal)
      list.applyChanges(
        some.map((id) => {
          const record = items.find((item) => item.id === id)
          return record ? { type: 'upsert', record } : { type: 'delete', record: { id } }
        }),
      )
    }
    return true
  }
  /** Returns whether a loaded row changed. Rows loaded since are refetched too. */
  const readBatch = async (batchId: string | null, changed: readonly string[]): Promise<boolean> => {
    const ids = list.loadedAmong(changed)
    if (ids.length === 0) return false
    const isOfThese = (one: Reading) => one.batchId === batchId && ids.every((id) => one.ids.includes(id))
    const known = batchId === null ? undefined : readings.find(isOfThese)
    const reading = known ?? { batchId, ids, done: readRows(ids) }
    readings = [reading, ...readings].slice(0, rememberedReadings)
    return reading.done
  }

  return {
    /** Returns whether another user or tab changed a loaded row. */
    apply: async ({ ids, verb, batchId }: LiveEvent): Promise<boolean> => {
      if (ids === null) {
        list.refresh()
        return false
      }
      const isLacking = list.loadedAmong(ids).length < ids.length && isArrival(verb)
      const hasChanged = await readBatch(batchId, ids)
      if (!(isLacking || hasChanged) || (await isOwn(batchId))) return false
      if (isLacking) list.markOutdated()
      return hasChanged
    },
    reread: async (batchId: string, ids: readonly string[]): Promise<void> => {
      await readBatch(batchId, ids)
    },
    stop: () => {
      request.abort()
      request = new AbortController()
    },
  }
}

/** Verbs that may add records to a list. */
const isArrival = (verb: string): boolean => /\.(create|import|undo|delete)$/.test(verb)
