import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { ResourceName } from '../../domain/resources.ts'

type Listed = { readonly items: readonly { readonly id: string }[]; readonly total: number }

/**
 * The list that records are opened from, as it was then: what leaves its filter meanwhile stays in the walk. `ids` are the
 * known part of its rows, `first` the index of the first of them.
 */
export type RecordWalk = {
  readonly resource: ResourceName
  /** Where the list is, filter and order included. */
  readonly address: string
  /** The filter and the order alone, `?q=...`; a record's page has the same in its own address. */
  readonly search: string
  readonly first: number
  readonly ids: readonly string[]
  readonly total: number
  readonly load: (skip: number, limit: number, signal?: AbortSignal) => Promise<Listed>
}

export type Direction = 'next' | 'previous'

/** As many rows as a page of a list. */
export const WALK_PAGE = 100
/** Rows that are read again, so that the walk goes on at the right row although as many have left the list. */
const OVERLAP = 50

/** Counted from 1; null where the record is none of the known rows. */
export const placeIn = (walk: RecordWalk, id: string): number | null => {
  const at = walk.ids.indexOf(id)
  return at < 0 ? null : walk.first + at + 1
}

/** The record next to one; null at the end of the list, and `unknown` where it has to be loaded. */
export const besideIn = (walk: RecordWalk, id: string, direction: Direction): string | null | 'unknown' => {
  const at = walk.ids.indexOf(id)
  if (at < 0) return null
  const beside = walk.ids[direction === 'next' ? at + 1 : at - 1]
  if (beside !== undefined) return beside
  const isEnd = direction === 'next' ? walk.first + walk.ids.length >= walk.total : walk.first === 0
  return isEnd ? null : 'unknown'
}

/** Loads the rows that follow the known ones, or those before them. */
export const extendWalk = async (walk: RecordWalk, direction: Direction): Promise<RecordWalk> => {
  const end = walk.first + walk.ids.length
  const skip =
    direction === 'next' ? Math.max(0, end - OVERLAP) : Math.max(0, walk.first - WALK_PAGE + OVERLAP)
  const { items } = await walk.load(skip, WALK_PAGE)
  const ids = items.map(({ id }) => id)
  if (direction === 'next') {
    const known = ids.findLastIndex((id) => walk.ids.includes(id))
    const added = ids.slice(known + 1)
    // Nothing follows: the list has become shorter than it was.
    return added.length === 0 ? { ...walk, total: end } : { ...walk, ids: [...walk.ids, ...added] }
  }
  const known = ids.findIndex((id) => walk.ids.includes(id))
  const added = known < 0 ? ids : ids.slice(0, known)
  const first = added.length === 0 ? 0 : Math.max(0, walk.first - added.length)
  return { ...walk, first, ids: [...added, ...walk.ids] }
}

type Walks = Partial<Record<ResourceName, RecordWalk>>

/** A record whose page was left, and how: `isBack` to the list that it was opened from. */
export type LeftRecord = { readonly id: string; readonly index: number | null; readonly isBack: boolean }

/** The walk of each resource, and the record that its list has to put the keyboard on. */
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
    /** The record that was left last, once. */
    takeLeft: (resource: ResourceName): LeftRecord | null => {
      const record = left.get(resource) ?? null
      left.delete(resource)
      return record
    },
  }
}

export type RecordWalks = ReturnType<typeof createRecordWalks>
