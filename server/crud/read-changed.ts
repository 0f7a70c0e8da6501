import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { isDate, isId } from '../../domain/lib/field.ts'
import { type ListQuery, parseListQuery } from '../../domain/lib/list-query.ts'
import { accepted, Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor } from '../db/drizzle.ts'
import { limitRead } from '../db/json-select.ts'
import { joinOf, type ListSource, scopeSql, whereSql } from './list-source.ts'
import type { ReadRecords } from './read-records.ts'

/**
 * Where a reader is in the order of commits: behind this row of this transaction. `after`: instant of the first call, until all
 * that had changed by then is read. `epoch`: of the database, whose transactions another one does not continue.
 */
type Cursor = { epoch: string | null; transaction: string; id: string; after: string | null }

const first = '00000000-0000-0000-0000-000000000000'
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Whether a list call asks for what has changed. */
export const asksForChanges = ({ updatedAfter, cursor }: Record<string, unknown>): boolean =>
  updatedAfter !== undefined || cursor !== undefined

/**
 * Answer of `GET {resource}?updatedAfter=` or `?cursor=`: records in the order in which their transactions began, as far as all
 * earlier ones have ended. Thus a cursor never passes a change that is not committed yet, whatever clock has dated it. Ids of
 * deleted records are in `deleted`. @throws Refused `CURSOR_GONE`, `READ_TOO_SLOW`
 */
export const listChangedRecords = async <Item>(
  context: ServerContext,
  source: ListSource,
  readRecords: ReadRecords<Item>,
  actor: Actor,
  { updatedAfter, cursor, ...parameters }: Record<string, unknown>,
): Promise<string> => {
  const forbidden = whyNot(actor, source.verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const from = cursor === undefined ? startAt(updatedAfter) : readCursor(cursor)
  if (cursor !== undefined && updatedAfter !== undefined) throw problem('updatedAfter', 'UNKNOWN_PARAMETER')
  for (const name of ['sort', 'skip', 'keyword', 'ids'])
    if (Object.hasOwn(parameters, name)) throw problem(name, 'UNKNOWN_PARAMETER')
  const query = accepted(parseListQuery(source.definition, parameters))
  return limitRead(context, (tx) => readPage(tx, source, readRecords, actor, { query, from }))
}

const startAt = (updatedAfter: unknown): Cursor => {
  if (typeof updatedAfter !== 'string' || !isDate(updatedAfter)) throw problem('updatedAfter', 'NOT_A_DATE')
  return { epoch: null, transaction: '0', id: first, after: new Date(updatedAfter).toISOString() }
}

type Row = { id: string; changedIn: string; isDeleted: boolean }
type Horizon = { epoch: string; horizon: string }

const readPage = async <Item>(
  db: Executor,
  source: ListSource,
  readRecords: ReadRecords<Item>,
  actor: Actor,
  { query, from }: { query: ListQuery; from: Cursor },
): Promise<string> => {
  const { rows } = await db.execute<Partial<Row> & Horizon>(changedSql(source, actor, { query, from }))
  const { epoch, horizon } = rows[0]!
  if (from.epoch !== null && from.epoch !== epoch) throw new Refused('CURSOR_GONE')
  const found = rows.flatMap(({ id, changedIn, isDeleted }): Row[] =>
    id == null ? [] : [{ id, changedIn: changedIn!, isDeleted: isDeleted! }],
  )
  const page = found.slice(0, query.limit)
  const hasMore = found.length > query.limit
  const end = page.at(-1)
  const next: Cursor =
    hasMore && end !== undefined
      ? { epoch, transaction: end.changedIn, id: end.id, after: from.after }
      : { epoch, transaction: String(BigInt(horizon) - 1n), id: last, after: null }
  const ids = [...new Set(page.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id))]
  const deleted = [...new Set(page.filter(({ isDeleted }) => isDeleted).map(({ id }) => id))]
  const byId = new Map((await readRecords.texts(db, ids)).map(({ id, text }) => [id, text]))
  const items = ids.flatMap((id) => byId.get(id) ?? [])
  return `{"items":[${items.join(',')}],"total":${items.length},"deleted":${JSON.stringify(deleted)},"cursor":${JSON.stringify(writeCursor(next))},"hasMore":${hasMore}}`
}

type Asked = { query: ListQuery; from: Cursor }

/**
 * All transactions of this database before it have ended in this snapshot. Those of other databases of the cluster do not count, if
 * they are known to be theirs by the lock on their own id.
 */
const horizonSql = sql`
  select coalesce(
    (select min(running.id) from pg_snapshot_xip(present.snapshot) as running (id) where not exists (
      select 1 from pg_locks held join pg_stat_activity session on session.pid = held.pid
      where held.locktype = 'transactionid' and held.granted and held.transactionid = running.id::xid
        and session.datname <> current_database())),
    pg_snapshot_xmax(present.snapshot)) as xmin
  from (select pg_current_snapshot() as snapshot) present`

/** Ids in order, with the horizon of the same snapshot, in a row without an id if there are none. */
const changedSql = (source: ListSource, actor: Actor, asked: Asked): SQL => {
  const { table, follows = [] } = source
  const own = branchSql(source, actor, asked, { moved: sql`${table}`, from: sql`${table}` })
  const others = follows.map(({ table: name, on }) =>
    branchSql(source, actor, asked, {
      moved: sql`moved`,
      from: sql`${sql.identifier(name)} moved join ${table} on ${on}`,
    }),
  )
  return sql`
    with horizon as materialized (
      select found.xmin, (select id from reading_epoch) as epoch from (${horizonSql}) found
    ), changed as (
      select * from (${sql.join(
        [own, ...others].map((branch) => sql`(${branch})`),
        sql` union `,
      )}) found
      order by changed_in, id limit ${asked.query.limit + 1}
    )
    select changed.id, changed.changed_in::text as "changedIn", changed.is_deleted as "isDeleted",
      horizon.xmin::text as horizon, horizon.epoch
    from horizon left join changed on true order by changed.changed_in, changed.id`
}

/** `moved`: the table whose rows have changed, the list's own or one that its records show. */
const branchSql = (
  source: ListSource,
  actor: Actor,
  { query, from: cursor }: Asked,
  { moved, from }: { moved: SQL; from: SQL },
): SQL => {
  const { table } = source
  const join = joinOf(source, Object.keys(query.filters))
  const listed = whereSql(source, actor, query)
  const isListed =
    join === null ? listed : sql`${table.id} in (select ${table.id} from ${table} ${join} where ${listed})`
  const isGone = sql`(${table.deletedAt} is not null and ${scopeSql(source, actor, source.verb)})`
  const after = cursor.after === null ? sql`true` : sql`${moved}.updated_at > ${cursor.after}::timestamptz`
  return sql`
    select ${table.id} as id, ${moved}.changed_in as changed_in, ${table.deletedAt} is not null as is_deleted
    from ${from}
    where ${moved}.changed_in < (select xmin from horizon) and ${moved}.changed_in >= ${cursor.transaction}::xid8
      and (${moved}.changed_in, ${table.id}) > (${cursor.transaction}::xid8, ${cursor.id}::uuid)
      and ${after} and ((${isListed}) or ${isGone})
    order by changed_in, ${table.id} limit ${query.limit + 1}`
}

const writeCursor = ({ epoch, transaction, id, after }: Cursor): string =>
  Buffer.from(JSON.stringify([epoch, transaction, id, after])).toString('base64url')

const readCursor = (written: unknown): Cursor => {
  const parts = typeof written === 'string' && /^[\w-]{1,400}$/.test(written) ? partsOf(written) : []
  const [epoch, transaction, id, after] = parts
  const isWhole =
    isId(epoch) &&
    isId(id) &&
    typeof transaction === 'string' &&
    /^\d{1,20}$/.test(transaction) &&
    (after === null || (typeof after === 'string' && isDate(after)))
  if (!isWhole) throw problem('cursor', 'CURSOR_INVALID')
  return { epoch, transaction, id, after }
}

const partsOf = (written: string): unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(written, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

const problem = (path: string, code: 'NOT_A_DATE' | 'CURSOR_INVALID' | 'UNKNOWN_PARAMETER') =>
  new Refused('VALIDATION_FAILED', { errors: [{ path, code }] })
