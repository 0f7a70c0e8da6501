import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** Uploaded pictures; their file names contain the hash. */
export const images = pgTable(
  'images',
  {
    /** SHA-256 of the files, hexadecimal. */
    hash: text().primaryKey(),
    /** First uploader; null for demo data. */
    owner: uuid().references(() => users.id),
    /** Total size of its files. */
    bytes: integer().notNull(),
    /** Last upload, or last time it was found in a record. */
    usedAt: instant().notNull().default(sql`now()`),
  },
  (table) => [index('images_owner_idx').on(table.owner)],
)
