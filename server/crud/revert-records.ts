import type { Actor } from '../../domain/access/actor.ts'
import { isVerb } from '../../domain/access/permissions.ts'
import type { Scoped } from '../../domain/access/scope.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { Transaction } from '../db/drizzle.ts'
import { isOneOf } from '../db/is-one-of.ts'
import type { changes } from '../db/schema/changes.ts'
import { applySteps, decideSteps, holdRecords } from './apply-steps.ts'
import { changedBy } from './change-report.ts'
import type { Batch } from './record-changes.ts'
import type { Held, ReadRecord, RecordKind } from './resource-definition.ts'

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

/** How records of a kind are put back to what they were: what has moved on since, or no longer fits, stays. */
export const revertRecords =
  <Item extends ReadRecord, Row extends Held, Facts>(kind: RecordKind<Item, Row, Facts>): Revert =>
  async (tx, actor, lines, batch) => {
    const lineOf = new Map(lines.map((line) => [line.recordId, line]))
    const condition = isOneOf(kind.table.id, [...lineOf.keys()])
    const held = await holdRecords<Row>(tx, kind.table, condition, { lock: true })
    const pairs = held.map((record) => {
      const line = lineOf.get(record.id)!
      return { record, line, next: { ...record, ...valuesBefore(kind, record, line) } }
    })
    const facts = await kind.findFacts(tx, pairs, { lock: true })
    const trials = pairs.map(({ record, line, next }) => ({
      step: { record, next, verb: line.verb, undoes: line.id },
      whyNot: () => whyNotTakeBack(actor, line, record) ?? kind.whyNot.revert(record, next, facts),
    }))
    // The last to be decided is the first to be taken back: what it left is there for those before it.
    const { steps, refused } = decideSteps<Row>(trials.reverse(), (pair) => kind.settle?.(facts, pair))
    await applySteps(tx, actor, kind, batch, steps)
    return { changed: changedBy(steps.map(({ record }) => record)), refused }
  }

/** A line without `before` made the record: taking it back deletes it. */
const valuesBefore = <Row extends Held>(
  { restore }: Pick<RecordKind<never, Row, never>, 'restore'>,
  record: Row,
  { before, after }: RevertLine,
): Partial<Held> => {
  if (before === null) return { isDeleted: true }
  return restore === undefined
    ? before
    : restore(record, before as Partial<Row>, (after ?? {}) as Partial<Row>)
}
