import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { activeElement } from '../../table/active-row.ts'

/** Where within the active row the keyboard stands, and whether it is writing there. */
export type CellCursor = {
  /** The column's id; null while the keyboard stands on rows as a whole. */
  column: ReadonlyAtom<string | null>
  isEditing: ReadonlyAtom<boolean>
  /** Goes to the column that was edited last, else to the first that can be. False where none can. */
  start: () => boolean
  /** One editable column on; false at the end of the row. */
  move: (step: 1 | -1) => boolean
  edit: () => void
  /** Back to the cell, the list having the keyboard again. */
  endEdit: () => void
  leave: () => void
}

/** `isEditable` says which columns are fields that somebody may change. The cells are those that the grid shows, in its order. */
export const createCellCursor = (
  grid: () => HTMLElement | null,
  isEditable: (column: string) => boolean,
): CellCursor => {
  const column = createAtom<string | null>(null)
  const isEditing = createAtom<boolean>(false)
  let latest: string | null = null
  const cells = (): HTMLElement[] => {
    const row = activeElement(grid())?.closest('[role="row"]')
    return [...(row?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].filter((cell) =>
      isEditable(cell.dataset.column ?? ''),
    )
  }
  const goTo = (cell: HTMLElement | undefined): boolean => {
    if (cell?.dataset.column === undefined) return false
    latest = cell.dataset.column
    reveal(grid(), cell)
    column.set(latest)
    return true
  }
  return {
    column,
    isEditing,
    start: () => {
      const found = cells()
      return goTo(found.find((cell) => cell.dataset.column === latest) ?? found[0])
    },
    move: (step) => {
      const found = cells()
      const at = found.findIndex((cell) => cell.dataset.column === column.get())
      return goTo(found[at + step])
    },
    edit: () => isEditing.set(true),
    endEdit: () => {
      isEditing.set(false)
      grid()?.focus({ preventScroll: true })
    },
    leave: () => {
      isEditing.set(false)
      column.set(null)
    },
  }
}

/** Scrolls a cell out from under the pinned ones, and into the window. */
const reveal = (grid: HTMLElement | null, cell: HTMLElement): void => {
  if (grid === null || getComputedStyle(cell).position === 'sticky') return
  const pinned = [...(cell.parentElement?.children ?? [])].filter(
    (other) => other !== cell && other.matches('.list-pinned, .list-check'),
  )
  const view = grid.getBoundingClientRect()
  const start = Math.max(view.left, ...pinned.map((other) => other.getBoundingClientRect().right))
  const { left, right } = cell.getBoundingClientRect()
  if (left < start) grid.scrollLeft -= start - left
  else if (right > view.left + grid.clientWidth) {
    grid.scrollLeft += Math.min(right - view.left - grid.clientWidth, left - start)
  }
}
