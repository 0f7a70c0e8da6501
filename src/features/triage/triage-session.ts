import type { Handled } from '../../../machines/triage/triage-types.ts'
import type { OutboxHost } from '../../stores/outbox-host.ts'

/** State of a session while its screen is unmounted. */
type TriageSession = {
  handled: readonly Handled[]
  passed: readonly string[]
  /** The order that was on screen. */
  resume: readonly string[]
}

const noSession: TriageSession = { handled: [], passed: [], resume: [] }

let stored: { key: string; session: TriageSession } | null = null
let stopFollowing: (() => void) | null = null

/** By user and country; in memory only. */
export const triageSessionOf = (key: string): TriageSession =>
  stored?.key === key ? stored.session : noSession

/** Follows the outcomes that are still being sent: each of them can be undone later, by the batch that it became. */
export const storeTriageSession = (
  key: string,
  session: TriageSession,
  outbox: Pick<OutboxHost, 'onResult'>,
): void => {
  stopFollowing?.()
  stored = { key, session }
  stopFollowing = outbox.onResult((result) => {
    if (stored === null) return
    const { id } = result.entry
    const sent = (one: Handled): Handled[] => {
      if (one.id !== id) return [one]
      return result.type === 'outbox.sent' ? [{ ...one, state: 'done', batchId: result.report.batchId }] : []
    }
    stored = { key, session: { ...stored.session, handled: stored.session.handled.flatMap(sent) } }
  })
}
