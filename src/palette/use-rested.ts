import { startTransition, useEffect, useState } from 'react'

/** Keys that follow each other are not held up by what stands beside the list. */
const rest = 100

/** What it stands beside is seen a frame before it. */
const frame = 17

/** The same a moment later, when the keys rest; null until its palette stands. */
export function useRested<Value>(value: Value): Value | null {
  const [rested, setRested] = useState<Value | null>(null)
  useEffect(() => {
    if (rested === value) return
    const timer = setTimeout(
      () => startTransition(() => setRested(() => value)),
      rested === null ? frame : rest,
    )
    return () => clearTimeout(timer)
  }, [rested, value])
  return rested
}
