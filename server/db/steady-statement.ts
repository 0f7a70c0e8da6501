import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './drizzle.ts'

const dialect = new PgDialect({ casing: 'snake_case' })

/** Each connection keeps a plan of each: what comes after so many goes without a name. */
const mostNamed = 60
const names = new Map<string, string>()

/**
 * Runs a statement whose best plan is the same whatever its values are: every connection parses and plans it once. Its
 * text says how far it reads: a limit that is a value would be taken for a tenth of the table.
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
