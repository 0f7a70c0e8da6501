import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Actor, actorScope, onlyCountryOf } from '../../domain/access/actor.ts'
import type { Scope, Verb } from '../../domain/access/permissions.ts'
import type { ParsedFilter, ParsedWhere } from '../../domain/lib/filter.ts'
import type { ListDefinition } from '../../domain/lib/list-query.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { isOneOf } from '../db/columns.ts'
import { containsWords } from '../search/contains-words.ts'
import { byOtherNumber, indexedCondition, readKeyword } from '../search/keyword-condition.ts'

type Expression = SQL | PgColumn

/** A choice filter with an SQL condition per value, because no column has it. */
type ChoiceConditions = { conditions: Record<string, SQL> }

type ListedTable = PgTable & Record<'id' | 'number' | 'country' | 'createdAt' | 'deletedAt', PgColumn>

/** Columns that identify a record besides its number, where the key is a phone or a reference; `join`: their table. */
export type KeyColumns = { phone?: PgColumn; reference?: PgColumn; join?: SQL }

/**
 * SQL source of a list: table, expressions of filters and sorts, scope columns. `join`: tables for certain filters and sorts,
 * each with exactly one row, so that counts stay correct. `isTallied`: triggers maintain `tallies`.
 */
export type ListSource = {
  resource: ResourceName
  verb: Verb
  definition: ListDefinition
  table: ListedTable
  join: { sql: SQL; neededBy: readonly string[] } | null
  filters: Record<string, Expression | ChoiceConditions>
  sorts: Record<string, Expression>
  keys: KeyColumns
  owner: PgColumn | null
  delivery: PgColumn | null
  isTallied: boolean
  /** Other records whose changes are seen in this list's: their table, as `moved`, and how they refer to each other. */
  follows?: readonly { table: string; on: SQL }[]
}

/** Condition of a list: the query within the actor's scope, whatever `owner` or `country` it names. */
export const whereSql = (
  source: ListSource,
  actor: Actor,
  where: ParsedWhere,
  verb: Verb = source.verb,
): SQL => {
  const { table } = source
  const conditions: SQL[] = [sql`${table.deletedAt} is null`, scopeSql(source, actor, verb)]
  if (where.ids !== null) conditions.push(isOneOf(table.id, where.ids))
  if (where.except !== undefined && where.except.length > 0) {
    conditions.push(sql`not ${isOneOf(table.id, where.except)}`)
  }
  if (where.from !== null) conditions.push(sql`${table.createdAt} >= ${where.from}::timestamptz`)
  if (where.to !== null) conditions.push(sql`${table.createdAt} < ${where.to}::timestamptz`)
  for (const [name, filter] of Object.entries(where.filters)) {
    const expression = source.filters[name]!
    conditions.push(
      filter.kind === 'text' ? textSql(source, expression, filter) : filterSql(expression, filter),
    )
  }
  if (where.keyword !== null) conditions.push(keywordSql(source, actor, where.keyword))
  return sql.join(conditions, sql` and `)
}

/** The join needed by these filters and sorts, or null. */
export const joinOf = ({ join }: ListSource, names: readonly string[]): SQL | null =>
  join !== null && names.some((name) => join.neededBy.includes(name)) ? join.sql : null

/** The actor's scope as a condition; false if the resource lacks the scope's column. */
export const scopeSql = (
  source: Pick<ListSource, 'owner' | 'delivery'> & { table: Pick<ListSource['table'], 'country'> },
  actor: Actor,
  verb: Verb,
): SQL => {
  const conditions: Record<Scope, () => SQL> = {
    all: () => sql`true`,
    country: () => sql`${source.table.country} = ${actor.country}`,
    own: () => (source.owner === null ? sql`false` : sql`${source.owner} = ${actor.id}`),
    assigned: () => (source.delivery === null ? sql`false` : sql`${source.delivery} = ${actor.id}`),
  }
  const scope = actorScope(actor, verb)
  if (scope === null) return sql`false`
  const only = onlyCountryOf(actor)
  return only === null || scope === 'country'
    ? conditions[scope]()
    : sql`${conditions[scope]()} and ${source.table.country} = ${only}`
}

/** `=` for a single value: only then can an index continue with the next column's order. */
const isAnyOf = (expression: Expression, values: readonly string[], type: 'text' | 'uuid'): SQL =>
  values.length === 1
    ? sql`${expression} = ${values[0]}::${sql.raw(type)}`
    : sql`${expression} = any(${sql.param([...values])}::${sql.raw(type)}[])`

export const filterSql = (expression: ListSource['filters'][string], filter: ParsedFilter): SQL => {
  if ('conditions' in expression) {
    const values = filter.kind === 'choice' ? filter.values : []
    const conditions = values.flatMap((value) => expression.conditions[value] ?? [])
    return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
  }
  switch (filter.kind) {
    case 'choice':
      return isAnyOf(expression, filter.values, 'text')
    case 'reference': {
      const isNamed = isAnyOf(expression, filter.ids, 'uuid')
      if (!filter.orNone) return isNamed
      return filter.ids.length === 0 ? sql`${expression} is null` : sql`(${expression} is null or ${isNamed})`
    }
    case 'range': {
      const bounds = [
        ...(filter.min === null
          ? []
          : [sql`${expression} ${sql.raw(filter.isAbove ? '>' : '>=')} ${filter.min}::numeric`]),
        ...(filter.max === null
          ? []
          : [sql`${expression} ${sql.raw(filter.isBelow ? '<' : '<=')} ${filter.max}::numeric`]),
        ...(filter.isNot === undefined ? [] : [sql`${expression} <> ${filter.isNot}::numeric`]),
      ]
      return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `)
    }
    case 'flag':
      return filter.value ? sql`${expression}` : sql`not ${expression}`
    case 'span': {
      const ends = [
        ...(filter.from === null ? [] : [sql`${expression} >= ${filter.from}::timestamptz`]),
        ...(filter.to === null ? [] : [sql`${expression} < ${filter.to}::timestamptz`]),
      ]
      return sql.join(ends, sql` and `)
    }
    case 'days': {
      const ends = [
        ...(filter.from === null ? [] : [sql`${expression} >= ${filter.from}::date`]),
        ...(filter.to === null ? [] : [sql`${expression} < ${filter.to}::date`]),
      ]
      return sql.join(ends, sql` and `)
    }
    case 'text':
      return containsWords(expression, filter.text)
  }
}

/**
 * The search's index finds the records, the column decides. Reading the entry's text makes this a condition of the join, so that only
 * those records are folded.
 */
const textSql = (
  { table, resource }: ListSource,
  expression: ListSource['filters'][string],
  { text }: Extract<ParsedFilter, { kind: 'text' }>,
): SQL => sql`exists (
  select 1 from search_entries entry
  where entry.resource = ${resource} and entry.record_id = ${table.id} and ${indexedCondition(readKeyword(text))}
    and ${containsWords(sql`(${expression} || left(entry.text, 0))`, text)})`

const keywordSql = ({ table, resource }: ListSource, actor: Actor, text: string): SQL => {
  const keyword = readKeyword(text)
  const other = byOtherNumber(actor, keyword)
  return sql`${table.id} in (
    select entry.record_id from search_entries entry
    where entry.resource = ${resource} and ${indexedCondition(keyword)}
    ${other?.resource === resource ? sql`union all ${other.of}` : sql.empty()})`
}
