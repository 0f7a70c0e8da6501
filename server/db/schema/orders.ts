import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { orderStatuses } from '../../../domain/fulfillment/order-status.ts'
import { returnConditions, shippingStatuses } from '../../../domain/fulfillment/shipping-status.ts'
import {
  alphabeticalKey,
  dayColumn,
  instant,
  money,
  moneySum,
  newestFirst,
  recordColumns,
  wordColumn,
} from './columns.ts'
import { products } from './goods.ts'
import { handovers } from './handovers.ts'
import { users } from './users.ts'
import { tariffs, zones } from './zones.ts'

const user = () => uuid().references(() => users.id)

/** The share of their parcels that the customer took; a half while they have decided about none. */
export const riskKey = 'coalesce(took_parcels::float8 / nullif(ended_parcels, 0), 0.5)'

export const orders = pgTable(
  'orders',
  {
    ...recordColumns(10_001),
    owner: user().notNull(),
    product: uuid()
      .notNull()
      .references(() => products.id),
    customerName: text().notNull(),
    customerPhone: text().notNull(),
    customerAddress: text().notNull(),
    city: text(),
    /** Recognised from city and address, or chosen. */
    zone: uuid().references(() => zones.id),
    quantity: integer().notNull(),
    price: money().notNull(),
    totalPrice: money().notNull(),
    sourceLink: text(),
    sourceName: text(),
    /** The seller's own id of the order; prevents importing it twice. */
    externalRef: text(),
    basket: text(),
    status: wordColumn(orderStatuses).notNull().default('PENDING'),
    statusAt: instant().notNull().default(sql`now()`),
    comment: text(),
    delivery: user(),
    attempts: integer().notNull().default(0),
    /** When to call an unreached customer again. */
    callbackAt: instant(),
    /** The last call that led to no decision. */
    calledAt: instant(),
    /**
     * Of the parcels of this phone in this country that the customer has decided about, how many they took: `customerScore`. Kept by
     * triggers, of orders that wait for a call (ADR 0177).
     */
    tookParcels: integer().notNull().default(0),
    endedParcels: integer().notNull().default(0),
  },
  (table) => [
    check('orders_quantity_check', sql`quantity > 0`),
    check('orders_status_check', sql`status in ('PENDING', 'CONFIRMED', 'CANCELLED', 'NOT_REACHABLE')`),
    uniqueIndex('orders_number_key').on(table.number),
    uniqueIndex('orders_external_ref_key')
      .on(table.owner, table.externalRef)
      .where(sql`external_ref is not null and deleted_at is null`),
    index('orders_basket_idx').on(table.basket).where(sql`basket is not null`),
    // For pasted references, case-insensitive.
    index('orders_reference_idx')
      .on(sql`lower(external_ref)`)
      .where(sql`external_ref is not null and deleted_at is null`),
    index('orders_created_idx')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('orders_country_created_idx')
      .on(table.country, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('orders_country_status_created_idx')
      .on(table.country, table.status, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    // For the age of a status.
    index('orders_country_status_since_idx')
      .on(table.country, table.status, table.statusAt, table.id)
      .where(sql`deleted_at is null`),
    index('orders_callback_idx')
      .on(table.country, table.callbackAt, table.id)
      .where(sql`deleted_at is null and callback_at is not null`),
    index('orders_owner_created_idx')
      .on(table.owner, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('orders_customer_idx').on(table.customerPhone, table.product, table.createdAt),
    // Covering index of the duplicate search.
    index('orders_duplicate_idx')
      .on(table.customerPhone, table.product, table.country, table.createdAt, table.id)
      .where(sql`deleted_at is null and status <> 'CANCELLED'`),
    index('orders_total_idx')
      .on(table.totalPrice.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('orders_product_idx').on(table.product),
    index('orders_zone_idx')
      .on(table.zone, ...newestFirst(table))
      .where(sql`zone is not null and deleted_at is null`),
    // Sorts by name, in all countries and in one; parcels by their order's name.
    index('orders_customer_name_idx').on(alphabeticalKey('customer_name'), table.id),
    index('orders_country_customer_name_idx').on(table.country, alphabeticalKey('customer_name'), table.id),
    // The order of triage.
    index('orders_triage_idx')
      .on(table.country, table.callbackAt, table.attempts, table.createdAt, table.id)
      .where(sql`deleted_at is null and status in ('PENDING', 'NOT_REACHABLE')`),
    // The other orders of the queue of calls.
    index('orders_triage_risk_idx')
      .on(table.country, sql.raw(`(${riskKey}) desc`), table.createdAt, table.id)
      .where(sql`deleted_at is null and callback_at is null and status in ('PENDING', 'NOT_REACHABLE')`),
    index('orders_triage_created_idx')
      .on(table.country, table.createdAt, table.id)
      .where(sql`deleted_at is null and callback_at is null and status in ('PENDING', 'NOT_REACHABLE')`),
    index('orders_triage_value_idx')
      .on(table.country, table.totalPrice.desc().nullsFirst(), table.createdAt, table.id)
      .where(sql`deleted_at is null and callback_at is null and status in ('PENDING', 'NOT_REACHABLE')`),
  ],
)

/** One parcel per order: confirming again after a cancellation reuses the row. */
export const shippings = pgTable(
  'shippings',
  {
    ...recordColumns(50_001),
    owner: user().notNull(),
    order: uuid()
      .notNull()
      .references(() => orders.id),
    status: wordColumn(shippingStatuses).notNull().default('PENDING'),
    statusAt: instant().notNull().default(sql`now()`),
    comment: text(),
    delivery: user(),
    attempts: integer().notNull().default(0),
    postponedTo: dayColumn(),
    collected: money(),
    /** Collected less total, maintained by a trigger (ADR 0060). */
    difference: moneySum(),
    outAt: instant(),
    deliveredAt: instant(),
    /** Delivery or return; decides the week it is billed in. */
    settledAt: instant(),
    /** Condition of returned goods; null for returns before this column existed. */
    condition: wordColumn(returnConditions),
    /** Refused by the customer: while REFUSED, and once it came back from there. */
    isRefused: boolean().notNull().default(false),
    /** The handover of its cash; null while with the courier. */
    handover: uuid().references(() => handovers.id),
  },
  (table) => [
    check(
      'shippings_condition_check',
      sql`condition is null or (status = 'RETURNED' and condition in ('sound', 'damaged'))`,
    ),
    // A parcel whose cash was handed over cannot be reopened, even by a stale decision.
    check('shippings_handover_check', sql`handover is null or status = 'DELIVERED'`),
    check('shippings_collected_check', sql`(status = 'DELIVERED') = (collected is not null)`),
    check(
      'shippings_status_check',
      sql`status in ('PENDING', 'ASSIGNED', 'OUT_FOR_DELIVERY', 'DELIVERED', 'POSTPONED', 'NOT_REACHABLE', 'REFUSED',
        'RETURNED', 'LOST', 'CANCELLED')`,
    ),
    // For the age of a status.
    index('shippings_country_status_since_idx')
      .on(table.country, table.status, table.statusAt, table.id)
      .where(sql`deleted_at is null`),
    index('shippings_postponed_idx')
      .on(table.country, table.postponedTo, table.id)
      .where(sql`deleted_at is null and postponed_to is not null`),
    index('shippings_out_idx')
      .on(table.country, table.outAt)
      .where(sql`deleted_at is null and out_at is not null`),
    // Cash with couriers, and parcels of a handover.
    index('shippings_cash_idx')
      .on(table.country, table.deliveredAt, table.delivery)
      .where(sql`status = 'DELIVERED' and handover is null and deleted_at is null`),
    // Partial: few parcels have a difference.
    index('shippings_difference_idx')
      .on(table.country, table.settledAt, table.difference)
      .where(sql`difference <> 0 and deleted_at is null`),
    index('shippings_handover_idx').on(table.handover).where(sql`handover is not null`),
    index('shippings_settled_idx').on(table.country, table.settledAt).where(sql`settled_at is not null`),
    index('shippings_owner_idx').on(table.owner),
    uniqueIndex('shippings_order_key').on(table.order),
    uniqueIndex('shippings_number_key').on(table.number),
    index('shippings_created_idx').on(...newestFirst(table)),
    index('shippings_country_created_idx').on(
      table.country,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('shippings_delivery_idx').on(table.delivery, table.createdAt.desc().nullsFirst()),
  ],
)

/**
 * Parcels of a handover with their cash and what they earned the courier, by which tariff and in which zone. `shippings.handover`
 * is the current one: a parcel earns once.
 */
export const handoverLines = pgTable(
  'handover_lines',
  {
    handover: uuid()
      .notNull()
      .references(() => handovers.id),
    shipping: uuid()
      .notNull()
      .references(() => shippings.id),
    collected: money().notNull(),
    earned: money().notNull().default(0),
    /** Null for lines from before earnings. */
    tariff: uuid().references(() => tariffs.id),
    zone: uuid().references(() => zones.id),
    zoneName: text(),
  },
  (table) => [
    primaryKey({ columns: [table.handover, table.shipping] }),
    index('handover_lines_shipping_idx').on(table.shipping),
  ],
)

/** Print counts of labels. Not a column of shippings, to avoid version, history and trigger updates (ADR 0050). */
export const labelPrints = pgTable(
  'label_prints',
  {
    shipping: uuid()
      .primaryKey()
      .references(() => shippings.id),
    prints: integer().notNull(),
    printedAt: instant().notNull(),
    printedBy: user().notNull(),
  },
  () => [check('label_prints_prints_check', sql`prints > 0`)],
)

/** Imported spreadsheets by hash, so that a file is imported once. */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey(),
    ...(({ country, createdAt }) => ({ country, createdAt }))(recordColumns(1)),
    owner: user().notNull(),
    fileHash: text().notNull(),
    batchId: uuid().notNull(),
    rowCount: integer().notNull(),
    createdCount: integer().notNull(),
  },
  (table) => [uniqueIndex('imports_file_key').on(table.owner, table.country, table.fileHash)],
)
