import type { ListController, ListMoves } from './list-controller.ts'
import { HEADER_HEIGHT } from './row-scroller.ts'

type RowDrag = {
  grid: HTMLElement
  /** The row whose box was pressed. */
  index: number
  list: Pick<ListMoves, 'startRange' | 'extendTo' | 'endRange'> &
    Pick<ListController<{ id: string }, never>, 'activeIndex'>
  /** Height of what lies over the bottom of the grid. */
  inset: number
  /** Another row was reached: it is no click any more. */
  onStart: () => void
}

/** Within so many pixels of the first or last row in view the list scrolls. */
const EDGE = 28
const SCROLL_MS = 50
const MAX_ROWS_PER_STEP = 6

/**
 * A drag over the boxes of the rows: all rows that it reaches get the state that the first one toggles to, and those that it
 * leaves again their own. Scrolls while the pointer is at an edge of the rows or beyond it.
 */
export function startRowDrag({ grid, index, list, inset, onStart }: RowDrag): void {
  const until = new AbortController()
  const { signal } = until
  let isStarted = false
  let step = 0
  let timer: ReturnType<typeof setInterval> | undefined

  const reach = (row: number) => {
    if (!isStarted && row === index) return
    if (!isStarted) {
      isStarted = true
      onStart()
      list.startRange(index)
    }
    if (row !== list.activeIndex()) list.extendTo(row)
  }
  const onMove = ({ clientY }: PointerEvent) => {
    const { top, bottom } = grid.getBoundingClientRect()
    const above = top + HEADER_HEIGHT + EDGE - clientY
    const below = clientY - (bottom - inset - EDGE)
    const beyond = below > 0 ? below : above > 0 ? -above : 0
    step = Math.sign(beyond) * Math.min(MAX_ROWS_PER_STEP, Math.ceil(Math.abs(beyond) / EDGE))
    // In the row itself the pointer says which row is meant; at the edges time does.
    const row = rowAt(grid, Math.min(Math.max(clientY, top + HEADER_HEIGHT), bottom - inset))
    if (row !== null && (step === 0 || !isStarted)) reach(row)
    if (step !== 0 && isStarted) timer ??= setInterval(() => reach(list.activeIndex() + step), SCROLL_MS)
    else stopScrolling()
  }
  const stopScrolling = () => {
    clearInterval(timer)
    timer = undefined
  }
  const end = () => {
    until.abort()
    stopScrolling()
    if (isStarted) list.endRange()
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', end, { signal })
  window.addEventListener('pointercancel', end, { signal })
}

/** The row at a height of the window, whatever lies over it. */
function rowAt(grid: HTMLElement, y: number): number | null {
  const row = document
    .elementsFromPoint(grid.getBoundingClientRect().left + 8, y)
    .map((element) => element.closest<HTMLElement>('[data-index]'))
    .find((found) => found !== null)
  return row?.dataset.index === undefined ? null : Number(row.dataset.index)
}
