import { useCallback, useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { ListController } from '../../table/list-controller.ts'

/** The active row of each visited history entry that shows a list, by the entry's key; lost with a reload. */
const positions = new Map<string, number>()

/** Back and Forward lead to the row that was active there. Answers what to call once the rows of a query are in place. */
export const useListPosition = (
  list: Pick<ListController<{ id: string }, never>, 'activeIndex' | 'moveTo'>,
): (() => void) => {
  const { key } = useLocation()
  const isHistory = useNavigationType() === 'POP'
  useEffect(() => () => void positions.set(key, list.activeIndex()), [key, list])
  return useCallback(() => {
    const index = positions.get(key)
    positions.delete(key)
    // After the list has put its active row on the first one.
    if (isHistory && index !== undefined) queueMicrotask(() => list.moveTo(index))
  }, [key, isHistory, list])
}
