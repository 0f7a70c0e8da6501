import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes.ts'
import type { Transaction } from '../db/drizzle.ts'
import { type BulkOptions, changeRecords } from './change-records.ts'
import type { Held, ReadRecord, RecordKind } from './record-kind.ts'
import type { ParsedTarget } from './target.ts'

/** Deletes records softly: they leave every list and the search, and an undo brings them back. */
export const deleteRecords = <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  target: ParsedTarget,
  options: BulkOptions,
): Promise<ChangeReport> =>
  changeRecords(
    tx,
    actor,
    kind,
    target,
    {
      reach: kind.verbs.delete,
      next: (record) => ({ ...record, isDeleted: true }),
      verb: () => kind.verbs.delete,
      whyNot: (record, _, facts) => kind.whyNot.delete(actor, record, facts),
    },
    options,
  )
