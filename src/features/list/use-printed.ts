import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** `first`: the first rows, which are loaded. `loaded`: the browser prints by itself and waits for nothing. Null: nothing. */
type Printed = 'first' | 'loaded' | null

/** Which rows are on paper, also when the browser prints by itself. */
export const usePrinted = () => {
  const [printed, setPrinted] = useState<Printed>(null)
  useEffect(() => {
    const show = () => flushSync(() => setPrinted((now) => now ?? 'loaded'))
    window.addEventListener('beforeprint', show)
    return () => window.removeEventListener('beforeprint', show)
  }, [])
  return [printed, setPrinted] as const
}
