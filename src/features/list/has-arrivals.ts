import type { Where } from '../../../domain/lib/filter.ts'
import type { ListParameters } from '../../api/call-options.ts'
import type { ListController } from '../../table/list-controller.ts'

export type LiveRow = { id: string; version?: number }

/** Reads rows like the list, from any filter. */
export type ReadLive<T> = (
  parameters: ListParameters,
  signal: AbortSignal,
) => Promise<{ items: T[]; total: number }>

type Asked<T extends LiveRow> = {
  list: Pick<ListController<T, Where>, 'isWhole' | 'status'>
  read: ReadLive<T>
  /** The list's filter. */
  where: Where
  signal: AbortSignal
  /** Ids of one call. */
  atOnce: number
}

/** Whether some of these records, which the list has not loaded, have entered its filter. Asks the server. */
export const hasArrivals = async <T extends LiveRow>(
  ids: readonly string[],
  { list, read, where, signal, atOnce }: Asked<T>,
): Promise<boolean> => {
  // Rows that are not loaded may have been in the list before: only its length tells.
  if (!list.isWhole()) {
    const { total } = await read({ where, limit: 1 }, signal)
    return total !== list.status.get().total
  }
  const named = where.ids?.split(',')
  const sought = named === undefined ? ids : ids.filter((id) => named.includes(id))
  for (let at = 0; at < sought.length; at += atOnce) {
    const some = sought.slice(at, at + atOnce).join()
    if ((await read({ where: { ...where, ids: some }, limit: 1 }, signal)).total > 0) return true
  }
  return false
}
