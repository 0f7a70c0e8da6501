import { type SQL, sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import { type Actor, actorScope } from '../../domain/access/actor.ts'
import type { ParsedWhere } from '../../domain/lib/filter.ts'
import type { ListQuery } from '../../domain/lib/list-query.ts'
import type { Executor } from '../db/drizzle.ts'
import { everyDay, tallies } from '../db/schema/tallies.ts'
import { filterSql, type ListSource, scopeSql } from './list-source.ts'

/**
 * Merges rows of `tallies` and `batch_tallies` with equal keys. Safe on several instances: each inserts the sum of the rows it
 * deleted. PostgreSQL hashes `coalesce(…) =`, but not `is not distinct from`: a million batches would be compared in pairs.
 */
export const gatherTallies = async (db: Executor): Promise<void> => {
  await db.execute(sql`
    with crowded as (
      select resource, day, country, status, owner from tallies
      group by resource, day, country, status, owner having count(*) > 1
    ), taken as (
      delete from tallies using crowded
      where (tallies.resource, tallies.day, tallies.country, tallies.status, tallies.owner)
        = (crowded.resource, crowded.day, crowded.country, crowded.status, crowded.owner)
      returning tallies.*
    )
    insert into tallies (resource, day, country, status, owner, count)
    select resource, day, country, status, owner, sum(count) from taken
    group by resource, day, country, status, owner having sum(count) <> 0`)
  await db.execute(sql`
    with crowded as (
      select resource, verb, country, actor from batch_tallies
      group by resource, verb, country, actor having count(*) > 1
    ), taken as (
      delete from batch_tallies counted using crowded
      where counted.resource = crowded.resource and counted.verb = crowded.verb
        and coalesce(counted.country, '') = coalesce(crowded.country, '')
        and coalesce(counted.actor, ${NIL}::uuid) = coalesce(crowded.actor, ${NIL}::uuid)
      returning counted.*
    )
    insert into batch_tallies (resource, verb, country, actor, count)
    select resource, verb, country, actor, sum(count) from taken
    group by resource, verb, country, actor having sum(count) <> 0`)
}

const columns = { country: tallies.country, status: tallies.status, owner: tallies.owner }
const isTalliedBy = (name: string): name is keyof typeof columns => Object.hasOwn(columns, name)

/**
 * Tally rows that count a list, all days; null if tallies cannot: keyword, ids, time span, or filters besides country, status
 * and owner.
 */
export const talliedSql = (source: ListSource, actor: Actor, where: ParsedWhere): SQL | null => {
  const { keyword, ids, from, to, except = [], filters } = where
  const names = Object.keys(filters)
  const isNarrowed = [keyword, ids, from, to].some((each) => each !== null) || except.length > 0
  if (!source.isTallied || isNarrowed || !names.every(isTalliedBy)) return null
  if (actorScope(actor, source.verb) === 'assigned') return null
  const conditions = [
    sql`${tallies.resource} = ${source.resource}`,
    scopeSql({ table: tallies, owner: tallies.owner, delivery: null }, actor, source.verb),
    ...names.filter(isTalliedBy).map((name) => filterSql(columns[name], filters[name]!)),
  ]
  return sql`${tallies} where ${sql.join(conditions, sql` and `)}`
}

/** Count of a list from its tallies. */
export const tallyCountSql = (tallied: SQL): SQL =>
  sql`select coalesce(sum(${tallies.count}), 0) as count from ${tallied} and ${tallies.day} = ${everyDay}`

/** Position of a page: its creation days, and how many records precede the first of them. */
export type DeepPage = { placeSql: SQL; withinSql: SQL; restSql: SQL }

/** Below this, skipping is cheaper. */
export const deepFrom = 2_000

/**
 * For a page far down a list sorted by creation: finds its days from the counts of preceding days, so that only records of the
 * first day are skipped. Null if the page is near, or the list is filtered or sorted otherwise.
 */
export const deepPage = (source: ListSource, tallied: SQL | null, query: ListQuery): DeepPage | null => {
  const { skip, limit, sort, keyword } = query
  if (tallied === null || keyword !== null || skip < deepFrom || sort.key !== 'createdAt') return null
  const newest = { direction: 'desc', first: 'max', end: 'min', from: 'last_day', to: 'first_day' } as const
  const oldest = { direction: 'asc', first: 'min', end: 'max', from: 'first_day', to: 'last_day' } as const
  const { direction, first, end, from, to } = sort.descending ? newest : oldest
  const { createdAt } = source.table
  return {
    placeSql: sql`
      days as (
        select day, sum(${tallies.count}) as held from ${tallied} and ${tallies.day} > ${everyDay} group by day
      ), reached as (
        select day, held, sum(held) over (order by day ${sql.raw(direction)}) as upto from days
      ), place as (
        select ${sql.raw(first)}(day) filter (where upto > ${skip}) as first_day,
          min(upto - held) filter (where upto > ${skip}) as before,
          coalesce(${sql.raw(first)}(day) filter (where upto >= ${skip + limit}), ${sql.raw(end)}(day)) as last_day
        from reached
      )`,
    // Both bounds, so that the planner expects few rows. Past the end there is no first day.
    withinSql: sql`${createdAt} >= (select ${sql.raw(from)}::timestamp at time zone 'UTC' from place)
      and ${createdAt} < (select (${sql.raw(to)} + 1)::timestamp at time zone 'UTC' from place)`,
    restSql: sql`(select (${skip}::bigint - before)::bigint from place)`,
  }
}
