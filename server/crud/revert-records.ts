import { applySteps, decideSteps } from './apply-steps.ts'
import { changedBy } from './change-report.ts'
import { holdRecords } from './lock-records.ts'
import type { Held, ReadRecord, RecordKind } from './resource-definition.ts'
import { type Revert, type RevertLine, whyNotTakeBack } from './revert-rules.ts'
import { isOneOf } from './where-sql.ts'

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
