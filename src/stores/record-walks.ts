import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { ResourceName } from '../../domain/resources.ts'

type Listed = { readonly items: readonly { readonly id: string }[]; readonly total: number }

/**
 * The list from which records are opened, as a snapshot: records that leave its filter stay. `ids`: known rows; `first`: index
 * of the first of them.
 */
export type RecordWalk = {
  readonly resource: ResourceName
  /** Full URL of the list. */
  readonly address: string
  /** Filter and sort, `?q=...`, as in the record's URL. */
  readonly search: string
  readonly first: number
  readonly ids: readonly string[]
  readonly total: number
  readonly load: (skip: number, limit: number, signal?: AbortSignal) => Promise<Listed>
}

export type Direction = 'next' | 'previous'

/** Page size. */
export const WALK_PAGE = 100
/** Rows read again, so that the walk continues correctly if rows have left the list. */
const OVERLAP = 50

/** Position from 1; null if the record is not among known rows. */
export const placeIn = (walk: RecordWalk, id: string): number | null => {
  const at = walk.ids.indexOf(id)
  return at < 0 ? null : walk.first + at + 1
}

/** Id of the neighbour; null at the end, `unknown` if it must be loaded. */
export const besideIn = (walk: RecordWalk, id: string, direction: Direction): string | null | 'unknown' => {
  const at = walk.ids.indexOf(id)
  if (at < 0) return null
  const beside = walk.ids[direction === 'next' ? at + 1 : at - 1]
  if (beside !== undefined) return beside
  const isEnd = direction === 'next' ? walk.first + walk.ids.length >= walk.total : walk.first === 0
  return isEnd ? null : 'unknown'
}

/** Loads the rows after or before the known ones. */
export const extendWalk = async (walk: RecordWalk, direction: Direction): Promise<RecordWalk> => {
  const end = walk.first + walk.ids.length
  const skip =
    direction === 'next' ? Math.max(0, end - OVERLAP) : Math.max(0, walk.first - WALK_PAGE + OVERLAP)
  const { items } = await walk.load(skip, WALK_PAGE)
  const ids = items.map(({ id }) => id)
  if (direction === 'next') {
    const known = ids.findLastIndex((id) => walk.ids.includes(id))
    const added = ids.slice(known + 1)
    // The list has become shorter.
    return added.length === 0 ? { ...walk, total: end } : { ...walk, ids: [...walk.ids, ...added] }
  }
  const known = ids.findIndex((id) => walk.ids.includes(id))
  const added = known < 0 ? ids : ids.slice(0, known)
  const first = added.length === 0 ? 0 : Math.max(0, walk.first - added.length)
  return { ...walk, first, ids: [...added, ...walk.ids] }
}

type Walks = Partial<Record<ResourceName, RecordWalk>>

/** The record whose page was left; `isBack`: to its list. */
export type LeftRecord = { readonly id: string; readonly index: number | null; readonly isBack: boolean }

/** The walk of each resource, and the record to activate in its list. */
export const createRecordWalks = () => {
  const walks = createAtom<Walks>({})
  const left = new Map<ResourceName, LeftRecord>()
  const of = (resource: ResourceName): RecordWalk | null => walks.get()[resource] ?? null
  return {
    /** For subscribers. */
    known: walks as ReadonlyAtom<Walks>,
    of,
    begin: (walk: RecordWalk): void => walks.set({ ...walks.get(), [walk.resource]: walk }),
    leave: (resource: ResourceName, id: string, isBack: boolean): void => {
      const before = left.get(resource)
      if (before?.id === id && before.isBack) return
      const walk = of(resource)
      const place = walk === null ? null : placeIn(walk, id)
      left.set(resource, { id, index: place === null ? null : place - 1, isBack })
    },
    hasLeft: (resource: ResourceName): boolean => left.has(resource),
    /** Returns the record left last, and clears it. */
    takeLeft: (resource: ResourceName): LeftRecord | null => {
      const record = left.get(resource) ?? null
      left.delete(resource)
      return record
    },
  }
}

export type RecordWalks = ReturnType<typeof createRecordWalks>
