import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { ListQuery } from '../../../domain/lib/list-query.ts'
import { readKeyword } from '../../search/keyword-condition.ts'
import type { Executor } from './executor.ts'
import type { ListSource } from './list-source.ts'
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
  const result = await db.execute<{ total: string; ids: string[] }>(sql`
    select
      (${countedSql(source, actor, query)}) as total,
      array(${listedSql(source, actor, query)} limit ${query.limit} offset ${query.skip})::text[] as ids`)
  const [row] = result.rows
  return { ids: row?.ids ?? [], total: Number(row?.total ?? 0) }
}

/** How many records a list has. */
export const countedSql = (source: ListSource, actor: Actor, query: ListQuery): SQL => {
  const join = joinOf(source, Object.keys(query.filters)) ?? sql.empty()
  return sql`select count(*) as count from ${source.table} ${join} where ${whereSql(source, actor, query)}`
}

/** The ids of a list, in its order. */
export const listedSql = (source: ListSource, actor: Actor, query: ListQuery): SQL => {
  const { table } = source
  const join = joinOf(source, [...Object.keys(query.filters), query.sort.key]) ?? sql.empty()
  return sql`select ${table.id} from ${table} ${join} where ${whereSql(source, actor, query)}
    order by ${orderSql(source, query)}`
}

/** A stable order: the id settles ties in the direction of the sort, as the indexes have it. */
const orderSql = ({ sorts, table }: ListSource, { sort, keyword }: ListQuery): SQL => {
  const direction = sort.descending ? sql`desc` : sql`asc`
  const order = sql`${sorts[sort.key]!} ${direction}, ${table.id} ${direction}`
  const number = keyword === null ? null : readKeyword(keyword).number
  return number === null ? order : sql`(${table.number} = ${number}) desc, ${order}`
}
