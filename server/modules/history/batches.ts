import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { auditVerbs, type LineKind, verbsOfKind } from '../../../domain/changes/audit-verbs.ts'
import { batchList, type Change, type ChangeBatch, namedInBatch } from '../../../domain/changes/changes.ts'
import type { ParsedFilter } from '../../../domain/lib/filter.ts'
import { type ListQuery, parseListQuery } from '../../../domain/lib/list-query.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { changedRecord, isLeading, recordsNumbered } from '../../crud/changed-record.ts'
import type { Executor } from '../../db/drizzle.ts'
import { actorReach, changeReach, readsEveryRecord } from '../../resources/change-reach.ts'
import { readKeyword } from '../../search/keyword-condition.ts'
import { type LinesPage, listLines } from './lines.ts'
import { doneBy, shownBatchVerb } from './shown-verb.ts'

type Row = Omit<ChangeBatch, 'at' | 'undone' | 'records'> & { at: string; undone: string; records: string }

/** A page of batches within the actor's scope, with the total. Counts and names only records currently in scope. */
export const listBatches = async (
  db: Executor,
  actor: Actor,
  parameters: Record<string, unknown>,
): Promise<{ items: ChangeBatch[]; total: number }> => {
  const query = accepted(parseListQuery(batchList, parameters))
  const where = sql.join(conditionsOf(actor, query), sql` and `)
  const isReached = changeReach(actor, sql`line`)
  const direction = query.sort.descending ? sql`desc nulls last` : sql`asc nulls first`
  const page = await db.execute<Row>(sql`
    select batch.id, batch.at, batch.actor, actor.name as "actorName", ${doneBy(sql`batch`)} as by, ${shownBatchVerb(sql`batch`)} as verb, batch.resource, batch.country,
      ${recordsSql(actor)} as records, batch.undoes,
      (select count(*) from changes line join changes later on later.undoes = line.id
        where line.batch_id = batch.id and ${isReached}) as undone,
      array(${namedSql(isReached)}) as named
    from (
      select * from change_batches batch where ${where}
      order by batch.at ${direction}, batch.id ${direction} limit ${query.limit} offset ${query.skip}
    ) batch
    left join users actor on actor.id = batch.actor
    order by batch.at ${direction}, batch.id ${direction}`)
  const counted = await db.execute<{ total: string }>(
    readsEveryRecord(actor) && isTallied(query)
      ? sql`select coalesce(sum(batch.count), 0) as total from batch_tallies batch where ${where}`
      : sql`select count(*) as total from change_batches batch where ${where}`,
  )
  return { items: page.rows.map(toBatch), total: Number(counted.rows[0]?.total ?? 0) }
}

/** Whether tallies can count: all conditions are on their columns. */
const isTallied = ({ filters, from, to, ids, keyword }: ListQuery): boolean =>
  ['isInEffect', 'key', 'source'].every((name) => filters[name] === undefined) &&
  [from, to, ids, keyword].every((each) => each === null)

/** The first records of a batch by display name. */
const namedSql = (isReached: SQL): SQL => sql`
  select json_build_object('id', line.record_id, 'number', coalesce(${changedRecord('number', sql`line`)}, 0),
    'name', ${changedRecord('name', sql`line`)})
  from changes line where line.batch_id = batch.id and ${isReached}
  order by line.id limit ${sql.raw(String(namedInBatch))}`

const toBatch = ({ at, undone, records, ...row }: Row): ChangeBatch => ({
  ...row,
  records: Number(records),
  at: new Date(at).toISOString(),
  undone: Number(undone),
})

const conditionsOf = (actor: Actor, { filters, from, to, ids, keyword }: ListQuery): SQL[] => [
  actorReach(actor, 'change.list', sql`batch`),
  ...(readsEveryRecord(actor) ? [] : [hasLineSql(changeReach(actor, sql`line`))]),
  ...Object.entries(filters).map(([name, filter]) => filterSql(name, filter)),
  // Logins and files only where they are asked for.
  ...(filters.kind === undefined && filters.verb === undefined ? [kindsSql(['change'])] : []),
  ...(from === null ? [] : [sql`batch.at >= ${from}::timestamptz`]),
  ...(to === null ? [] : [sql`batch.at < ${to}::timestamptz`]),
  ...(ids === null ? [] : [sql`batch.id = any(${sql.param(ids)}::uuid[])`]),
  ...(keyword === null ? [] : [keywordSql(actor, keyword)]),
]

const hasLineSql = (isReached: SQL): SQL =>
  sql`exists (select 1 from changes line where line.batch_id = batch.id and ${isReached})`

const recordsSql = (actor: Actor): SQL =>
  readsEveryRecord(actor)
    ? sql`batch.records`
    : sql`(select count(*) from changes line
        where line.batch_id = batch.id and ${changeReach(actor, sql`line`)})`

const numberReach = (actor: Actor): SQL =>
  readsEveryRecord(actor) ? sql`true` : changeReach(actor, sql`line`)

/** Batches of several countries, or none, match every country. */
const filterSql = (name: string, filter: ParsedFilter): SQL => {
  if (filter.kind === 'flag') return filter.value ? isInEffectSql : sql`not ${isInEffectSql}`
  if (name === 'kind' && filter.kind === 'choice') return kindsSql(filter.values as LineKind[])
  const column = sql`batch.${sql.identifier(name)}`
  if (filter.kind === 'choice') {
    const isOneOf = sql`${column} = any(${sql.param(filter.values)}::text[])`
    return name === 'country' ? sql`(${isOneOf} or ${column} is null)` : isOneOf
  }
  if (filter.kind === 'reference') {
    const isOneOf = sql`${column} = any(${sql.param(filter.ids)}::uuid[])`
    return filter.orNone ? sql`(${isOneOf} or ${column} is null)` : isOneOf
  }
  throw new Error(`batches are not filtered by a ${filter.kind}`)
}

const kindsSql = (kinds: readonly LineKind[]): SQL => {
  const isAny = (verbs: readonly string[]) => sql`batch.verb = any(${sql.param([...verbs])}::text[])`
  const conditions = kinds.map((kind) =>
    kind === 'change' ? sql`not ${isAny(auditVerbs)}` : isAny(verbsOfKind[kind]),
  )
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** At least one record is not undone, and the batch results from an even number of undos. */
const isInEffectSql = sql`(
  exists (
    select 1 from changes line
    where line.batch_id = batch.id and ${isLeading(sql`line`)}
      and not exists (select 1 from changes later where later.undoes = line.id))
  and (
    with recursive undone(id) as (
      select batch.undoes where batch.undoes is not null
      union all
      select earlier.undoes from undone join change_batches earlier on earlier.id = undone.id
        where earlier.undoes is not null)
    select count(*) % 2 = 0 from undone))`

/** Numbers match records; words match the author's name. */
const keywordSql = (actor: Actor, text: string): SQL => {
  const { number, words } = readKeyword(text)
  const byNumber =
    number === null
      ? []
      : [
          sql`batch.id in (select line.batch_id from changes line
            where line.record_id in (${recordsNumbered(number)}) and ${numberReach(actor)})`,
        ]
  const byName = words.map(
    (word) => sql`exists (select 1 from search_entries entry
      where entry.resource = 'users' and entry.record_id = batch.actor and entry.text like ${`%${word}%`})`,
  )
  if (byNumber.length > 0) return byNumber[0]!
  return byName.length === 0 ? sql`false` : sql`(${sql.join(byName, sql` and `)})`
}

/** Changes of a batch in written order, as far as currently in the actor's scope. */
export const listBatch = async (
  db: Executor,
  actor: Actor,
  batchId: string,
  page: LinesPage,
): Promise<{ items: Change[]; total: number }> => {
  const where = sql`line.batch_id = ${batchId} and ${changeReach(actor, sql`line`)}`
  const lines = await listLines(db, actor, where, sql`line.id`, page)
  if (lines.total === 0) throw new Refused('NOT_FOUND')
  return lines
}
