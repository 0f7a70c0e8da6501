import type { ChangeVerb, Confirmation } from '../../domain/changes/change-verbs.ts'
import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { Failure } from '../failure.ts'

/** The call that makes the change: status, comment, courier, statuses of a carrier's sheet, activation, or deletion. */
export type ChangeKind = 'status' | 'comment' | 'delivery' | 'sheet' | 'activation' | 'delete'

/**
 * `body`: the request body without its target (`{ status, comment }`), null until chosen. `verb`: the command; `effect`: the
 * action on the records; `subject`: the record, if there is exactly one and it is loaded.
 */
export type Change = {
  kind: ChangeKind
  verb: string
  effect: ChangeVerb
  subject: { number: number; name: string } | null
  resource: ResourceName
  target: Target
  count: number
  body: Record<string, unknown> | null
  confirmation: Confirmation
}

export type ChangeInput = {
  change: Change
  /** Report of the dry run, if it was made before. */
  expected?: ChangeReport | null
  /** Created with the change and reused by retries. */
  idempotencyKeys: { apply: string; undo: string }
  /** Milliseconds during which it can be undone; at least ten seconds. */
  undoWindow?: number
}

export type ChangeContext = Required<ChangeInput> & {
  /** Null until applied, and for a queued change. */
  result: ChangeReport | null
  undone: ChangeReport | null
  /** Undo was requested before the answer; it runs after it. */
  undoAsked: boolean
  /** Epoch milliseconds until which it can be undone. Persisted, because a reload drops timers. */
  deadline: number | null
  failure: Failure | null
}

export type ChangeEvent =
  | { type: 'change.choose'; body: Record<string, unknown> }
  | { type: 'change.confirm' }
  | { type: 'change.cancel' }
  | { type: 'change.retry' }
  | { type: 'change.undo' }
  | { type: 'change.dismiss' }
  /** A persisted change was restored: restart its timer with the remaining time. */
  | { type: 'change.resume' }

export type ChangeEmitted =
  | { type: 'change.settled'; report: ChangeReport | null; change: Change }
  | { type: 'change.undone'; report: ChangeReport; change: Change }

/** `at`: epoch milliseconds of the answer. `report`: null if the change was queued to be sent later. */
export type Applied = { report: ChangeReport | null; at: number }

export type UndoInput = { resource: ResourceName; batchId: string | null; idempotencyKey: string }

export const shortestUndoWindow = 10_000
