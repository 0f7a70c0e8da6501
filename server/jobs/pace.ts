/** Milliseconds between two messages about one job's progress. */
const shortest = 250

export type Pace = () => boolean

/** Says whether it is time to tell again how far a job is. */
export const makePace = (): Pace => {
  let last = 0
  return () => {
    const at = performance.now()
    if (at - last < shortest) return false
    last = at
    return true
  }
}
