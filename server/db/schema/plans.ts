import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { recordColumns } from './columns.ts'

/** Subscription plans, the same in every country. `owner` is no foreign key, since users refer to plans. */
export const packages = pgTable(
  'packages',
  { ...recordColumns(1), owner: uuid().notNull(), name: text().notNull(), pack: text().notNull() },
  (table) => [
    uniqueIndex('packages_number_key').on(table.number),
    uniqueIndex('packages_pack_key').on(sql`lower(${table.pack})`).where(sql`deleted_at is null`),
  ],
)
