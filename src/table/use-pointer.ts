import { type MouseEvent, useMemo } from 'react'
import type { ListMoves } from './list-controller.ts'

/** The mouse on a list: press to go to a row, with Ctrl or on its box to select it, with Shift up to it; twice to open. */
export function usePointer(list: ListMoves, onOpen: (() => void) | undefined) {
  return useMemo(
    () => ({
      onMouseDown(event: MouseEvent) {
        // Shift would select text from the last place that was pressed.
        if (event.shiftKey && indexOf(event) !== undefined) event.preventDefault()
      },
      onClick(event: MouseEvent) {
        const index = indexOf(event)
        if (index === undefined || isControl(event)) return
        if (event.shiftKey) list.extendTo(index)
        else if (event.ctrlKey || event.metaKey || isOn(event, '[data-check]')) list.toggleAt(index)
        else list.moveTo(index)
      },
      onDoubleClick(event: MouseEvent) {
        const isPlace = indexOf(event) !== undefined && !isOn(event, '[data-check]')
        if (isPlace && !isControl(event)) onOpen?.()
      },
    }),
    [list, onOpen],
  )
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
