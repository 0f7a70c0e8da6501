import { type MouseEvent, type PointerEvent, useMemo } from 'react'
import type { ColumnAction } from './list-column.ts'
import type { ListController, ListMoves } from './list-controller.ts'
import { HEADER_HEIGHT } from './row-scroller.ts'

type PointedList = ListMoves &
  Pick<
    ListController<{ id: string }, never>,
    'recordAt' | 'isGone' | 'isSelected' | 'selectedCount' | 'activeIndex' | 'focus'
  >

type Handlers = {
  onOpen?: () => void
  /** One click opens, as a tap does. */
  opensOnClick?: boolean
  /** `column`: of the pressed cell. */
  onMenu?: (at: DOMRect, column?: string) => void
  /** Edits a cell of the active row; false if it is none that can be edited. */
  onEdit?: (column: string) => boolean
  onAction?: (action: ColumnAction) => void
  /** Pixels covered at the bottom of the grid. */
  inset: number
}

/**
 * Mouse and touch on a list. Click: active row (or opens it, `opensOnClick`); with Ctrl or on the checkbox: toggles; with Shift: extends; double click:
 * edits the cell, else opens; right click or menu button: menu; content of an action cell: its action. Dragging over checkboxes selects a range;
 * dragging text selects within one cell only. Tap opens, or toggles while rows are selected.
 */
export function usePointer(
  list: PointedList,
  { onOpen, opensOnClick = false, onMenu, onEdit, onAction, inset }: Handlers,
) {
  return useMemo(() => {
    let isDragged = false
    // Not every browser reports `pointerType` in click events.
    let isTouch = false
    const onStart = () => {
      isDragged = true
    }
    return {
      onPointerDown(event: PointerEvent) {
        isDragged = false
        isTouch = event.pointerType === 'touch'
        const index = indexOf(event)
        if (index === undefined || event.button !== 0 || isTouch) return
        if (event.shiftKey || event.ctrlKey || event.metaKey) return
        const grid = event.currentTarget as HTMLElement
        if (isOn(event, '[data-check]')) startRowDrag({ grid, index, list, inset, onStart })
        else allowTextOf(closest(event, '[data-column] > *')?.closest('[data-column]') ?? null)
      },
      onMouseDown(event: MouseEvent) {
        // Shift would select text from the last pressed position; buttons of a row would take focus.
        if ((event.shiftKey && indexOf(event) !== undefined) || moreOf(event) || isActionButton(event)) {
          event.preventDefault()
        }
      },
      onClick(event: MouseEvent) {
        const index = indexOf(event)
        const more = moreOf(event)
        if (index === undefined || isDragged) return
        const action = actionOf(event)
        if (more) actOn(list, index, () => onMenu?.(more.getBoundingClientRect()))
        else if (isControl(event)) return
        else if (event.shiftKey) list.extendTo(index)
        else if (event.ctrlKey || event.metaKey || isOn(event, '[data-check]')) list.toggleAt(index)
        else if (isTouch && list.selectedCount() > 0) list.toggleAt(index)
        else if (action !== null && hasNoText()) runAction(list, index, action, onAction)
        else if (isTouch || (opensOnClick && event.detail === 1 && hasNoText())) openRow(list, index, onOpen)
        else list.moveTo(index)
      },
      onDoubleClick(event: MouseEvent) {
        if (isTouch) return
        const isPlace = indexOf(event) !== undefined && !isOn(event, '[data-check]')
        if (!isPlace || isControl(event) || actionOf(event) !== null) return
        const column = columnAt(event)
        if (column === undefined || !onEdit?.(column)) onOpen?.()
      },
      onContextMenu(event: MouseEvent) {
        const index = indexOf(event)
        if (index === undefined || onMenu === undefined || isOn(event, 'a')) return
        event.preventDefault()
        const at = new DOMRect(event.clientX, event.clientY, 0, 0)
        actOn(list, index, () => onMenu(at, columnAt(event)))
      },
    }
  }, [list, onOpen, opensOnClick, onMenu, onEdit, onAction, inset])
}

/** An action on a row that is not selected affects that row alone. */
function actOn(list: PointedList, index: number, act: () => void): void {
  const record = list.recordAt(index)
  if (record === undefined) return
  if (!list.isSelected(record.id)) list.clearSelection()
  list.moveTo(index)
  list.focus()
  act()
}

function openRow(list: PointedList, index: number, onOpen: Handlers['onOpen']): void {
  const record = list.recordAt(index)
  list.moveTo(index)
  if (record !== undefined && !list.isGone(record.id)) onOpen?.()
}

function runAction(
  list: PointedList,
  index: number,
  action: ColumnAction,
  onAction: Handlers['onAction'],
): void {
  const record = list.recordAt(index)
  if (record === undefined || list.isGone(record.id)) list.moveTo(index)
  else if (action === 'status') actOn(list, index, () => onAction?.(action))
  else {
    list.moveTo(index)
    onAction?.(action)
  }
}

/** The column's action, if the cell's content was pressed and not its blank space. */
function actionOf(event: MouseEvent): ColumnAction | null {
  const action = closest(event, '[data-action] > *')?.parentElement?.dataset.action
  return (action as ColumnAction | undefined) ?? null
}

/**
 * Allows text selection only in the pressed cell, until the pointer leaves it: text can be copied, and dragging over rows
 * selects nothing.
 */
function allowTextOf(cell: Element | null): void {
  for (const former of document.querySelectorAll('[data-text]')) {
    former.removeAttribute('data-text')
    getSelection()?.removeAllRanges()
  }
  if (cell === null) return
  cell.setAttribute('data-text', '')
  const until = new AbortController()
  const { signal } = until
  const onMove = ({ target }: Event) => {
    if (target instanceof Node && cell.contains(target)) return
    cell.removeAttribute('data-text')
    getSelection()?.removeAllRanges()
    until.abort()
  }
  window.addEventListener('pointermove', onMove, { signal })
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => until.abort(), { signal })
  }
}

/** A click that ended a text selection is no click. */
function hasNoText(): boolean {
  return getSelection()?.isCollapsed ?? true
}

function moreOf(event: MouseEvent): Element | null {
  return closest(event, '[data-more]')
}

function columnAt(event: MouseEvent): string | undefined {
  return closest(event, '[data-column]')?.dataset.column
}

function indexOf(event: MouseEvent): number | undefined {
  const index = closest(event, '[data-index]')?.getAttribute('data-index')
  return index ? Number(index) : undefined
}

/** Links and buttons handle their own clicks, but for those that stand for the action of their column. */
function isControl(event: MouseEvent): boolean {
  return isOn(event, 'a, button, input, select') && !isActionButton(event)
}

function isActionButton(event: MouseEvent): boolean {
  return isOn(event, '[data-action] > button')
}

function isOn(event: MouseEvent, selector: string): boolean {
  return closest(event, selector) !== null
}

function closest<E extends HTMLElement>(event: MouseEvent, selector: string): E | null {
  return event.target instanceof Element ? event.target.closest<E>(selector) : null
}

type RowDrag = {
  grid: HTMLElement
  /** The row whose checkbox was pressed. */
  index: number
  list: Pick<ListMoves, 'startRange' | 'extendTo' | 'endRange'> &
    Pick<ListController<{ id: string }, never>, 'activeIndex'>
  /** Pixels covered at the bottom of the grid. */
  inset: number
  /** The pointer reached another row: no longer a click. */
  onStart: () => void
}

/** Distance in pixels from the first or last visible row at which the list scrolls. */
const EDGE = 28
const SCROLL_MS = 50
const MAX_ROWS_PER_STEP = 6

/**
 * Drag over checkboxes: rows reached take the first row's new state, rows left again get their own back. Scrolls at the edges.
 */
function startRowDrag({ grid, index, list, inset, onStart }: RowDrag): void {
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
  const onMove = ({ clientY }: globalThis.PointerEvent) => {
    const { top, bottom } = grid.getBoundingClientRect()
    const above = top + HEADER_HEIGHT + EDGE - clientY
    const below = clientY - (bottom - inset - EDGE)
    const beyond = below > 0 ? below : above > 0 ? -above : 0
    step = Math.sign(beyond) * Math.min(MAX_ROWS_PER_STEP, Math.ceil(Math.abs(beyond) / EDGE))
    // Within rows the pointer decides, at the edges a timer.
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

/** The row at a viewport height, whatever covers it. */
function rowAt(grid: HTMLElement, y: number): number | null {
  const row = document
    .elementsFromPoint(grid.getBoundingClientRect().left + 8, y)
    .map((element) => element.closest<HTMLElement>('[data-index]'))
    .find((found) => found !== null)
  return row?.dataset.index === undefined ? null : Number(row.dataset.index)
}
