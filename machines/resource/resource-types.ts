import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { Failure } from '../failure.ts'

/** The machine is shared by all resources and only knows ids; `bind-resource` adds the record types. */
export type Row = { id: string }
export type ListAsked = { where: Where; limit?: number; skip?: number; sort?: string }
export type Input = Record<string, unknown>

/** `idempotencyKey`: one per user intent; `version`: the one that was edited. */
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
    /** The server did not answer: rows are from the last successful load. */
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
  /** Repeats the write with its idempotency key. */
  | { type: 'write.retry'; kind: WriteKind }
  /** Clears the outcome, e.g. when a form opens. */
  | { type: 'write.clear'; kind: WriteKind }
