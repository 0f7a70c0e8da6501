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
export const triageSessionOf = (key: string): Sitting => sittings.get(key) ?? noSitting

export const storeTriageSession = (key: string, sitting: Sitting): void => {
  // The next user has no use for another user's session.
  sittings.clear()
  sittings.set(key, sitting)
}
