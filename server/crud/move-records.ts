import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Transaction } from '../db/drizzle.ts'
import { type BulkOptions, changeRecords } from './apply-steps.ts'
import type { ParsedTarget } from './choose-records.ts'
import { readHeld } from './lock-records.ts'
import type { Batch } from './record-changes.ts'
import { onlyRecord } from './refuse-by-code.ts'
import type { Held, MovedKind, ReadRecord } from './resource-definition.ts'

/** Gives records another status: the one asked for, else each the one that follows its own. */
export const moveRecords = <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: MovedKind<Item, Row, Facts>,
  target: ParsedTarget,
  asked: Record<string, unknown>,
  options: BulkOptions,
): Promise<ChangeReport> => {
  const { move } = kind
  return changeRecords(
    tx,
    actor,
    kind,
    target,
    {
      reach: move.reach,
      next: (record) => move.next(record, asked),
      verb: (record, next) => move.verb(record, next) ?? move.reach,
      whyNot: (record, next, facts) => move.whyNot(actor, record, next, facts),
    },
    options,
  )
}

/** Moves one record by the same rules; what a bulk call reports, one call is refused with. */
export const moveRecord = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: MovedKind<Item, Row, Facts>,
  { id, version, asked }: { id: string; version: number | null; asked: Record<string, unknown> },
  batch: Batch,
): Promise<Item> => {
  await readHeld(tx, actor, kind, { id, version, verb: kind.move.reach })
  const report = await moveRecords(tx, actor, kind, { ids: [id] }, asked, { batch, dryRun: false })
  return onlyRecord(report, await kind.read(tx, [id]))
}
