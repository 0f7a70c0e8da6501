import { type SQL, sql } from 'drizzle-orm'

/** Column of a field in the schema's casing. */
export const columnOf = (field: string): SQL =>
  sql`${sql.identifier(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}`
