import type { Handled } from '../../../machines/triage/triage-types.ts'

/** What is remembered of a sitting while its screen is away: an order is edited, a list is looked at. */
type Sitting = {
  handled: readonly Handled[]
  passed: readonly string[]
  /** The order that stood on the screen. */
  resume: readonly string[]
}

const sittings = new Map<string, Sitting>()

const noSitting: Sitting = { handled: [], passed: [], resume: [] }

/** Of one person in one country; gone with the page. */
export const sittingOf = (key: string): Sitting => sittings.get(key) ?? noSitting

export const keepSitting = (key: string, sitting: Sitting): void => {
  // Nobody else's sitting is of use to whoever signs in next.
  sittings.clear()
  sittings.set(key, sitting)
}
