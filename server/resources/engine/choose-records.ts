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
  const { table } = source
  const filters = Object.keys(query.filters)
  const where = whereSql(source, actor, query)
  const result = await db.execute<{ total: string; ids: string[] }>(sql`
    select
      (select count(*) from ${table} ${joinOf(source, filters) ?? sql.empty()} where ${where}) as total,
      array(select ${table.id} from ${table} ${joinOf(source, [...filters, query.sort.key]) ?? sql.empty()} where ${where}
        order by ${orderSql(source, query)} limit ${query.limit} offset ${query.skip})::text[] as ids`)
  const [row] = result.rows
  return { ids: row?.ids ?? [], total: Number(row?.total ?? 0) }
}

/** A stable order: the id settles ties in the direction of the sort, as the indexes have it. */
const orderSql = ({ sorts, table }: ListSource, { sort, keyword }: ListQuery): SQL => {
  const direction = sort.descending ? sql`desc` : sql`asc`
  const order = sql`${sorts[sort.key]!} ${direction}, ${table.id} ${direction}`
  const number = keyword === null ? null : readKeyword(keyword).number
  return number === null ? order : sql`(${table.number} = ${number}) desc, ${order}`
}
