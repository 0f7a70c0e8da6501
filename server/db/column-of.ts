import { type SQL, sql } from 'drizzle-orm'

/** The column of a field, by the casing that the schema has. */
export const columnOf = (field: string): SQL =>
  sql`${sql.identifier(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}`
