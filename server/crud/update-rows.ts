import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '../db/executor.ts'
import { givenColumns, givenPerStatement, givenRows, inChunks } from '../db/unnest-rows.ts'

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
