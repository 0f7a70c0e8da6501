import type { Actor } from '../../domain/access/actor.ts'
import { isVerb } from '../../domain/access/permissions.ts'
import { type Scoped, whyNot } from '../../domain/access/why-not.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import { isOneOf } from '../db/columns.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { changes } from '../db/schema/changes.ts'
import { applySteps, decideSteps, holdRecords } from './apply-steps.ts'
import { changedBy } from './change-report.ts'
import type { Batch } from './record-changes.ts'
import type { Held, ReadRecord, RecordKind } from './resource-definition.ts'

/**
 * A history line to undo. `why`: code if it cannot be. `standsAt`: version at which the record is as the line left it, its own
 * or later if subsequent changes were undone.
 */
export type RevertLine = typeof changes.$inferSelect & { why: Code | null; standsAt: number }

export type Reverted = Pick<ChangeReport, 'changed' | 'refused'>

/** Undoes lines of one resource: locks, decides and writes. */
export type Revert = (
  tx: Transaction,
  actor: Actor,
  lines: readonly RevertLine[],
  batch: Batch,
) => Promise<Reverted>

/**
 * Code why the actor may not undo a line, or null: already undone, out of scope for its verb, or the record changed since. The
 * resource's rules are checked later.
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

/** Builds the undo of a resource: records that changed since, or no longer fit, are refused. */
export const revertRecords =
  <Item extends ReadRecord, Row extends Held, Facts>(kind: RecordKind<Item, Row, Facts>): Revert =>
  async (tx, actor, lines, batch) => {
    const lineOf = new Map(lines.map((line) => [line.recordId, line]))
    const condition = isOneOf(kind.table.id, [...lineOf.keys()])
    const held = await holdRecords<Row>(tx, kind, condition, { lock: true })
    const pairs = held.map((record) => {
      const line = lineOf.get(record.id)!
      return { record, line, next: { ...record, ...valuesBefore(kind, record, line) } }
    })
    const facts = await kind.findFacts(tx, pairs, { lock: true })
    const trials = pairs.map(({ record, line, next }) => ({
      step: { record, next, verb: line.verb, undoes: line.id },
      whyNot: () => whyNotTakeBack(actor, line, record) ?? kind.whyNot.revert(record, next, facts),
    }))
    // Undoes in reverse order of deciding: later ones release what earlier ones need.
    const { steps, refused } = decideSteps<Row>(trials.reverse(), (pair) => kind.settle?.(facts, pair))
    await applySteps(tx, actor, kind, batch, steps)
    return { changed: changedBy(steps.map(({ record }) => record)), refused }
  }

/** A line without `before` created the record: undo deletes it. */
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
