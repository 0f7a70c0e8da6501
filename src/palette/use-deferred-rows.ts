import { startTransition, useEffect, useState } from 'react'
import type { PaletteSection } from './results/palette-item.ts'

/** In rem, as the list and its contents are styled: the list's maximum height, the least height of a row and a heading. */
const MAX_LIST_HEIGHT = 26 - 0.375
const ROW_HEIGHT = 2.25
const HEADING_HEIGHT = 1.75

/** Longer than the pause between two keys, and than from opening to the first key: the rest would be rendered for nothing. */
const IDLE_MS = 400

/**
 * How many rows to render. A key renders those that fit into the list; the rest follow when the keys rest, when the
 * highlight (`at`, its index) reaches the last of them, or at once by `renderAll`. A late answer to the same `question`
 * keeps them.
 */
export function useDeferredRows(
  question: unknown,
  sections: readonly PaletteSection[],
  at: number,
): { limit: number; renderAll: () => void } {
  const [wholeFor, setWholeFor] = useState<unknown>(null)
  const inView = rowsInView(sections)
  const isReached = at >= inView - 1
  useEffect(() => {
    if (wholeFor === question) return
    const renderRest = () => startTransition(() => setWholeFor(question))
    const timer = setTimeout(renderRest, isReached ? 0 : IDLE_MS)
    return () => clearTimeout(timer)
  }, [wholeFor, question, isReached])
  const isWhole = isReached || wholeFor === question
  return { limit: isWhole ? Number.POSITIVE_INFINITY : inView, renderAll: () => setWholeFor(question) }
}

/** As many rows as fit into the list, a row that is cut included. */
export const rowsInView = (sections: readonly PaletteSection[]): number => {
  let left = MAX_LIST_HEIGHT
  let rows = 0
  for (const { heading, items } of sections) {
    if (left <= 0) break
    if (heading !== null) left -= HEADING_HEIGHT
    // A heading in view is rendered with its first row, even where the row itself is below.
    let shown = 0
    do left -= ROW_HEIGHT
    while (++shown < items.length && left > 0)
    rows += shown
  }
  return rows
}
