import { startTransition, useEffect, useState } from 'react'

/** Keys that follow each other are not held up by what stands beside the list. */
const rest = 100

/** The same a moment later, when the keys rest. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(() => value)
  useEffect(() => {
    if (rested === value) return
    const timer = setTimeout(() => startTransition(() => setRested(() => value)), rest)
    return () => clearTimeout(timer)
  }, [rested, value])
  return rested
}
