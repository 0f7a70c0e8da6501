import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { Failure } from '../failure.ts'

/**
 * The machine is the same for every resource, so it knows only the id of a record; `bind-resource`
 * reads and writes the typed ones.
 */
export type Row = { id: string }
export type ListAsked = { where: Where; limit?: number; skip?: number; sort?: string }
export type Input = Record<string, unknown>

/** `idempotencyKey` is the idempotency key of what the person wants; `version` the one that was edited. */
export type Write =
  | { kind: 'create'; input: Input; idempotencyKey: string }
  | { kind: 'update'; id: string; input: Input; version: number; idempotencyKey: string }
  | { kind: 'remove'; target: Target; idempotencyKey: string }

export type WriteKind = 'create' | 'update' | 'remove'

/** A record for create and update, a report for remove. */
export type WriteAnswer = Row | ChangeReport

export type Outcome = {
  asked: Write | null
  answer: WriteAnswer | null
  failure: Failure | null
}

export type ResourceContext = {
  list: {
    items: readonly Row[]
    total: number
    query: ListAsked | null
    /** The rows are the last ones known: the server does not answer. */
    isStale: boolean
    failure: Failure | null
  }
  one: { id: string | null; record: Row | null; failure: Failure | null }
} & { [Kind in WriteKind]: Outcome }

export type ResourceEvent =
  | { type: 'list.load'; query: ListAsked }
  | { type: 'list.refresh' }
  | { type: 'one.load'; id: string }
  | { type: 'write.submit'; write: Write }
  /** The same write again, under the same idempotencyKey. */
  | { type: 'write.retry'; kind: WriteKind }
  /** Forgets an outcome, as a form does when it opens. */
  | { type: 'write.clear'; kind: WriteKind }
