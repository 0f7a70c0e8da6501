import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { dayColumn, newestFirst, recordColumns } from './columns.ts'
import { users } from './users.ts'

export const blocked = pgTable(
  'blocked',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    phone: text().notNull(),
    reason: text().notNull(),
    until: dayColumn(),
    refuses: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('blocked_number_key').on(table.number),
    // Also finds those of an order's customer.
    uniqueIndex('blocked_phone_key')
      .on(table.country, table.phone, table.owner)
      .where(sql`deleted_at is null`),
    index('blocked_country_created_idx').on(table.country, ...newestFirst(table)),
    index('blocked_owner_idx').on(table.owner),
  ],
)
