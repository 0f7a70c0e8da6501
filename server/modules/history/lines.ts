import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { auditVerbs } from '../../../domain/changes/audit-verbs.ts'
import type { Change } from '../../../domain/changes/changes.ts'
import { type ResourceName, references, resources } from '../../../domain/resources.ts'
import { restoreTexts } from '../../crud/change-texts.ts'
import { changedRecord } from '../../crud/changed-record.ts'
import { scopeSql } from '../../crud/list-source.ts'
import type { Executor } from '../../db/drizzle.ts'
import { serverResources } from '../../resources/registry.ts'
import { doneBy, shownVerb } from './shown-verb.ts'

type Row = Omit<Change, 'at' | 'number' | 'names'> & { at: string; number: string | null; total: string }

export type LinesPage = { limit: number; skip: number }

/** History lines (`line`) with display names of records and references. */
export const listLines = async (
  db: Executor,
  actor: Actor,
  where: SQL,
  order: SQL,
  { limit, skip }: LinesPage,
): Promise<{ items: Change[]; total: number }> => {
  const { rows } = await db.execute<Row>(sql`
    select line.id, line.batch_id as "batchId", line.at, line.actor, actor.name as "actorName", ${doneBy(sql`batch`)} as by, ${shownVerb(sql`line`)} as verb,
      line.resource, line.record_id as "recordId", line.before, line.after, line.undoes,
      exists (select 1 from changes later where later.undoes = line.id) as "isUndone",
      ${changedRecord('number', sql`line`)} as number, ${changedRecord('name', sql`line`)} as name
    from (select * from changes line where ${where} order by ${order} limit ${limit} offset ${skip}) line
    left join users actor on actor.id = line.actor
    left join change_batches batch on batch.id = line.batch_id
    order by ${order}`)
  const counted = await db.execute<{ total: string }>(
    sql`select count(*) as total from changes line where ${where}`,
  )
  const lines = await restoreTexts(db, rows)
  const names = await readNames(db, actor, lines)
  return {
    items: lines.map((row) => ({
      ...row,
      at: new Date(row.at).toISOString(),
      number: row.number === null ? null : Number(row.number),
      names: names(row),
    })),
    total: Number(counted.rows[0]?.total ?? 0),
  }
}

/** A record's history, newest first, without logins and files of a user, which would hide their changes. */
export const listHistory = (
  db: Executor,
  actor: Actor,
  recordId: string,
  page: LinesPage,
): Promise<{ items: Change[]; total: number }> =>
  listLines(
    db,
    actor,
    sql`line.record_id = ${recordId} and line.verb <> all(${sql.param([...auditVerbs])}::text[])`,
    sql`line.at desc, line.id desc`,
    page,
  )

type Values = Pick<Change, 'before' | 'after'>

/** Reference fields of records, and who received cash. */
const named: Readonly<Record<string, ResourceName>> = { ...references, receivedBy: 'users' }

const fields = Object.keys(named)

/** Display names of referred records visible to the actor, by id. Owners' names are visible with their record. */
const readNames = async (
  db: Executor,
  actor: Actor,
  lines: readonly Values[],
): Promise<(line: Values) => Record<string, string>> => {
  const owners = idsOf(lines, ['owner'])
  const ids = idsOf(lines, fields)
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql.join(
      [...new Set(Object.values(named))].map((resource) => {
        const { table } = serverResources[resource].source
        return sql`select id, name from ${table}
          where id = any(${sql.param(ids)}::uuid[]) and ${isNameable(resource, actor, owners)}`
      }),
      sql` union all `,
    ),
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (line) =>
    Object.fromEntries(
      idsOf([line], fields).flatMap((id) => {
        const name = names.get(id)
        return name === undefined ? [] : [[id, name]]
      }),
    )
}

const isNameable = (resource: ResourceName, actor: Actor, owners: readonly string[]): SQL => {
  const { source } = serverResources[resource]
  const isViewed = scopeSql(source, actor, resources[resource].verbs.view)
  return resource === 'users'
    ? sql`(${isViewed} or id = ${actor.id} or id = any(${sql.param(owners)}::uuid[])
        or role = 'delivery' and ${scopeSql(source, actor, 'delivery-guy.list')})`
    : isViewed
}

const idsOf = (lines: readonly Values[], names: readonly string[]): string[] => [
  ...new Set(
    lines.flatMap(({ before, after }) =>
      names
        .flatMap((name) => [before?.[name], after?.[name]])
        .filter((id): id is string => typeof id === 'string'),
    ),
  ),
]
