import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { OrderStatus } from '../../../domain/fulfillment/order-status.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import { bytea, countryColumn, moneySum } from './columns.ts'

const day = () => date({ mode: 'string' }).notNull()

/** Key of daily figures: country, day, owner. */
const dayColumns = () => ({ country: countryColumn(), day: day(), owner: uuid().notNull() })

const sum = () => moneySum().notNull()

/**
 * Days (UTC) whose orders changed since they were summed up, by owner. Written by triggers (`mark_*_days`) on orders, parcels,
 * invoice lines and payments. Writers only insert, so that they do not wait for each other; `sumUpDays` deletes.
 */
export const staleDays = pgTable('stale_days', dayColumns(), (table) => [
  index('stale_days_idx').on(table.country, table.day),
])

/**
 * Orders by creation day (country), order status and parcel status. `billed`: fees of parcels that are on an invoice;
 * `unbilled`: how many are not, `unbilledFees`: what they cost by the tariffs as they are. A change of a tariff makes days with such parcels stale.
 */
export const dayStatuses = pgTable(
  'day_statuses',
  {
    ...dayColumns(),
    status: text().$type<OrderStatus>().notNull(),
    parcelStatus: text().$type<ShippingStatus>(),
    orders: integer().notNull(),
    calls: integer().notNull(),
    outings: integer().notNull(),
    price: sum(),
    collected: sum(),
    paidOut: sum(),
    billed: sum(),
    unbilled: integer().notNull(),
    unbilledFees: sum(),
  },
  (table) => [index('day_statuses_idx').on(table.country, table.day)],
)

/**
 * The same by product and by courier (`key`). Of products also `pieces`: delivered ones, `lostPieces`: lost or back damaged, `fees`: of
 * delivered parcels, billed or by the tariffs as they are, `returnFees`: of returned ones, `failed`: returned and lost parcels.
 */
export const dayShares = pgTable(
  'day_shares',
  {
    ...dayColumns(),
    by: text({ enum: ['products', 'deliveryGuys'] }).notNull(),
    key: uuid().notNull(),
    orders: integer().notNull(),
    confirmed: integer().notNull(),
    delivered: integer().notNull(),
    returned: integer().notNull(),
    collected: sum(),
    /** Parcels that ever left. */
    out: integer().notNull().default(0),
    pieces: integer().notNull().default(0),
    lostPieces: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    fees: sum().default(0),
    returnFees: sum().default(0),
  },
  (table) => [
    index('day_shares_idx').on(table.country, table.day),
    // The figures of one product.
    index('day_shares_key_idx').on(table.key, table.day),
  ],
)

/** Orders by who confirmed and who dispatched them. */
export const dayHandlers = pgTable(
  'day_handlers',
  {
    ...dayColumns(),
    actor: uuid().notNull(),
    confirmed: integer().notNull(),
    dispatched: integer().notNull(),
  },
  (table) => [index('day_handlers_idx').on(table.country, table.day)],
)

/** Durations in seconds: concatenated big-endian float8, unordered. Medians need all values. */
export const dayTimes = pgTable(
  'day_times',
  { ...dayColumns(), toConfirm: bytea(), toDeliver: bytea() },
  (table) => [index('day_times_idx').on(table.country, table.day)],
)
