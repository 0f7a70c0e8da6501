import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListController } from './list-controller.ts'

/**
 * Binds a list to its grid, and answers the width of the grid, in steps: dragging a window's edge must not render a list
 * at every pixel. Until it stands, that of the window, so that what is rendered first is mostly what stays; asked for at
 * once, its true width would cost a layout of its own.
 */
export function useRoom(
  list: Pick<ListController<never, never>, 'attach'>,
  grid: RefObject<HTMLElement | null>,
): number {
  const [room, setRoom] = useState(() => inSteps(window.innerWidth))
  const known = useRef(room)
  useLayoutEffect(() => {
    if (!grid.current) return
    return list.attach(grid.current, (width) => {
      if (inSteps(width) === known.current) return
      known.current = inSteps(width)
      // Within the frame that laid it out: a guess that was wrong is never painted.
      flushSync(() => setRoom(inSteps(width)))
    })
  }, [list, grid])
  return room
}

const inSteps = (width: number): number => Math.ceil(width / step) * step

const step = 50
