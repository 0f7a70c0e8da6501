import type { ChangeVerb } from '../../domain/changes/change-verbs.ts'
import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { Failure } from '../failure.ts'

/**
 * By which call a change is made: to another status, comment or delivery guy, each to its own status by a sheet, let in or shut
 * out, or away.
 */
export type ChangeKind = 'status' | 'comment' | 'delivery' | 'sheet' | 'activation' | 'delete'

/**
 * The change: `body` is the request body without its target (`{ status, comment }`), null until chosen.
 * `verb` is the command, `effect` the action on the records; `subject` the record if it is exactly one and loaded.
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
}

export type ChangeInput = {
  change: Change
  /** The person has seen and agreed to the dry run elsewhere: apply at once. */
  confirmed?: boolean
  /** Idempotency keys, created with the change and reused by retries. */
  idempotencyKeys: { apply: string; undo: string }
  /** Milliseconds during which the change can be undone; at least ten seconds. */
  undoWindow?: number
}

export type ChangeContext = Required<ChangeInput> & {
  /** What the dry run says. */
  expected: ChangeReport | null
  result: ChangeReport | null
  undone: ChangeReport | null
  /** It was to be taken back before the server had answered: undone as soon as it is done. */
  undoAsked: boolean
  /** When undoing ends, in epoch milliseconds; persisted, because timers do not outlive a reload. */
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
  /** A persisted change was restored: its timer restarts with the remaining time. */
  | { type: 'change.resume' }

export type ChangeEmitted =
  | { type: 'change.settled'; report: ChangeReport; change: Change }
  | { type: 'change.undone'; report: ChangeReport; change: Change }

/** `at` is when the answer came, in epoch milliseconds. */
export type Applied = { report: ChangeReport; at: number }

/** Which batch is taken back, and of what it was. */
export type UndoInput = { resource: ResourceName; batchId: string | null; idempotencyKey: string }

export const shortestUndoWindow = 10_000
