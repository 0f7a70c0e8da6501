import type { ReadonlyAtom } from '@xstate/store'
import { type RefObject, useLayoutEffect, useMemo } from 'react'

/** Viewport rectangle of the grid's active row or cell; null while not rendered. */
export const activePlace = (grid: HTMLElement | null): DOMRect | null =>
  activeDescendant(grid)?.getBoundingClientRect() ?? null

/** The row or cell that the grid's `aria-activedescendant` names. */
export const activeDescendant = (grid: HTMLElement | null): HTMLElement | null => {
  const id = grid?.getAttribute('aria-activedescendant')
  return id ? document.getElementById(id) : null
}

/** DOM id of a row in the grid `id`. */
export const rowId = (id: string, index: number): string => `${id}-${index}`

type ActiveDescendantOptions = {
  grid: RefObject<HTMLElement | null>
  id: string
  /** The active column; null for the whole row. */
  cursor: ReadonlyAtom<string | null>
  /** Index of the active row; null while not rendered. */
  index: number | null
}

/**
 * Keeps `aria-activedescendant` on the active row or cell. For the component that renders rows: runs after each render, because
 * only rendered rows have ids.
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

/** A cell gets an id when it first becomes active. */
function cellOf(row: string, column: string): Element | null {
  const cells = document.getElementById(row)?.querySelectorAll<HTMLElement>('[data-column]') ?? []
  const cell = [...cells].find(({ dataset }) => dataset.column === column) ?? null
  if (cell) cell.id = `${row}-${column}`
  return cell
}
