import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { Refused } from '../core/errors.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { Executor } from '../db/executor.ts'
import type { Held, OwnedTable, ReadRecord, RecordKind } from './resource-definition.ts'
import { isOneOf } from './where-sql.ts'

/**
 * Reads the records of a change by id, deleted ones included unless the condition excludes them; with
 * `lock` they are locked until the transaction ends. Always lock a table's records in the order of ids.
 */
export const holdRecords = async <Row extends Held>(
  tx: Executor,
  table: OwnedTable,
  condition: SQL,
  { lock }: { lock: boolean },
): Promise<Row[]> => {
  const query = tx.select().from(table).where(condition).orderBy(table.id)
  const rows = await (lock ? query.for('update') : query)
  return rows.map(({ deletedAt, ...row }) => ({ ...row, isDeleted: deletedAt !== null }) as Row)
}

/** `version` is the one that the caller has seen; null where they take the present one. */
export type Named = { id: string; version: number | null; verb: Verb }

/** One record, locked for a change; one that has moved on is `STALE_VERSION` with its present state. */
export const readHeld = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  { table, read }: RecordKind<Item, Row, Facts>,
  { id, version, verb }: Named,
): Promise<Row> => {
  const condition = sql`${isOneOf(table.id, [id])} and ${table.deletedAt} is null`
  const [record] = await holdRecords<Row>(tx, table, condition, { lock: true })
  if (record === undefined || whyNot(actor, verb, record) !== null) throw new Refused('NOT_FOUND')
  if (version === null || version === record.version) return record
  const [current] = await read(tx, [id])
  throw new Refused('STALE_VERSION', { current })
}
