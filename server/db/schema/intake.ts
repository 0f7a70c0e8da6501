import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Code } from '../../../domain/core/codes.ts'
import type { Difference } from '../../../domain/intake/decision.ts'
import type { IntakeNote } from '../../../domain/intake/intake-notes.ts'
import type { UnmappedItem } from '../../../domain/intake/product-mapping.ts'
import type { ShopEvent, ShopOrder } from '../../../domain/intake/shop-order.ts'
import { sourceKinds } from '../../../domain/intake/source-kinds.ts'
import { type IntakeVerdict, verdicts } from '../../../domain/intake/verdicts.ts'
import type { AskFailure } from '../../../domain/sources/source.ts'
import { alphabeticalKey, bytea, instant, newestFirst, recordColumns, wordColumn } from './columns.ts'
import { products } from './goods.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

export const sources = pgTable(
  'sources',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    kind: wordColumn(sourceKinds).notNull(),
    isActive: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('sources_number_key').on(table.number),
    index('sources_name_idx').on(alphabeticalKey('name'), table.id),
    index('sources_country_name_idx').on(table.country, alphabeticalKey('name'), table.id),
    index('sources_country_created_idx').on(table.country, ...newestFirst(table)),
    index('sources_owner_idx').on(table.owner),
  ],
)

/**
 * What no history or record has: `token` of the address that takes its events, sealed secrets. `former`: valid until
 * `formerUntil`.
 */
export const sourceSecrets = pgTable(
  'source_secrets',
  {
    source: uuid()
      .primaryKey()
      .references(() => sources.id),
    token: text().notNull(),
    secret: bytea().notNull(),
    former: bytea(),
    formerUntil: instant(),
  },
  (table) => [uniqueIndex('source_secrets_token_key').on(table.token)],
)

/**
 * Shops that are asked for what changed. `token`: sealed; `askedUntil`: changes before it are known; `nextPage`: of a look that was
 * not read whole, which began at `lookedAt`; both null after a whole one.
 */
export const sourceAccess = pgTable('source_access', {
  source: uuid()
    .primaryKey()
    .references(() => sources.id),
  url: text().notNull(),
  token: bytea().notNull(),
  askedAt: instant(),
  askedUntil: instant(),
  lookedAt: instant(),
  nextPage: text(),
  failure: text().$type<AskFailure>(),
})

/**
 * Events in the order of `number`. Empty until `workedAt`: what was read of them. `batch`: history of the changes that it made, or
 * of their undo; `takenBack`: what had become of it before its orders were undone; `waitingKey`: digest of what was read in the
 * shop, until it is worked on.
 */
export const intake = pgTable(
  'intake',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    source: uuid()
      .notNull()
      .references(() => sources.id),
    externalId: text(),
    name: text(),
    event: text().$type<ShopEvent>(),
    customerName: text(),
    customerPhone: text(),
    verdict: wordColumn(verdicts),
    reason: text().$type<Code>(),
    isOpen: boolean().notNull().default(false),
    orders: uuid().array().notNull().default(sql`'{}'`),
    understood: jsonb().$type<ShopOrder>(),
    unmapped: jsonb().$type<UnmappedItem[]>(),
    differences: jsonb().$type<Difference[]>(),
    notes: jsonb().$type<IntakeNote[]>(),
    workedAt: instant(),
    batch: uuid(),
    takenBack: jsonb().$type<TakenBack>(),
    waitingKey: text(),
  },
  (table) => [
    uniqueIndex('intake_number_key').on(table.number),
    index('intake_country_created_idx').on(table.country, ...newestFirst(table)),
    index('intake_country_waiting_idx').on(
      table.country,
      table.isOpen.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('intake_owner_idx').on(table.owner),
    index('intake_source_idx').on(table.source, ...newestFirst(table)),
    index('intake_unworked_idx').on(table.source, table.number).where(sql`worked_at is null`),
    uniqueIndex('intake_waiting_key').on(table.source, table.waitingKey).where(sql`waiting_key is not null`),
    index('intake_open_idx').on(table.source).where(sql`is_open`),
    index('intake_batch_idx').on(table.batch).where(sql`batch is not null`),
  ],
)

type TakenBack = { verdict: IntakeVerdict; reason: Code | null; isOpen: boolean; orders: string[] }

/** What came, byte by byte, for 90 days; `headers`: those that say something of it. */
export const intakeBodies = pgTable('intake_bodies', {
  event: uuid()
    .primaryKey()
    .references(() => intake.id, { onDelete: 'cascade' }),
  headers: jsonb().$type<Record<string, string>>().notNull(),
  body: bytea().notNull(),
})

/** Orders of shops by their ids. `said`: what the shop said last; `applied`: before that, if it was not applied. */
export const shopOrders = pgTable(
  'shop_orders',
  {
    source: uuid()
      .notNull()
      .references(() => sources.id),
    externalId: text().notNull(),
    said: jsonb().$type<ShopOrder>(),
    applied: jsonb().$type<ShopOrder>(),
  },
  (table) => [primaryKey({ columns: [table.source, table.externalId] })],
)

/** The orders that a shop's order became, by its lines; several of one line where the creation of others was undone. */
export const shopLines = pgTable(
  'shop_lines',
  {
    source: uuid().notNull(),
    externalId: text().notNull(),
    line: text().notNull(),
    part: integer().notNull(),
    order: uuid()
      .notNull()
      .references(() => orders.id),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.externalId, table.line, table.part, table.order] }),
    foreignKey({
      columns: [table.source, table.externalId],
      foreignColumns: [shopOrders.source, shopOrders.externalId],
    }).onUpdate('cascade'),
    index('shop_lines_order_idx').on(table.order),
  ],
)

/** Products that lines of a source's orders name: `key` is that of a SKU or of a name. */
export const sourceProducts = pgTable(
  'source_products',
  {
    source: uuid()
      .notNull()
      .references(() => sources.id),
    kind: wordColumn(['sku', 'name']).notNull(),
    key: text().notNull(),
    product: uuid()
      .notNull()
      .references(() => products.id),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.kind, table.key] }),
    index('source_products_product_idx').on(table.product),
  ],
)
