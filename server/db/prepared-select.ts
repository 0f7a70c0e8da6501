import { is, type SQL } from 'drizzle-orm'
import {
  PgBigInt53,
  type PgColumn,
  PgNumericNumber,
  type PgSelectBuilder,
  PgTimestamp,
  QueryBuilder,
} from 'drizzle-orm/pg-core'
import type { Database } from './drizzle.ts'
import { isoOf } from './iso-of.ts'

type Fields = Record<string, PgColumn | SQL>
export type Query = { toSQL: () => { sql: string; params: unknown[] }; _: { result: readonly unknown[] } }

/** The instants of a row as the API gives them: ISO 8601, UTC. */
export type Told<Row> = {
  [Key in keyof Row]: Date extends Row[Key] ? Exclude<Row[Key], Date> | string : Row[Key]
}

/** What it runs on: the pool, or an open transaction. */
type Runner = Pick<Database, '_'>

export type PreparedSelect<Row> = (
  db: Runner,
  values: Record<string, unknown>,
  options?: { isNamed?: boolean },
) => Promise<Row[]>

const builder = new QueryBuilder({ casing: 'snake_case' })

/**
 * A select whose SQL is written once for the life of the process, and which every connection is sent by `name` after
 * the first time, so that PostgreSQL plans it once as well. What differs from call to call stands as
 * `sql.placeholder(...)`. Not for conditions whose best plan hangs on the values: those are to be planned each time.
 */
export const preparedSelect = <Selected extends Fields, Made extends Query>(
  name: string,
  fields: Selected,
  build: (select: PgSelectBuilder<Selected, 'qb'>) => Made,
): PreparedSelect<Told<Made['_']['result'][number]>> => {
  type Row = Told<Made['_']['result'][number]>
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

/** Null where the driver gives it already as we want it. */
const decoderOf = (field: PgColumn | SQL): ((value: unknown) => unknown) | null => {
  if (is(field, PgTimestamp)) return (value) => isoOf(String(value))
  if (is(field, PgNumericNumber) || is(field, PgBigInt53)) return Number
  return null
}
