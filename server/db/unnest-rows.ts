import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './drizzle.ts'

/** One column of rows that travel to the database: what it is called there, its type, and a value for each row. */
type Given = { name: string; type: string; values: readonly unknown[] }

type GivenRows = {
  /** For after `from`: the rows, as `given`. */
  from: SQL
  /** The value of one of the columns, in each of the rows. */
  value: (name: string) => SQL
}

/**
 * Rows as one array a column, and what is the same in all of them once: ten thousand rows are as many parameters as one,
 * and neither side builds an object a row. `spread` columns come as arrays in any case, so that there is a row for each.
 */
export const givenRows = (columns: readonly Given[], spread: string): GivenRows => {
  const isSpread = ({ name, values }: Given): boolean => name === spread || !isOneValue(values)
  const arrays = columns.filter(isSpread)
  const single = new Map(
    columns
      .filter((column) => !isSpread(column))
      .map(({ name, type, values }): [string, SQL] => [
        name,
        sql`${sql.param(toParameter(values[0]))}::${sql.raw(type)}`,
      ]),
  )
  const parameters = arrays.map(
    ({ type, values }) => sql`${sql.param(arrayLiteral(values))}::${sql.raw(type)}[]`,
  )
  const names = arrays.map(({ name }) => sql.identifier(name))
  return {
    from: sql`unnest(${sql.join(parameters, sql`, `)}) as given (${sql.join(names, sql`, `)})`,
    value: (name) => single.get(name) ?? sql`given.${sql.identifier(name)}`,
  }
}

/** The named columns of rows that are to be in a table. */
const givenColumns = <Row extends object>(
  table: PgTable,
  names: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Given[] => {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  return names.map((name) => ({
    name,
    type: columns[name]!.getSQLType(),
    values: rows.map((row) => row[name]),
  }))
}

const isOneValue = (values: readonly unknown[]): boolean => {
  const first = comparable(values[0])
  return values.every((value) => comparable(value) === first)
}

const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value)

/** Objects are JSON. */
const toParameter = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** PostgreSQL's own text of an array. */
export const arrayLiteral = (values: readonly unknown[]): string => {
  const elements = values.map((value) => {
    const text = toParameter(value)
    if (text === null) return 'null'
    return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
  })
  return `{${elements.join(',')}}`
}

/** Statements carry at most this many rows: a longer one holds the connection without getting faster. */
const rowsPerStatement = 1_000

/** Those that carry them as one array a column (`givenRows`): the lines of a job's whole step, records and followers. */
export const givenPerStatement = 5_000

export const inChunks = function* <Item>(items: readonly Item[], size = rowsPerStatement): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

type Row<Table extends PgTable> = Table['$inferSelect']

/** Writes different values into many rows by id: the named columns of each row given. */
export const updateRows = async <
  Table extends PgTable & { id: PgColumn },
  Name extends keyof Row<Table> & string,
>(
  tx: Executor,
  table: Table,
  names: readonly Name[],
  rows: readonly ({ id: string } & Pick<Row<Table>, Name>)[],
): Promise<void> => {
  for (const chunk of inChunks(rows, givenPerStatement)) {
    const { from, value } = givenRows(givenColumns(table, ['id', ...names], chunk), 'id')
    const assignments = names.map((name) => sql`${columnName(name)} = ${value(name)}`)
    await tx.execute(sql`
      update ${table} set ${sql.join(assignments, sql`, `)} from ${from} where ${table.id} = ${value('id')}`)
  }
}

/** Makes many rows of the named columns; answers with those of `returned`, where any are named. */
export const insertRows = async <
  Table extends PgTable & { id: PgColumn },
  Name extends keyof Row<Table> & string,
  Returned extends keyof Row<Table> & string,
>(
  tx: Executor,
  table: Table,
  names: readonly Name[],
  rows: readonly ({ id: string } & Pick<Row<Table>, Name>)[],
  returned: readonly Returned[],
): Promise<Pick<Row<Table>, Returned>[]> => {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const made: Pick<Row<Table>, Returned>[] = []
  for (const chunk of inChunks(rows, givenPerStatement)) {
    const { from, value } = givenRows(givenColumns(table, ['id', ...names], chunk), 'id')
    const answer = await tx.execute(sql`
      insert into ${table} (${list(['id', ...names], columnName)}) select ${list(['id', ...names], value)} from ${from}
      ${returned.length === 0 ? sql`` : sql`returning`} ${list(returned, (name) => sql`${columnName(name)} as ${sql.identifier(name)}`)}`)
    for (const row of answer.rows) {
      made.push(mapRow(row, returned, columns) as Pick<Row<Table>, Returned>)
    }
  }
  return made
}

const mapRow = (
  row: Record<string, unknown>,
  names: readonly string[],
  columns: Record<string, PgColumn>,
): Record<string, unknown> =>
  Object.fromEntries(
    names.map((name) => [name, row[name] === null ? null : columns[name]!.mapFromDriverValue(row[name])]),
  )

const list = <Name>(names: readonly Name[], part: (name: Name) => SQL): SQL =>
  sql.join(names.map(part), sql`, `)

const columnName = (name: string): SQL => sql`${sql.identifier(toSnakeCase(name))}`
