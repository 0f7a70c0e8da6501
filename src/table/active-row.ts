import type { ReadonlyAtom } from '@xstate/store'
import { type RefObject, useLayoutEffect, useMemo } from 'react'

/** Viewport rectangle of the active row or cell of a grid; null while it is not rendered. */
export const activePlace = (grid: HTMLElement | null): DOMRect | null =>
  activeElement(grid)?.getBoundingClientRect() ?? null

/** The row, or the cell, that a grid names as its active one. */
export const activeElement = (grid: HTMLElement | null): HTMLElement | null => {
  const id = grid?.getAttribute('aria-activedescendant')
  return id ? document.getElementById(id) : null
}

/** By which the grid `id` names a row. */
export const rowId = (id: string, index: number): string => `${id}-${index}`

type ActiveDescendantOptions = {
  grid: RefObject<HTMLElement | null>
  /** The grid's own id. */
  id: string
  /** The active column; null for the row as a whole. */
  cursor: ReadonlyAtom<string | null>
  /** The index of the active row; null while it is not rendered. */
  index: number | null
}

/**
 * Keeps the grid naming its active row, or its active cell, by attributes alone. For the
 * component that renders the rows: looks again whenever that has rendered, since only then the row has its id.
 */
export function useActiveDescendant({ grid, id, cursor, index }: ActiveDescendantOptions): void {
  const pointer = useMemo(() => createPointer(grid, id, cursor), [grid, id, cursor])
  useLayoutEffect(() => pointer.point(index))
  useLayoutEffect(() => {
    const subscription = cursor.subscribe(pointer.pointAgain)
    return () => subscription.unsubscribe()
  }, [cursor, pointer])
}

function createPointer(grid: RefObject<HTMLElement | null>, id: string, cursor: ReadonlyAtom<string | null>) {
  let named: string | null = null
  let marked: Element | null = null
  let latest: number | null = null
  return { point, pointAgain: () => point(latest) }

  function point(index: number | null): void {
    latest = index
    const column = cursor.get()
    const row = index === null ? null : rowId(id, index)
    const name = row === null || column === null ? row : `${row}-${column}`
    if (name !== named) {
      named = name
      if (name === null) grid.current?.removeAttribute('aria-activedescendant')
      else grid.current?.setAttribute('aria-activedescendant', name)
    }
    const cell = row === null || column === null ? null : cellOf(row, column)
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
