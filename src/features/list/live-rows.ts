import type { LiveEvent } from '../../../domain/changes/changes.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import type { ListController } from '../../table/list-controller.ts'
import type { LiveRow, ReadLive } from './has-arrivals.ts'

type LiveRowsOptions<T extends LiveRow> = {
  list: Pick<
    ListController<T, Where>,
    'applyChanges' | 'isWhole' | 'loadedAmong' | 'markOutdated' | 'refresh' | 'status'
  >
  read: ReadLive<T>
  /** The list's present filter. */
  where: () => Where
  /** Whether this tab made the batch. */
  isOwn: (batchId: string | null) => Promise<boolean>
  /** Milliseconds during which events are collected before the server is asked whether rows entered. */
  pause?: number
}

/** Ids are in a URL; proxies allow 8 kB. */
const MAX_IDS_IN_URL = 200

/** The change itself and the event stream request the same rows: shares one request. */
type Reading = { batchId: string | null; ids: readonly string[]; done: Promise<boolean> }

const rememberedReadings = 20

/**
 * Keeps loaded rows current: refetches changed ones, marks deleted ones. Whether other records have entered the filter is asked
 * of the server, whatever the verb: the list then offers a refresh, or refreshes itself if it is empty.
 */
export const createLiveRows = <T extends LiveRow>({
  list,
  read,
  where,
  isOwn,
  pause = 250,
}: LiveRowsOptions<T>) => {
  let readings: readonly Reading[] = []
  let request = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const unknown = new Set<string>()

  const readRows = async (ids: readonly string[]): Promise<boolean> => {
    for (let at = 0; at < ids.length; at += MAX_IDS_IN_URL) {
      const some = ids.slice(at, at + MAX_IDS_IN_URL)
      const { items } = await read({ where: { ids: some.join() }, limit: MAX_IDS_IN_URL }, request.signal)
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

  const lookForArrivals = async (): Promise<void> => {
    timer = undefined
    const ids = lackingOf([...unknown])
    unknown.clear()
    if (ids.length === 0 || list.status.get().outdated) return
    const { signal } = request
    // Without an answer the list may be outdated.
    const isOutdated = await importWithRetry(() => import('./has-arrivals.ts'))
      .then(({ hasArrivals }) =>
        hasArrivals(ids, { list, read, where: where(), signal, atOnce: MAX_IDS_IN_URL }),
      )
      .catch(() => true)
    if (!isOutdated || signal.aborted) return
    if (list.status.get().total === 0) list.refresh()
    else list.markOutdated()
  }
  const lackingOf = (ids: readonly string[]): string[] => {
    const loaded = new Set(list.loadedAmong(ids))
    return ids.filter((id) => !loaded.has(id))
  }

  return {
    /** Returns whether another user or tab changed a loaded row. */
    apply: async ({ ids, batchId }: Pick<LiveEvent, 'ids' | 'batchId'>): Promise<boolean> => {
      if (ids === null) {
        list.refresh()
        return false
      }
      const lacking = lackingOf(ids)
      const hasChanged = await readBatch(batchId, ids)
      if (!(lacking.length > 0 || hasChanged) || (await isOwn(batchId))) return false
      for (const id of lacking) unknown.add(id)
      if (lacking.length > 0) timer ??= setTimeout(() => void lookForArrivals(), pause)
      return hasChanged
    },
    /** Refetches a batch's rows without waiting for the event. */
    reread: async (batchId: string, ids: readonly string[]): Promise<void> => {
      await readBatch(batchId, ids)
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      unknown.clear()
      request.abort()
      request = new AbortController()
    },
  }
}
