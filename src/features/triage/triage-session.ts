import type { Where } from '../../../domain/lib/filter.ts'
import type { Handled } from '../../../machines/triage/triage-types.ts'
import type { OutboxHost } from '../../stores/outbox-host.ts'

/** State of a session while its screen is unmounted. */
type TriageSession = {
  where: Where
  handled: readonly Handled[]
  passed: readonly string[]
  /** The order that was on screen. */
  resume: readonly string[]
}

let stored: { key: string; session: TriageSession } | null = null
let stopFollowing: (() => void) | null = null

/**
 * By user and country; in memory only. The order left last and the skipped ones belong to the filter of their session: under
 * another one, the queue is exactly that filter. Outcomes can be undone under every filter.
 */
export const triageSessionOf = (key: string, where: Where): TriageSession => {
  const noSession = { where, handled: [], passed: [], resume: [] }
  if (stored?.key !== key) return noSession
  const { session } = stored
  return isSameFilter(session.where, where) ? session : { ...noSession, handled: session.handled }
}

const isSameFilter = (one: Where, other: Where): boolean => JSON.stringify(one) === JSON.stringify(other)

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
