import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { ChangeKind } from '../change/change-types.ts'
import type { Failure } from '../failure.ts'

/**
 * One change of one record that has not reached the server yet. `id` is its idempotency key, made
 * when it was requested: a UUID v7, so that ids are in the order of requests. `at` is that time in epoch milliseconds.
 */
export type OutboxEntry = {
  id: string
  /** The user who made the change; it is sent only in their session. */
  user: string
  at: number
  resource: ResourceName
  kind: ChangeKind
  verb: string
  /** `name` and `number` are what people call the record by. */
  record: { id: string; number: number; name: string }
  body: Record<string, unknown>
  /** The server's no. It stays until the person has read it and decided. */
  refusal: Code | null
}

/** Result of sending a change. `gone`: no longer stored, since another tab has sent it. */
export type Outcome =
  | { kind: 'sent'; report: ChangeReport }
  | { kind: 'refused'; code: Code }
  | { kind: 'gone' }

export type OutboxContext = {
  user: string
  /** In the order in which they were made. */
  entries: readonly OutboxEntry[]
  /** The one on its way while it is `sending`; the last that was, elsewhere. */
  sending: string | null
  isOnline: boolean
  /** How often the first in line has failed, one time after the other. */
  tries: number
  failure: Failure | null
}

export type OutboxEvent =
  | { type: 'outbox.add'; entry: OutboxEntry }
  /** The person gives a change up. One that is on its way cannot be called back. */
  | { type: 'outbox.discard'; id: string }
  /** The person wants a refused change tried again. */
  | { type: 'outbox.retry'; id: string }
  /** Try now, even if the browser reports no network. */
  | { type: 'outbox.flush' }
  /** Another tab has changed the stored queue. */
  | { type: 'outbox.replaced'; entries: readonly OutboxEntry[] }
  | { type: 'network.online' }
  | { type: 'network.offline' }

/** `keep` and `forget` are for the storage in which entries outlive the page. */
export type OutboxEmitted =
  | { type: 'outbox.keep'; entry: OutboxEntry }
  | { type: 'outbox.forget'; id: string }
  | { type: 'outbox.sent'; entry: OutboxEntry; report: ChangeReport }
  | { type: 'outbox.refused'; entry: OutboxEntry; code: Code }

export const byAge = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

/**
 * The next to send: the oldest that is not refused, of a record none of whose older changes is. What came after a refused
 * change was meant for what that would have made of the record.
 */
export const nextEntry = (entries: readonly OutboxEntry[]): OutboxEntry | null => {
  const stuck = new Set<string>()
  for (const entry of byAge(entries)) {
    if (entry.refusal !== null) stuck.add(entry.record.id)
    else if (!stuck.has(entry.record.id)) return entry
  }
  return null
}
