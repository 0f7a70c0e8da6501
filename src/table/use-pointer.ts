import { type MouseEvent, useMemo } from 'react'
import type { ListController, ListMoves } from './list-controller.ts'

type PointedList = ListMoves &
  Pick<ListController<{ id: string }, never>, 'recordAt' | 'isSelected' | 'focus'>

type Acts = { onOpen?: () => void; onMenu?: (at: DOMRect) => void }

/**
 * The mouse on a list: press to go to a row, with Ctrl or on its box to select it, with Shift up to it; twice to open;
 * the second button, or the row's own, for what can be done with it.
 */
export function usePointer(list: PointedList, { onOpen, onMenu }: Acts) {
  return useMemo(
    () => ({
      onMouseDown(event: MouseEvent) {
        // Shift would select text from the last place that was pressed; the row's button would take the focus.
        if ((event.shiftKey && indexOf(event) !== undefined) || moreOf(event)) event.preventDefault()
      },
      onClick(event: MouseEvent) {
        const index = indexOf(event)
        const more = moreOf(event)
        if (index === undefined) return
        if (more) openMenu(list, index, () => onMenu?.(more.getBoundingClientRect()))
        else if (isControl(event)) return
        else if (event.shiftKey) list.extendTo(index)
        else if (event.ctrlKey || event.metaKey || isOn(event, '[data-check]')) list.toggleAt(index)
        else list.moveTo(index)
      },
      onDoubleClick(event: MouseEvent) {
        const isPlace = indexOf(event) !== undefined && !isOn(event, '[data-check]')
        if (isPlace && !isControl(event)) onOpen?.()
      },
      onContextMenu(event: MouseEvent) {
        const index = indexOf(event)
        if (index === undefined || onMenu === undefined || isOn(event, 'a')) return
        event.preventDefault()
        openMenu(list, index, () => onMenu(new DOMRect(event.clientX, event.clientY, 0, 0)))
      },
    }),
    [list, onOpen, onMenu],
  )
}

/** A menu over a row that is not selected is about that row alone. */
function openMenu(list: PointedList, index: number, open: () => void): void {
  const record = list.recordAt(index)
  if (record === undefined) return
  if (!list.isSelected(record.id)) list.clearSelection()
  list.moveTo(index)
  list.focus()
  open()
}

function moreOf(event: MouseEvent): Element | null {
  return closest(event, '[data-more]')
}

function indexOf(event: MouseEvent): number | undefined {
  const index = closest(event, '[data-index]')?.getAttribute('data-index')
  return index ? Number(index) : undefined
}

/** A link or a button in a cell does its own. */
function isControl(event: MouseEvent): boolean {
  return isOn(event, 'a, button, input, select')
}

function isOn(event: MouseEvent, selector: string): boolean {
  return closest(event, selector) !== null
}

function closest(event: MouseEvent, selector: string): Element | null {
  return event.target instanceof Element ? event.target.closest(selector) : null
}
