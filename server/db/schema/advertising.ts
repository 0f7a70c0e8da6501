import { sql } from 'drizzle-orm'
import { date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { money, newestFirst, recordColumns } from './columns.ts'
import { products } from './goods.ts'
import { users } from './users.ts'

/** What advertising a product cost on a day of its country. `owner` and `country` are the product's. */
export const advertising = pgTable(
  'advertising',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    product: uuid()
      .notNull()
      .references(() => products.id),
    day: date({ mode: 'string' }).notNull(),
    amount: money().notNull(),
    channel: text(),
    note: text(),
  },
  (table) => [
    uniqueIndex('advertising_number_key').on(table.number),
    // Also sums up the days of a product.
    uniqueIndex('advertising_cost_key')
      .on(table.product, table.day, sql`lower(coalesce(${table.channel}, ''))`)
      .where(sql`deleted_at is null`),
    index('advertising_country_day_idx').on(
      table.country,
      table.day.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('advertising_country_created_idx').on(table.country, ...newestFirst(table)),
    index('advertising_owner_idx').on(table.owner, table.day),
  ],
)
