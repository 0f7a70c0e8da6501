import { sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../database/drizzle.ts'
import { inChunks } from '../resources/engine/in-chunks.ts'

const rowsPerStatement = 5_000

/** Writes many rows with numbers of their own, a few thousand a statement, as JSON that the database unfolds. */
export const insertRows = async <Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Partial<Table['$inferSelect']>[],
): Promise<void> => {
  const [first] = rows
  if (first === undefined) return
  const columns = table as unknown as Record<string, PgColumn>
  const names = Object.keys(first)
  const targets = names.map((name) => sql.identifier(toSnakeCase(name)))
  const given = names.map((name) => sql.identifier(name))
  const definitions = names.map(
    (name) => sql`${sql.identifier(name)} ${sql.raw(columns[name]!.getSQLType())}`,
  )
  // While the database works on one chunk, the next one is written out.
  let running: Promise<unknown> = Promise.resolve()
  for (const chunk of inChunks(rows, rowsPerStatement)) {
    const json = JSON.stringify(chunk)
    await running
    running = tx
      .execute(sql`
        insert into ${table} (${sql.join(targets, sql`, `)}) overriding system value
        select ${sql.join(given, sql`, `)}
        from json_to_recordset(${json}::json) as given (${sql.join(definitions, sql`, `)})`)
      .execute()
  }
  await running
}
