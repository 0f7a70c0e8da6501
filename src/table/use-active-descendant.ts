import { type RefObject, useLayoutEffect, useMemo } from 'react'
import type { ListController } from './list-controller.ts'
import type { ListRecord } from './list-source.ts'
import type { ReadableStore } from './store.ts'

type PointedList = Pick<ListController<ListRecord, never>, 'rows' | 'activeIndex'>

/** By which the grid `id` names a row. */
export const rowId = (id: string, index: number): string => `${id}-${index}`

/**
 * Keeps the grid naming its active row, or the cell of it that the keyboard stands on, by attributes alone. For the
 * component that renders the rows: looks again whenever that has rendered, since only then the row has its id.
 */
export function useActiveDescendant(
  grid: RefObject<HTMLElement | null>,
  list: PointedList,
  id: string,
  cursor: ReadableStore<string | null>,
): void {
  const point = useMemo(() => createPointer(grid, list, id, cursor), [grid, list, id, cursor])
  useLayoutEffect(point)
  useLayoutEffect(() => cursor.subscribe(point), [cursor, point])
}

function createPointer(
  grid: RefObject<HTMLElement | null>,
  list: PointedList,
  id: string,
  cursor: ReadableStore<string | null>,
): () => void {
  let named: string | null = null
  let marked: Element | null = null
  return () => {
    const { first, records } = list.rows.get()
    const index = list.activeIndex()
    const isRendered = index >= first && index < first + records.length
    const row = rowId(id, index)
    const column = cursor.get()
    const name = isRendered ? (column === null ? row : `${row}-${column}`) : null
    if (name !== named) {
      named = name
      if (name === null) grid.current?.removeAttribute('aria-activedescendant')
      else grid.current?.setAttribute('aria-activedescendant', name)
    }
    const cell = column === null ? null : cellOf(row, column)
    if (cell === marked) return
    marked?.removeAttribute('data-cursor')
    marked = cell
    marked?.setAttribute('data-cursor', '')
  }
}

/** A cell has an id from when it is first pointed at: most never are. */
function cellOf(row: string, column: string): Element | null {
  const cells = document.getElementById(row)?.querySelectorAll<HTMLElement>('[data-column]') ?? []
  const cell = [...cells].find(({ dataset }) => dataset.column === column) ?? null
  if (cell) cell.id = `${row}-${column}`
  return cell
}
