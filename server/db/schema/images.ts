import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** Uploaded pictures, whose files have the hash in their names. */
export const images = pgTable(
  'images',
  {
    /** SHA-256 of the files, in hexadecimal. */
    hash: text().primaryKey(),
    /** Who uploaded it first; null for those of the demo company. */
    owner: uuid().references(() => users.id),
    /** Of all its files. */
    bytes: integer().notNull(),
    /** When it was last uploaded, or found in a record. */
    usedAt: instant().notNull().default(sql`now()`),
  },
  (table) => [index('images_owner_idx').on(table.owner)],
)
