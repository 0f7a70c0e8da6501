import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { ChangeReport } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import type { Transaction } from '../db/drizzle.ts'
import { Refused } from '../refused.ts'
import { bulkReport } from '../services/change-report.ts'
import type { CarriedStock } from '../services/fulfillment/hold-stock.ts'
import type { Batch } from '../modules/change-log/record-changes.ts'
import { applySteps } from './apply-steps.ts'
import { decideSteps } from './decide-steps.ts'
import { holdRecords } from './hold-records.ts'
import type { Held, ReadRecord, RecordKind } from './record-kind.ts'
import { type ParsedTarget, targetSql } from './target.ts'

export type RecordChange<Row extends Held, Facts> = {
  reach: Verb
  next: (record: Row) => Row
  verb: (record: Row, next: Row) => Verb
  whyNot: (record: Row, next: Row, facts: Facts) => Code | null
}

/** `carried` is left out where the dry run has no other steps. */
export type BulkOptions = { batch: Batch; dryRun: boolean; carried?: CarriedStock }

/**
 * One change over many records, each decided on its own with what those before it left, then written together. A dry
 * run decides the same way, locks nothing and writes nothing.
 */
export const changeRecords = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  target: ParsedTarget,
  change: RecordChange<Row, Facts>,
  { batch, dryRun, carried }: BulkOptions,
): Promise<ChangeReport> => {
  const forbidden = whyNot(actor, change.reach)
  if (forbidden !== null) throw new Refused(forbidden)
  const lock = { lock: !dryRun }
  const condition = targetSql(kind.source, actor, change.reach, target)
  const held = await holdRecords<Row>(tx, kind.table, condition, lock)
  const pairs = held.map((record) => ({ record, next: change.next(record) }))
  const facts = await kind.findFacts(tx, pairs, { ...lock, carried })
  const { steps, refused } = decideSteps(
    pairs.map(({ record, next }) => ({
      step: { record, next, verb: change.verb(record, next) },
      whyNot: () => change.whyNot(record, next, facts),
    })),
    (pair) => kind.settle?.(facts, pair),
  )
  if (!dryRun) await applySteps(tx, actor, kind, batch, steps)
  const changed = steps.map(({ record }) => record)
  return bulkReport(target, { held, changed, refused }, { batch, dryRun })
}
