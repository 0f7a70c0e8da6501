import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { ChangeKind } from '../change/change-machine.ts'
import type { Failure } from '../failure.ts'

/**
 * A queued change of one record. `id`: its idempotency key, a UUID v7 created on request, so that ids sort by time. `at`: that
 * time in epoch milliseconds.
 */
export type OutboxEntry = {
  id: string
  /** The change is only sent in this user's session. */
  user: string
  at: number
  resource: ResourceName
  kind: ChangeKind
  verb: string
  /** `name` and `number`: for display. `due`: a parcel's amount when the change was queued, shown when it is out of reach. */
  record: { id: string; number: number; name: string; due?: { amount: number; country: CountryCode } }
  body: Record<string, unknown>
  /** The server's refusal; kept until the user decides. */
  refusal: Code | null
}

/** Result of sending a change. `gone`: another tab has sent it. */
export type SendOutcome =
  | { kind: 'sent'; report: ChangeReport }
  | { kind: 'refused'; code: Code }
  | { kind: 'gone' }

export type OutboxContext = {
  user: string
  /** In order of creation. */
  entries: readonly OutboxEntry[]
  /** While `sending` the current one, else the last one. */
  sending: string | null
  isOnline: boolean
  /** Consecutive failures of the first entry. */
  tries: number
  failure: Failure | null
}

export type OutboxEvent =
  | { type: 'outbox.add'; entry: OutboxEntry }
  /** Discards a change, unless it is being sent. */
  | { type: 'outbox.discard'; id: string }
  /** Retries a refused change. */
  | { type: 'outbox.retry'; id: string }
  /** Try now, even if the browser is offline according to `navigator.onLine`. */
  | { type: 'outbox.flush' }
  /** Another tab changed the stored queue. */
  | { type: 'outbox.replaced'; entries: readonly OutboxEntry[] }
  | { type: 'network.online' }
  | { type: 'network.offline' }

/** `keep` and `forget` update the persistent storage. */
export type OutboxEmitted =
  | { type: 'outbox.keep'; entry: OutboxEntry }
  | { type: 'outbox.forget'; id: string }
  | { type: 'outbox.sent'; entry: OutboxEntry; report: ChangeReport }
  | { type: 'outbox.refused'; entry: OutboxEntry; code: Code }

export const byAge = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

/** Whether an entry waits for the user's decision about an older one of its record. */
export const isStuck = (entry: OutboxEntry, entries: readonly OutboxEntry[]): boolean =>
  entry.refusal === null &&
  entries.some(
    ({ id, record, refusal }) => refusal !== null && record.id === entry.record.id && id < entry.id,
  )

/**
 * The next entry to send: the oldest that is not refused and whose record has no older unsent change. Changes after a refused
 * one were made for a state that it did not reach.
 */
export const nextEntry = (entries: readonly OutboxEntry[]): OutboxEntry | null => {
  const sorted = byAge(entries)
  return sorted.find((entry) => entry.refusal === null && !isStuck(entry, sorted)) ?? null
}

/** A discarded entry with those that wait for the decision about it: they were made for a state that it did not reach. */
export const discardedWith = (entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entry.refusal === null
    ? [entry]
    : [
        entry,
        ...byAge(entries).filter(
          ({ id, record, refusal }) => refusal === null && record.id === entry.record.id && id > entry.id,
        ),
      ]
