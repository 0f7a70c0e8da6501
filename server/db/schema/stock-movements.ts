import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { stockReasons } from '../../../domain/fulfillment/stock-movement.ts'
import { instant, wordColumn } from './columns.ts'
import { expeditions, products } from './goods.ts'
import { shippings } from './orders.ts'
import { users } from './users.ts'

/**
 * The stock ledger: append-only, one line for each change of a product's `quantity`, written in the transaction of that
 * change. The sum of a product's lines is its quantity.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: uuid().primaryKey(),
    product: uuid()
      .notNull()
      .references(() => products.id),
    pieces: integer().notNull(),
    reason: wordColumn(stockReasons).notNull(),
    /** The parcel or the expedition that moved the goods. */
    shipping: uuid().references(() => shippings.id),
    expedition: uuid().references(() => expeditions.id),
    /** Null where the server did it by itself. */
    actor: uuid().references(() => users.id),
    /** The batch of the history. Null for opening balances of products older than the ledger. */
    batchId: uuid(),
    at: instant().notNull(),
    note: text(),
  },
  (table) => [
    check('stock_movements_pieces_check', sql`pieces <> 0`),
    check(
      'stock_movements_reason_check',
      sql`reason in ('opening', 'expedition', 'delivery', 'loss', 'return', 'damage', 'correction')`,
    ),
    index('stock_movements_product_idx').on(
      table.product,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
)
