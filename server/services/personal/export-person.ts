import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { PersonalPlace } from '../../../domain/customers/personal-data.ts'
import { type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { conditionsIn } from './conditions.ts'
import { personalTables } from './personal-tables.ts'
import type { People } from './treatments.ts'

type Row = Record<string, unknown>

/** The rows about a person by place, each with its table. */
export type PersonalExport = Partial<Record<PersonalPlace, (Row & { table: string })[]>>

/** All rows about a person, as stored; copies of them are left out. */
export const exportPerson = async (db: Executor, people: People): Promise<PersonalExport> => {
  const found: PersonalExport = {}
  for (const each of personalTables) {
    if (each.isCopy) continue
    const { isLinked, finds } = conditionsIn(each, people)
    const { rows } = await db.execute<{ row: Row }>(sql`
      select to_jsonb(${sql.identifier(each.table)}) as row from ${sql.identifier(each.table)}
      where ${isLinked} or ${finds} order by 1 limit ${mostRows}`)
    const told = rows.map(({ row }) => ({ table: each.table, ...withText(row) }))
    if (told.length > 0) found[each.place] = [...(found[each.place] ?? []), ...told]
  }
  return found
}

/** Of one table. Nobody has so many. */
const mostRows = 20_000

/** Bytes as text. */
const withText = (row: Row): Row =>
  typeof row.body === 'string' && row.body.startsWith('\\x')
    ? { ...row, body: Buffer.from(row.body.slice(2), 'hex').toString('utf8') }
    : row

/** A line of the history of each order: who read everything about its customer. */
export const recordReading = async (
  tx: Transaction,
  actor: Actor,
  { orders }: People,
  batch: Batch,
): Promise<void> => {
  const { rows } = await tx.execute<{ id: string; version: number }>(sql`
    select id, version from orders where id = any(${sql.param([...orders])}::uuid[]) order by id`)
  await recordChanges(
    tx,
    actor,
    batch,
    rows.map(({ id: recordId, version }) => ({
      verb: 'customer.export',
      resource: 'orders' as const,
      recordId,
      version,
      before: {},
      after: {},
    })),
  )
}
