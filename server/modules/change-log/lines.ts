import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Change } from '../../../domain/changes/changes.ts'
import { changedRecord } from '../../crud/changed-record.ts'
import type { Executor } from '../../db/executor.ts'
import { readNames } from './read-names.ts'

type Row = Omit<Change, 'at' | 'number' | 'names'> & { at: string; number: string | null; total: string }

export type LinesPage = { limit: number; skip: number }

/** Lines of the history (as `line`), with what their records and those that their fields refer to are called. */
export const listLines = async (
  db: Executor,
  actor: Actor,
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
  const names = await readNames(db, actor, rows)
  return {
    items: rows.map((row) => ({
      ...row,
      at: new Date(row.at).toISOString(),
      number: row.number === null ? null : Number(row.number),
      names: names(row),
    })),
    total: Number(counted.rows[0]?.total ?? 0),
  }
}

/** A record's history, newest first. */
export const listHistory = (
  db: Executor,
  actor: Actor,
  recordId: string,
  page: LinesPage,
): Promise<{ items: Change[]; total: number }> =>
  listLines(db, actor, sql`line.record_id = ${recordId}`, sql`line.at desc, line.id desc`, page)
