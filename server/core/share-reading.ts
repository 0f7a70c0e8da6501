/** Concurrent calls, and those within so many milliseconds, share one reading. A failed one is not kept. */
export const shareReading = <Value>(read: () => Promise<Value>, keptFor: number): (() => Promise<Value>) => {
  let reading: Promise<Value> | null = null
  let until = 0
  return () => {
    if (reading === null || performance.now() >= until) {
      until = performance.now() + keptFor
      const latest = read()
      latest.catch(() => {
        if (reading === latest) reading = null
      })
      reading = latest
    }
    return reading
  }
}
