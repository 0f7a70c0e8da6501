import { type SQL, sql } from 'drizzle-orm'
import type { Change } from '../../../domain/changes.ts'
import type { Executor } from '../engine/executor.ts'
import { changedRecord } from './changed-record.ts'

type Row = Omit<Change, 'at' | 'number' | 'names'> & { at: string; number: string | null; total: string }

export type LinesPage = { limit: number; skip: number }

/** Lines of the history (as `line`), with what their records and those that their fields refer to are called. */
export const listLines = async (
  db: Executor,
  where: SQL,
  order: SQL,
  { limit, skip }: LinesPage,
): Promise<{ items: Change[]; total: number }> => {
  const { rows } = await db.execute<Row>(sql`
    select line.id, line.batch_id as "batchId", line.at, line.actor, actor.name as "actorName", line.verb,
      line.resource, line.record_id as "recordId", line.before, line.after, line.undoes,
      exists (select 1 from changes later where later.undoes = line.id) as "isUndone",
      ${changedRecord('number', sql`line`)} as number, ${changedRecord('name', sql`line`)} as name
    from (select * from changes line where ${where} order by ${order} limit ${limit} offset ${skip}) line
    left join users actor on actor.id = line.actor
    order by ${order}`)
  const counted = await db.execute<{ total: string }>(
    sql`select count(*) as total from changes line where ${where}`,
  )
  const names = await readNames(db, rows)
  return {
    items: rows.map((row) => ({
      ...row,
      at: new Date(row.at).toISOString(),
      number: row.number === null ? null : Number(row.number),
      names: Object.fromEntries(idsIn(row).flatMap((id) => (names.has(id) ? [[id, names.get(id)!]] : []))),
    })),
    total: Number(counted.rows[0]?.total ?? 0),
  }
}

/** The fields of records that refer to others which have a name. */
const references = ['owner', 'product', 'delivery', 'affiliate', 'package'] as const

const idsIn = ({ before, after }: Pick<Change, 'before' | 'after'>): string[] =>
  references.flatMap((field) =>
    [before?.[field], after?.[field]].filter((id): id is string => typeof id === 'string'),
  )

const readNames = async (db: Executor, rows: readonly Row[]): Promise<Map<string, string>> => {
  const ids = sql.param([...new Set(rows.flatMap(idsIn))])
  const { rows: found } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from users where id = any(${ids}::uuid[])
    union all select id, name from products where id = any(${ids}::uuid[])
    union all select id, name from affiliates where id = any(${ids}::uuid[])
    union all select id, name from packages where id = any(${ids}::uuid[])`)
  return new Map(found.map(({ id, name }) => [id, name]))
}
