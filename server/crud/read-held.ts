import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { Transaction } from '../db/drizzle.ts'
import { Refused } from '../refused.ts'
import { holdRecords } from './hold-records.ts'
import type { Held, ReadRecord, RecordKind } from './record-kind.ts'
import { isOneOf } from './where-sql.ts'

/** `version` is the one that the caller has seen; null where they take whatever stands. */
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
