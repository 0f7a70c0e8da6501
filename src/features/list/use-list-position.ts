import { useCallback, useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { LeftRecord } from '../../stores/record-walks.ts'
import type { ListController } from '../../table/list-controller.ts'
import type { SelectionPredicate } from '../../table/selection.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

type Position = {
  readonly id: string | undefined
  readonly index: number
  readonly selection?: SelectionPredicate<unknown> | null
}

/** Screens that only read the selection, which is restored on return. */
const readingScreens: readonly string[] = [paths.labels({})]

/** Active row by history entry key; in memory only. */
const positions = new Map<string, Position>()

type ListPosition = {
  /** Whether a row will be restored once the query's rows have loaded. */
  isKnown: () => boolean
  /** Call it once rows have loaded. */
  restore: () => void
}

type Rows = Pick<
  ListController<{ id: string }, Where>,
  | 'activeIndex'
  | 'activeRecord'
  | 'moveTo'
  | 'moveToRecord'
  | 'recordAt'
  | 'restoreSelection'
  | 'selectionPredicate'
  | 'status'
>

/**
 * Restores the active row on Back and Forward, the selection too after screens that read it; after Escape on a record's page,
 * the row of that record.
 */
export const useListPosition = (resource: ResourceName, list: Rows): ListPosition => {
  const { walks } = useWorkspace()
  const { key } = useLocation()
  const isHistory = useNavigationType() === 'POP'
  useEffect(
    () => () => {
      // The URL is already the next screen's.
      const isRead = readingScreens.includes(location.pathname)
      positions.set(key, {
        id: list.activeRecord()?.id,
        index: list.activeIndex(),
        selection: isRead ? list.selectionPredicate() : null,
      })
    },
    [key, list],
  )
  const isKnown = useCallback(
    () => walks.hasLeft(resource) || (isHistory && positions.has(key)),
    [key, isHistory, resource, walks],
  )
  const restore = useCallback(() => {
    const left = walks.takeLeft(resource)
    const before = isHistory ? positions.get(key) : undefined
    positions.delete(key)
    const place = left !== null && (left.isBack || isHistory) ? placeOf(list, left, before) : before
    if (before?.selection) list.restoreSelection(before.selection)
    if (place === undefined) return
    const { id, index } = place
    // After the list has activated its first row.
    queueMicrotask(() => (id === undefined ? list.moveTo(index) : list.moveToRecord(id, index)))
  }, [key, isHistory, resource, list, walks])
  return { isKnown, restore }
}

/** The record's index in its walk; a record opened otherwise is searched among loaded rows. */
const placeOf = (
  list: Rows,
  { id, index }: LeftRecord,
  before: Position | undefined,
): Position | undefined => {
  if (index !== null) return { id, index }
  const { total } = list.status.get()
  for (let at = 0; at < total && list.recordAt(at) !== undefined; at += 1) {
    if (list.recordAt(at)?.id === id) return { id, index: at }
  }
  return before
}
