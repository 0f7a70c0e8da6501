import { startTransition, useEffect, useState } from 'react'

/** As many as the list has room for, and one that is cut: what a key renders. */
export const firstRows = 13

/** Nobody reads on while keys follow each other, nor before the first one: it is typed soon after the palette stands. */
const rest = 400

/**
 * Whether the rows below those that are in view are in the document. They come when the keys rest, or when the highlight
 * goes there; an answer to the same `question` leaves them.
 */
export function useWholeList(question: unknown, highlighted: number): boolean {
  const [whole, setWhole] = useState<unknown>(null)
  const isReached = highlighted >= firstRows - 1
  useEffect(() => {
    if (whole === question) return
    const become = () => startTransition(() => setWhole(question))
    const timer = setTimeout(become, isReached ? 0 : rest)
    return () => clearTimeout(timer)
  }, [whole, question, isReached])
  return isReached || whole === question
}
