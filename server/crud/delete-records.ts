import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { Executor } from '../db/executor.ts'
import { type BulkOptions, changeRecords } from './apply-steps.ts'
import type { ParsedTarget } from './choose-records.ts'
import type { Held, Pair, ReadRecord, RecordKind } from './resource-definition.ts'

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

/** A column that references another table, and the column that says whether its own record is deleted. */
export type Reference = { column: PgColumn; deletedAt: PgColumn }

/** Those of the records to be deleted that a record names which is not deleted itself. */
export const findUses = async (
  db: Executor,
  pairs: readonly Pair<Held>[],
  references: readonly Reference[],
): Promise<Set<string>> => {
  const going = pairs.flatMap(({ next }) => (next.isDeleted ? next.id : []))
  if (going.length === 0) return new Set()
  const isNamed = references.map(
    ({ column, deletedAt }) =>
      sql`exists (select 1 from ${column.table} where ${column} = going.id and ${deletedAt} is null)`,
  )
  const { rows } = await db.execute<{ id: string }>(sql`
    select going.id from unnest(${sql.param(going)}::uuid[]) as going (id) where ${sql.join(isNamed, sql` or `)}`)
  return new Set(rows.map((row) => row.id))
}
