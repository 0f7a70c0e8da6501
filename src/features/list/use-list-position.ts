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

/** Screens that only read the selection. It is selected again on the way back. */
const readingScreens: readonly string[] = [paths.labels({})]

/** The active row of each visited history entry that shows a list, by the entry's key; lost with a reload. */
const positions = new Map<string, Position>()

type ListPosition = {
  /** Whether there is a row to go back to, once the rows of the query are in place. */
  isKnown: () => boolean
  /** Goes there. Call it with the rows in place. */
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
 * Back and Forward lead to the row that was active there, from a screen that reads the selection also to that, Escape on a record's page to the row of that record, wherever it
 * is by now.
 */
export const useListPosition = (resource: ResourceName, list: Rows): ListPosition => {
  const { walks } = useWorkspace()
  const { key } = useLocation()
  const isHistory = useNavigationType() === 'POP'
  useEffect(
    () => () => {
      // The address is already that of the next screen.
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
    // After the list has put its active row on the first one.
    queueMicrotask(() => (id === undefined ? list.moveTo(index) : list.moveToRecord(id, index)))
  }, [key, isHistory, resource, list, walks])
  return { isKnown, restore }
}

/** Where the record was in its walk; one that was opened by itself is looked for among the loaded rows alone. */
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
