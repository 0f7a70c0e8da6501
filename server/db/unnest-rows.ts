import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './drizzle.ts'

/** A column of rows passed as parameters: name, SQL type, and values. */
type Given = { name: string; type: string; values: readonly unknown[] }

type GivenRows = {
  /** For use after `from`: the rows as `given`. */
  from: SQL
  /** A column's value in each row. */
  value: (name: string) => SQL
}

/**
 * Passes rows as one array per column; constant columns once. Ten thousand rows need as many parameters as one. `spread`:
 * columns that are always arrays, so that rows exist.
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

/** Columns of rows to be written. */
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

/** Objects as JSON. */
const toParameter = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** PostgreSQL's array literal. */
export const arrayLiteral = (values: readonly unknown[]): string => {
  const elements = values.map((value) => {
    const text = toParameter(value)
    if (text === null) return 'null'
    return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
  })
  return `{${elements.join(',')}}`
}

/** Maximum rows of a statement: more does not get faster. */
const rowsPerStatement = 1_000

/** The same for rows as arrays (`givenRows`): a job's whole step. */
export const givenPerStatement = 5_000

export const inChunks = function* <Item>(items: readonly Item[], size = rowsPerStatement): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

type Row<Table extends PgTable> = Table['$inferSelect']

/** Values to write: an instant may be its ISO text. */
type Writable<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? Row[Name] | string : Row[Name] }

/** Updates many rows by id with different values in the named columns. */
export const updateRows = async <
  Table extends PgTable & { id: PgColumn },
  Name extends keyof Row<Table> & string,
>(
  tx: Executor,
  table: Table,
  names: readonly Name[],
  rows: readonly ({ id: string } & Writable<Pick<Row<Table>, Name>>)[],
): Promise<void> => {
  for (const chunk of inChunks(rows, givenPerStatement)) {
    const { from, value } = givenRows(givenColumns(table, ['id', ...names], chunk), 'id')
    const assignments = names.map((name) => sql`${columnName(name)} = ${value(name)}`)
    await tx.execute(sql`
      update ${table} set ${sql.join(assignments, sql`, `)} from ${from} where ${table.id} = ${value('id')}`)
  }
}

/** Inserts many rows; returns the columns in `returned`, if any. */
export const insertRows = async <
  Table extends PgTable & { id: PgColumn },
  Name extends keyof Row<Table> & string,
  Returned extends keyof Row<Table> & string,
>(
  tx: Executor,
  table: Table,
  names: readonly Name[],
  rows: readonly ({ id: string } & Writable<Pick<Row<Table>, Name>>)[],
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
