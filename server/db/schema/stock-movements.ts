import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { stockReasons } from '../../../domain/fulfillment/stock-movement.ts'
import { instant, wordColumn } from './columns.ts'
import { expeditions, products } from './goods.ts'
import { shippings } from './orders.ts'
import { users } from './users.ts'

/**
 * Stock ledger; append-only, one line per change of a product's `quantity`, in the same transaction. The lines sum up to the
 * quantity.
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
    /** The parcel or expedition that caused it. */
    shipping: uuid().references(() => shippings.id),
    expedition: uuid().references(() => expeditions.id),
    /** Null for the server itself. */
    actor: uuid().references(() => users.id),
    /** Null for opening balances of products older than the ledger. */
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
