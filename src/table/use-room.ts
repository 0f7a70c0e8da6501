import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element, in steps: dragging a window's edge must not render a list at every pixel. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setRoom(Math.ceil(current.clientWidth / step) * step)
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    measure()
    return () => sizes.disconnect()
  }, [element])
  return room
}

const step = 50
