import { useCallback, useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { ResourceName } from '../../../domain/resources.ts'
import type { LeftRecord } from '../../stores/record-walks.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** The active row of each visited history entry that shows a list, by the entry's key; lost with a reload. */
const positions = new Map<string, number>()

type Rows = Pick<ListController<{ id: string }, never>, 'activeIndex' | 'moveTo' | 'recordAt' | 'status'>

/**
 * Back and Forward lead to the row that was active there, Escape on a record's page to the row of that record. Answers what
 * to call once the rows of a query are in place.
 */
export const useListPosition = (resource: ResourceName, list: Rows): (() => void) => {
  const { walks } = useWorkspace()
  const { key } = useLocation()
  const isHistory = useNavigationType() === 'POP'
  useEffect(() => () => void positions.set(key, list.activeIndex()), [key, list])
  return useCallback(() => {
    const left = walks.takeLeft(resource)
    const isBack = left !== null && (left.isBack || isHistory)
    const index = (isBack ? indexOf(list, left) : undefined) ?? (isHistory ? positions.get(key) : undefined)
    positions.delete(key)
    // After the list has put its active row on the first one.
    if (index !== undefined) queueMicrotask(() => list.moveTo(index))
  }, [key, isHistory, resource, list, walks])
}

/** Where the record is among the loaded rows, else where it was. */
const indexOf = (list: Rows, { id, index }: LeftRecord): number | undefined => {
  const { total } = list.status.get()
  for (let at = 0; at < total && list.recordAt(at) !== undefined; at += 1) {
    if (list.recordAt(at)?.id === id) return at
  }
  return index ?? undefined
}
