import { startTransition, useEffect, useState } from 'react'
import type { PaletteSection } from '../sections/palette-item.ts'

/** In rem, as the list and what stands in it are styled: the list has at most this height, its rows and headings at least. */
const room = 26 - 0.375
const rowHeight = 2.25
const headingHeight = 1.75

/** Nobody reads on while keys follow each other, nor before the first one: it is typed soon after the palette stands. */
const rest = 400

/** As many rows as the list has room for, one that is cut included: what a key renders. */
export const rowsInView = (sections: readonly PaletteSection[]): number => {
  let left = room
  let rows = 0
  for (const { heading, items } of sections) {
    if (left <= 0) break
    if (heading !== null) left -= headingHeight
    // A heading that is in view stands there from the first, and it comes with its first row.
    let shown = 0
    do left -= rowHeight
    while (++shown < items.length && left > 0)
    rows += shown
  }
  return rows
}

/**
 * Whether the rows below those `inView` are in the document. They come when the keys rest, or when the highlight goes to
 * the last of those; an answer to the same `question` leaves them.
 */
export function useWholeList(question: unknown, highlighted: number, inView: number): boolean {
  const [whole, setWhole] = useState<unknown>(null)
  const isReached = highlighted >= inView - 1
  useEffect(() => {
    if (whole === question) return
    const become = () => startTransition(() => setWhole(question))
    const timer = setTimeout(become, isReached ? 0 : rest)
    return () => clearTimeout(timer)
  }, [whole, question, isReached])
  return isReached || whole === question
}
