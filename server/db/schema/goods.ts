import { sql } from 'drizzle-orm'
import { check, index, integer, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ExpeditionMode } from '../../../domain/expeditions/expedition.ts'
import { answerStatuses } from '../../../domain/lib/answer-status.ts'
import type { ProductType } from '../../../domain/products/product.ts'
import { alphabeticalKey, dayColumn, money, newestFirst, recordColumns, wordColumn } from './columns.ts'
import { users } from './users.ts'

const goodsColumns = () => ({
  owner: uuid()
    .notNull()
    .references(() => users.id),
  name: text().notNull(),
  price: money().notNull(),
  quantity: integer().notNull(),
  description: text(),
  comment: text(),
  productImage: text(),
})

const weight = () => numeric({ precision: 12, scale: 3, mode: 'number' })

const answer = () => wordColumn(answerStatuses).notNull().default('PENDING')
const answers = sql.raw(`status in ('PENDING', 'CONFIRMED', 'NOT_YET', 'NO_COMMENT')`)

export const affiliates = pgTable('affiliates', { ...recordColumns(301), ...goodsColumns() }, (table) => [
  check('affiliates_goods_check', sql`quantity >= 0 and price >= 0`),
  uniqueIndex('affiliates_number_key').on(table.number),
  index('affiliates_country_created_idx').on(table.country, ...newestFirst(table)),
  index('affiliates_owner_idx').on(table.owner),
])

export const products = pgTable(
  'products',
  {
    ...recordColumns(101),
    ...goodsColumns(),
    reserved: integer().notNull().default(0),
    affiliate: uuid().references(() => affiliates.id),
    storeName: text(),
    type: text().$type<ProductType>(),
    weight: weight(),
    initialPrice: money(),
    sourceLink: text(),
    sourceName: text(),
  },
  (table) => [
    check('products_stock_check', sql`reserved >= 0 and reserved <= quantity`),
    check('products_price_check', sql`price >= 0`),
    uniqueIndex('products_number_key').on(table.number),
    index('products_country_created_idx').on(table.country, ...newestFirst(table)),
    index('products_owner_idx').on(table.owner),
    index('products_name_idx').on(alphabeticalKey('name'), table.id),
    index('products_country_name_idx').on(table.country, alphabeticalKey('name'), table.id),
    index('products_affiliate_idx').on(table.affiliate),
  ],
)

export const requests = pgTable(
  'requests',
  { ...recordColumns(501), ...goodsColumns(), status: answer() },
  (table) => [
    check('requests_goods_check', sql`quantity >= 0 and price >= 0`),
    check('requests_status_check', answers),
    uniqueIndex('requests_number_key').on(table.number),
    index('requests_country_created_idx').on(table.country, ...newestFirst(table)),
    index('requests_owner_idx').on(table.owner),
  ],
)

/** Goods on their way to the warehouse; confirmed ones with a product are in its stock. */
export const expeditions = pgTable(
  'expeditions',
  {
    ...recordColumns(701),
    ...goodsColumns(),
    product: uuid().references(() => products.id),
    mode: text().$type<ExpeditionMode>().notNull(),
    from: text(),
    expeditionDate: dayColumn(),
    providedDate: dayColumn(),
    transporterName: text(),
    transporterPhone: text(),
    weight: weight(),
    packageInformation: text(),
    status: answer(),
  },
  (table) => [
    check('expeditions_goods_check', sql`quantity >= 0 and price >= 0`),
    check('expeditions_status_check', answers),
    uniqueIndex('expeditions_number_key').on(table.number),
    index('expeditions_country_created_idx').on(table.country, ...newestFirst(table)),
    index('expeditions_owner_idx').on(table.owner),
    index('expeditions_product_idx').on(table.product),
  ],
)
