import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'
import { inChunks } from './in-chunks.ts'

type Row<Table extends PgTable> = Table['$inferSelect']

/** Writes different values into many rows by id, one statement a thousand: the named columns of each row given. */
export const updateRows = async <
  Table extends PgTable & { id: PgColumn },
  Name extends keyof Row<Table> & string,
>(
  tx: Executor,
  table: Table,
  names: readonly Name[],
  rows: readonly ({ id: string } & Pick<Row<Table>, Name>)[],
): Promise<void> => {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const assignments = names.map((name) => sql`${columnName(name)} = given.${sql.identifier(name)}`)
  const definitions = ['id', ...names].map(
    (name): SQL => sql`${sql.identifier(name)} ${sql.raw(columns[name]!.getSQLType())}`,
  )
  for (const chunk of inChunks(rows)) {
    const values = chunk.map((row) =>
      Object.fromEntries(['id', ...names].map((name) => [name, row[name as Name | 'id']])),
    )
    await tx.execute(sql`
      update ${table} set ${sql.join(assignments, sql`, `)}
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (${sql.join(definitions, sql`, `)})
      where ${table.id} = given.id`)
  }
}

const columnName = (name: string): SQL => sql`${sql.identifier(toSnakeCase(name))}`
