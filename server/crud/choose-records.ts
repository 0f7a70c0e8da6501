import { is, type SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { type Actor, actorScope } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { largestIdCount } from '../../domain/changes/changes.ts'
import type { Code, FieldProblem } from '../../domain/core/codes.ts'
import { isId } from '../../domain/lib/field.ts'
import { type ParsedWhere, parseWhere } from '../../domain/lib/filter.ts'
import type { ListQuery } from '../../domain/lib/list-query.ts'
import { accept, type Result, refuse } from '../../domain/lib/result.ts'
import { Refused } from '../core/errors.ts'
import { alphabetical, isWritten } from '../db/alphabetical.ts'
import { isOneOf } from '../db/columns.ts'
import type { Executor } from '../db/drizzle.ts'
import { executeSteady } from '../db/prepared-select.ts'
import { hasKey, type Keyword, readKeyword, searchKeysOf } from '../search/keyword-condition.ts'
import { type DeepPage, deepPage, talliedSql, tallyCountSql } from './list-counts.ts'
import { joinOf, type ListSource, scopeSql, whereSql } from './list-source.ts'

/**
 * Ids of one page and the total count, in one statement and snapshot. Only ids are sorted and skipped; rows are read
 * afterwards.
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

/** Comma-joined ids: much faster than an array. */
type Row = { total: string; ids: string }

const offsetSql = (deep: DeepPage | null, { skip }: ListQuery): SQL => {
  if (deep !== null) return sql`offset ${deep.restSql}`
  return skip === 0 ? sql.empty() : sql`offset ${skip}`
}

/** Common first pages that an index returns in order for any country or status, so that one plan fits. */
const isPlannedAlike = (source: ListSource, actor: Actor, { skip, sort, filters }: ListQuery): boolean => {
  const scope = actorScope(actor, source.verb)
  if (skip > 0 || sort.key !== 'createdAt' || (scope !== 'all' && scope !== 'country')) return false
  const { country, status, ...others } = filters
  const isOfOneCountry = scope === 'country' || country !== undefined
  return (
    Object.keys(others).length === 0 &&
    (status === undefined || isOfOneCountry) &&
    [country, status].every((filter) => filter?.kind !== 'choice' || filter.values.length === 1)
  )
}

/** Count of a list: from tallies if possible. */
export const countedSql = (source: ListSource, actor: Actor, query: ListQuery): SQL => {
  const tallied = talliedSql(source, actor, query)
  if (tallied !== null) return tallyCountSql(tallied)
  const join = joinOf(source, Object.keys(query.filters)) ?? sql.empty()
  return sql`select count(*) as count from ${source.table} ${join} where ${whereSql(source, actor, query)}`
}

/** Ids of a list in order; `within`: further condition. */
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

/** Stable order: ties by id in sort direction, as in the indexes. */
const orderSql = (source: ListSource, { sort, keyword }: ListQuery): SQL => {
  const { sorts, table } = source
  const direction = sort.descending ? sql`desc` : sql`asc`
  const column = sorts[sort.key]!
  // Nulls last in both directions; PostgreSQL's default is first when descending.
  const nulls = sort.descending && is(column, PgColumn) && !column.notNull ? sql` nulls last` : sql.empty()
  const sorted = isWritten(column) ? alphabetical(column) : column
  const order = sql`${sorted} ${direction}${nulls}, ${table.id} ${direction}`
  if (keyword === null) return order
  const read = readKeyword(keyword)
  const numbered = read.number === null ? sql.empty() : sql`(${table.number} = ${read.number}) desc,`
  return sql`${numbered} ${namedFirst(source, sort, read)} ${order}`
}

/** By default, records identified by the keyword come before others: lookups show the first few. */
const namedFirst = (
  { resource, definition, table }: ListSource,
  { key, descending }: ListQuery['sort'],
  keyword: Keyword,
): SQL => {
  const keys = searchKeysOf(keyword)
  if (key !== definition.sorts[0] || !descending || keys.length === 0) return sql.empty()
  return sql`(${table.id} in (select entry.record_id from search_entries entry
    where entry.resource = ${resource} and ${hasKey('entry', keys)})) desc,`
}

/** The target of a bulk call. */
export type ParsedTarget = { ids: string[] } | { where: ParsedWhere; except: string[] }

/** Parses `{ids}` or `{where, except?}`. */
export const parseTarget = (source: ListSource, body: Record<string, unknown>): Result<ParsedTarget> => {
  const { ids, where, except } = body
  if ((ids === undefined) === (where === undefined)) {
    return refuse('VALIDATION_FAILED', [
      { path: ids === undefined ? 'ids' : 'where', code: ids === undefined ? 'REQUIRED' : 'UNKNOWN_FIELD' },
    ])
  }
  if (ids !== undefined) {
    if (except !== undefined) return refuse('VALIDATION_FAILED', [{ path: 'except', code: 'UNKNOWN_FIELD' }])
    const read = readIds('ids', ids)
    if (!read.ok) return read
    return read.value.length === 0
      ? refuse('VALIDATION_FAILED', [{ path: 'ids', code: 'REQUIRED' }])
      : accept({ ids: read.value })
  }
  if (typeof where !== 'object' || where === null || Array.isArray(where)) {
    return refuse('VALIDATION_FAILED', [{ path: 'where', code: 'BAD_JSON' }])
  }
  const parsed = parseWhere(source.definition.filters, where as Record<string, unknown>)
  if (!parsed.ok) {
    return refuse(
      parsed.code,
      parsed.errors?.map(({ path, code }) => ({ path: `where.${path}`, code })),
    )
  }
  const left = readIds('except', except === undefined ? [] : except)
  return left.ok ? accept({ where: parsed.value, except: left.value }) : left
}

/**
 * Condition of a target's records within the actor's scope for the verb. Filters are for those who may read the list: what they
 * let through tells of records. @throws Refused
 */
export const targetSql = (source: ListSource, actor: Actor, verb: Verb, target: ParsedTarget): SQL => {
  if ('ids' in target) {
    const { table } = source
    return sql`${isOneOf(table.id, target.ids)} and ${table.deletedAt} is null and ${scopeSql(source, actor, verb)}`
  }
  const forbidden = isWholeQueue(verb, target.where) ? null : whyNot(actor, source.verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const where = unjoined(source, target.where, whereSql(source, actor, target.where, verb))
  return target.except.length === 0 ? where : sql`${where} and not ${isOneOf(source.table.id, target.except)}`
}

/** Callers have the queue as it is, without its list. */
const isWholeQueue = (verb: Verb, { filters, keyword }: ParsedWhere): boolean =>
  verb === 'order.claim' && keyword === null && Object.keys(filters).every((name) => name === 'country')

/** Condition on the table alone, with joined filters in a subquery. */
const unjoined = (source: ListSource, { filters }: ParsedWhere, where: SQL): SQL => {
  const { table } = source
  const join = joinOf(source, Object.keys(filters))
  return join === null ? where : sql`${table.id} in (select ${table.id} from ${table} ${join} where ${where})`
}

const readIds = (path: string, value: unknown): Result<string[]> => {
  const problem = (code: Code) => refuse('VALIDATION_FAILED', [{ path, code }])
  if (!Array.isArray(value)) return problem('NOT_A_LIST')
  if (value.length > largestIdCount) return refuse('TOO_MANY_IDS', [{ path, code: 'TOO_MANY_IDS' }])
  if (!value.every(isId)) return problem('NOT_AN_ID')
  return accept([...new Set(value.map((id) => id.toLowerCase()))])
}

const targetNames = ['ids', 'where', 'except']

export type BulkBody = { target: ParsedTarget; dryRun: boolean; rest: Record<string, unknown> }

/** Splits a bulk call's body: target, `dryRun`, change. */
export const readBulkBody = (source: ListSource, body: unknown): Result<BulkBody> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refuse('VALIDATION_FAILED', [{ path: '', code: 'BAD_JSON' }])
  }
  const { dryRun = false, ...others } = body as Record<string, unknown>
  if (typeof dryRun !== 'boolean') {
    return refuse('VALIDATION_FAILED', [{ path: 'dryRun', code: 'NOT_A_FLAG' }])
  }
  const [named, rest] = [true, false].map((isTarget) =>
    Object.fromEntries(Object.entries(others).filter(([name]) => targetNames.includes(name) === isTarget)),
  ) as [Record<string, unknown>, Record<string, unknown>]
  const target = parseTarget(source, named)
  return target.ok ? accept({ target: target.value, dryRun, rest }) : target
}

/** For bulk calls without further fields. */
export const refuseRest = (rest: Record<string, unknown>): Result<null> => {
  const errors: FieldProblem[] = Object.keys(rest).map((path) => ({ path, code: 'UNKNOWN_FIELD' }))
  return errors.length > 0 ? refuse('VALIDATION_FAILED', errors) : accept(null)
}
