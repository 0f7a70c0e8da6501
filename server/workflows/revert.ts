import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import type { Transaction } from '../database/drizzle.ts'
import type { changes } from '../database/schema/changes.ts'
import type { Batch } from '../resources/changes/record-changes.ts'

/** A history line to take back. `why` is set where that is already out of the question. */
export type RevertLine = typeof changes.$inferSelect & { why: Code | null }

export type Reverted = Pick<ChangeReport, 'changed' | 'refused'>

/** Takes back the lines of one resource: locks its records, decides each, writes those that may go back. */
export type Revert = (
  tx: Transaction,
  actor: Actor,
  lines: readonly RevertLine[],
  batch: Batch,
) => Promise<Reverted>
