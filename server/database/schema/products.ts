import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { money, recordColumns } from './columns.ts'
import { users } from './users.ts'

export const products = pgTable(
  'products',
  {
    ...recordColumns(101),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    price: money().notNull(),
    quantity: integer().notNull(),
    reserved: integer().notNull().default(0),
    description: text(),
    comment: text(),
    productImage: text(),
  },
  (table) => [
    check('products_stock_check', sql`reserved >= 0 and reserved <= quantity`),
    check('products_price_check', sql`price >= 0`),
    uniqueIndex('products_number_key').on(table.number),
    index('products_country_created_idx').on(
      table.country,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('products_owner_idx').on(table.owner),
  ],
)
