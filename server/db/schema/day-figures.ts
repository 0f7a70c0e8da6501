import { bigint, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { OrderStatus } from '../../../domain/fulfillment/order-status.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import { bytea, countryColumn, moneySum } from './columns.ts'

const day = () => date({ mode: 'string' }).notNull()

/** Whose orders of which day: the dashboard is added up from these. */
const dayColumns = () => ({ country: countryColumn(), day: day(), owner: uuid().notNull() })

const sum = () => moneySum().notNull()

/**
 * Whose orders of which day (UTC) have changed since they were summed up: written by triggers (`mark_*_days`) in the
 * statement that changes an order, its parcel, its invoice line or whether that is paid. Only ever added to by writers,
 * so that no two wait for each other; `sumUpDays` takes them away.
 */
export const staleDays = pgTable('stale_days', dayColumns(), (table) => [
  index('stale_days_idx').on(table.country, table.day),
])

/**
 * The orders created on a day of their country's calendar, by the statuses of them and of their parcels. `unbilled` parcels
 * and pieces cost what the tariff says when they are read; `billed` is what the others did cost.
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
    unbilledPieces: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('day_statuses_idx').on(table.country, table.day)],
)

/** The same by product and by delivery person (`key`). */
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
  },
  (table) => [index('day_shares_idx').on(table.country, table.day)],
)

/** Who confirmed the same orders, and sent their parcels out. */
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

/** How many seconds each of them took: one float8 after another, big end first, in no order. A median needs them all. */
export const dayTimes = pgTable(
  'day_times',
  { ...dayColumns(), toConfirm: bytea(), toDeliver: bytea() },
  (table) => [index('day_times_idx').on(table.country, table.day)],
)
