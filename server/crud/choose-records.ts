import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { scopeOf } from '../../domain/access/permissions.ts'
import type { ListQuery } from '../../domain/lib/list-query.ts'
import { executeSteady } from '../db/steady-statement.ts'
import { readKeyword } from '../search/keyword-condition.ts'
import type { Executor } from './executor.ts'
import type { ListSource } from './list-source.ts'
import { type DeepPage, deepPage, talliedSql, tallyCountSql } from './tallied.ts'
import { joinOf, whereSql } from './where-sql.ts'

/**
 * The ids of one page and the whole count, in one statement, so that both tell of the same instant. Only ids are
 * sorted and skipped: the rows themselves are read afterwards, for the page alone.
 */
export const chooseRecords = async (
  db: Executor,
  source: ListSource,
  actor: Actor,
  query: ListQuery,
): Promise<{ ids: string[]; total: number }> => {
  const tallied = talliedSql(source, actor, query)
  const deep = deepPage(source, tallied, query)
  const isSteady = tallied !== null && isPlannedAlike(source, actor, query)
  const statement = sql`
    ${deep === null ? sql.empty() : sql`with ${deep.placeSql}`}
    select
      (${countedSql(source, actor, query)}) as total,
      array_to_string(array(${listedSql(source, actor, query, deep?.withinSql)}
        limit ${isSteady ? sql.raw(String(query.limit)) : query.limit} ${offsetSql(deep, query)}), ',') as ids`
  const [row] = await (isSteady
    ? executeSteady<Row>(db, statement)
    : db.execute<Row>(statement).then(({ rows }) => rows))
  return { ids: row?.ids ? row.ids.split(',') : [], total: Number(row?.total ?? 0) }
}

/** The ids one after the other in one text: made and read in a fraction of what an array takes. */
type Row = { total: string; ids: string }

const offsetSql = (deep: DeepPage | null, { skip }: ListQuery): SQL => {
  if (deep !== null) return sql`offset ${deep.restSql}`
  return skip === 0 ? sql.empty() : sql`offset ${skip}`
}

/** The first pages that everybody opens: whichever country or status it is, an index gives them in their order. */
const isPlannedAlike = (source: ListSource, actor: Actor, { skip, sort, filters }: ListQuery): boolean => {
  const scope = scopeOf(actor.role, source.verb)
  if (skip > 0 || sort.key !== 'createdAt' || (scope !== 'all' && scope !== 'country')) return false
  const { country, status, ...others } = filters
  const isOfOneCountry = scope === 'country' || country !== undefined
  return (
    Object.keys(others).length === 0 &&
    (status === undefined || isOfOneCountry) &&
    [country, status].every((filter) => filter?.kind !== 'choice' || filter.values.length === 1)
  )
}

/** How many records a list has: by the tallies that are kept of them, else one by one. */
export const countedSql = (source: ListSource, actor: Actor, query: ListQuery): SQL => {
  const tallied = talliedSql(source, actor, query)
  if (tallied !== null) return tallyCountSql(tallied)
  const join = joinOf(source, Object.keys(query.filters)) ?? sql.empty()
  return sql`select count(*) as count from ${source.table} ${join} where ${whereSql(source, actor, query)}`
}

/** The ids of a list, in its order; `within` narrows it further. */
export const listedSql = (
  source: ListSource,
  actor: Actor,
  query: ListQuery,
  within: SQL = sql`true`,
): SQL => {
  const { table } = source
  const join = joinOf(source, [...Object.keys(query.filters), query.sort.key]) ?? sql.empty()
  return sql`select ${table.id} from ${table} ${join} where ${whereSql(source, actor, query)} and ${within}
    order by ${orderSql(source, query)}`
}

/** A stable order: the id settles ties in the direction of the sort, as the indexes have it. */
const orderSql = ({ sorts, table }: ListSource, { sort, keyword }: ListQuery): SQL => {
  const direction = sort.descending ? sql`desc` : sql`asc`
  const order = sql`${sorts[sort.key]!} ${direction}, ${table.id} ${direction}`
  const number = keyword === null ? null : readKeyword(keyword).number
  return number === null ? order : sql`(${table.number} = ${number}) desc, ${order}`
}
