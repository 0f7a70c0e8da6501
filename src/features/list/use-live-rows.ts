import { useEffect, useMemo } from 'react'
import type { LiveEvent } from '../../../domain/changes/changes.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { ListPort } from '../../commands/command-ports.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { ReadRows } from './offline-list.ts'

/** Their ids are named in an address: proxies let 8 kB of it through. */
const atOnce = 200

/** The change itself and the event stream request the same rows, one soon after the other: they are read once. */
type Reading = { batchId: string | null; ids: readonly string[]; done: Promise<boolean> }

const rememberedReadings = 20

/**
 * Keeps the loaded rows as they are on the server: changed ones are read again, deleted ones marked, new ones announced.
 *
 * @returns reads the rows of a batch without waiting for the event stream to tell of it
 */
export const useLiveRows = <R extends ResourceName>(
  resource: R,
  list: ListController<ResourceRecords[R], Where>,
  /** Reads rows as the list does; keep it stable over renders. */
  read: ReadRows<R>,
  /** A filter is set: a row that changed may not match it any more. */
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
  /** Answers whether a loaded row has changed. Rows that were loaded since the batch was read are read all the same. */
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
    /** Answers whether somebody else, or another tab, has changed a loaded row. */
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

/** Verbs after which a list may have records that it had not before. */
const isArrival = (verb: string): boolean => /\.(create|import|undo|delete)$/.test(verb)
