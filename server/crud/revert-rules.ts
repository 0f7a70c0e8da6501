import type { Actor } from '../../domain/access/actor.ts'
import { isVerb } from '../../domain/access/permissions.ts'
import type { Scoped } from '../../domain/access/scope.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { changes } from '../db/schema/changes.ts'
import type { Batch } from './record-changes.ts'

/**
 * A history line to take back. `why` is set where that is already out of the question. `standsAt` is the version at which
 * the record is as the line left it: its own, or a later one where all that came after it was taken back again.
 */
export type RevertLine = typeof changes.$inferSelect & { why: Code | null; standsAt: number }

export type Reverted = Pick<ChangeReport, 'changed' | 'refused'>

/** Takes back the lines of one resource: locks its records, decides each, writes those that may go back. */
export type Revert = (
  tx: Transaction,
  actor: Actor,
  lines: readonly RevertLine[],
  batch: Batch,
) => Promise<Reverted>

/**
 * Why this actor may not take a line back from the record as it is: the line is spent, the record out of reach for
 * what was done to it, or changed again since. What the record's own rules say comes after.
 */
export const whyNotTakeBack = (
  actor: Actor,
  line: RevertLine,
  record: Scoped & { version: number },
): Code | null => {
  if (line.why !== null) return line.why
  if (!isVerb(line.verb)) return 'NOT_UNDOABLE'
  return whyNot(actor, line.verb, record) ?? (record.version === line.standsAt ? null : 'MOVED_ON')
}
