import { is, type SQL } from 'drizzle-orm'
import {
  PgBigInt53,
  type PgColumn,
  PgDialect,
  PgNumericNumber,
  type PgSelectBuilder,
  PgTimestamp,
  QueryBuilder,
} from 'drizzle-orm/pg-core'
import type { PoolClient } from 'pg'
import type { Database } from './drizzle.ts'
import { isoOf } from './json-select.ts'

type Fields = Record<string, PgColumn | SQL>
export type Query = { toSQL: () => { sql: string; params: unknown[] }; _: { result: readonly unknown[] } }

/** Row type with instants as ISO 8601 text, UTC. */
export type JsonRow<Row> = {
  [Key in keyof Row]: Date extends Row[Key] ? Exclude<Row[Key], Date> | string : Row[Key]
}

/** The pool, or an open transaction. */
type Runner = Pick<Database, '_'>

export type PreparedSelect<Row> = (
  db: Runner,
  values: Record<string, unknown>,
  options?: { isNamed?: boolean },
) => Promise<Row[]>

const builder = new QueryBuilder({ casing: 'snake_case' })

/**
 * A select with constant SQL, sent by `name` after the first use, so that each connection parses and plans it once. Use
 * `sql.placeholder(...)` for values. Not for conditions whose best plan depends on values.
 */
export const preparedSelect = <Selected extends Fields, Made extends Query>(
  name: string,
  fields: Selected,
  build: (select: PgSelectBuilder<Selected, 'qb'>) => Made,
): PreparedSelect<JsonRow<Made['_']['result'][number]>> => {
  type Row = JsonRow<Made['_']['result'][number]>
  const statement = build(builder.select<Selected>(fields)).toSQL()
  const cells = Object.entries(fields).map(([key, field]) => ({ key, decode: decoderOf(field) }))
  const toRow = (values: unknown[]): Row => {
    const row: Record<string, unknown> = {}
    for (const [at, { key, decode }] of cells.entries()) {
      const value = values[at]
      row[key] = value === null || decode === null ? value : decode(value)
    }
    return row as Row
  }
  return (db, values, { isNamed = true } = {}) =>
    db._.session
      .prepareQuery(statement, undefined, isNamed ? name : undefined, true, (rows) => rows.map(toRow))
      .execute(values) as Promise<Row[]>
}

/** Null if the driver's value is already right. */
const decoderOf = (field: PgColumn | SQL): ((value: unknown) => unknown) | null => {
  if (is(field, PgTimestamp)) return (value) => isoOf(String(value))
  if (is(field, PgNumericNumber) || is(field, PgBigInt53)) return Number
  return null
}

const dialect = new PgDialect({ casing: 'snake_case' })

/** Each connection keeps a plan for each name: limits their number. */
const mostNamed = 60
const names = new Map<string, string>()

/**
 * Runs a statement whose plan does not depend on values, as a prepared statement. Limits must be literal: a parameter is
 * estimated as a tenth of the table.
 */
export const executeSteady = async <Row>(db: Pick<Database, '_'>, query: SQL): Promise<Row[]> => {
  const statement = dialect.sqlToQuery(query)
  const prepared = db._.session.prepareQuery(statement, undefined, nameOf(statement.sql), false)
  return ((await prepared.execute()) as { rows: Row[] }).rows
}

const nameOf = (text: string): string | undefined => {
  if (!names.has(text) && names.size < mostNamed) names.set(text, `steady ${names.size + 1}`)
  return names.get(text)
}

/** Sends all statements of a client without names: a transaction pooler may switch sessions, where they are not prepared. */
export const withoutNames = (client: PoolClient): void => {
  const shared = Object.getPrototypeOf(client) as { query: (...given: unknown[]) => unknown }
  // Read at each call: tracing replaces it later.
  const sendNameless = (statement: unknown, ...rest: unknown[]): unknown =>
    shared.query.call(client, isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest)
  client.query = sendNameless as typeof client.query
}

const isNamed = (statement: unknown): statement is { name: string } =>
  typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
