/** Milliseconds between two messages about one job's progress. */
const shortest = 250

export type Pace = () => boolean

/** Whether it is time to publish a job's progress again. */
export const makePace = (): Pace => {
  let last = 0
  return () => {
    const at = performance.now()
    if (at - last < shortest) return false
    last = at
    return true
  }
}
