import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { billedStatuses } from '../../../domain/fulfillment/shipping-status.ts'
import { type InvoiceParties, invoiceStatuses } from '../../../domain/invoices/invoice.ts'
import { countryColumn, instant, money, moneySum, newestFirst, recordColumns, wordColumn } from './columns.ts'
import { shippings } from './orders.ts'
import { users } from './users.ts'
import { tariffs, zones } from './zones.ts'

/**
 * Our name, address and tax number on the papers of a country. `id` and `version`: for its lines of the history. Without a name
 * none is set.
 */
export const issuers = pgTable('issuers', {
  id: uuid().notNull().unique().default(sql`gen_random_uuid()`),
  country: countryColumn().primaryKey(),
  version: integer().notNull().default(0),
  name: text(),
  address: text(),
  taxNumber: text(),
  updatedAt: instant().notNull().default(sql`now()`),
})

/** One per seller, country and ISO week. Totals are maintained by all writers of lines and fees. */
export const invoices = pgTable(
  'invoices',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    code: text().notNull(),
    /** ISO week in the country's time zone (`2026-W47`), and its Monday. */
    week: text().notNull(),
    weekStart: date({ mode: 'string' }).notNull(),
    status: wordColumn(invoiceStatuses).notNull().default('UN_PAID'),
    dueAt: instant().notNull(),
    paidAt: instant(),
    totalShipments: integer().notNull().default(0),
    totalWithoutFees: moneySum().notNull().default(0),
    shippingFees: moneySum().notNull().default(0),
    upsellFees: moneySum().notNull().default(0),
    cashFees: moneySum().notNull().default(0),
    expeditionFees: money().notNull().default(0),
    otherFees: money().notNull().default(0),
    totalWithFees: moneySum().notNull().default(0),
    /** Sum of the lines of its payouts. */
    paidAmount: moneySum().notNull().default(0),
    notes: text(),
    terms: text().notNull(),
    /** Both parties as they were at the last payment; shown while it is paid. */
    parties: jsonb().$type<InvoiceParties>(),
  },
  (table) => [
    check('invoices_status_check', sql`status in ('PAID', 'UN_PAID')`),
    check('invoices_paid_check', sql`(status = 'PAID') = (paid_at is not null)`),
    check(
      'invoices_total_check',
      sql`total_with_fees = total_without_fees - shipping_fees - upsell_fees - cash_fees
        - expedition_fees - other_fees`,
    ),
    uniqueIndex('invoices_number_key').on(table.number),
    uniqueIndex('invoices_code_key').on(table.code),
    uniqueIndex('invoices_week_key')
      .on(table.owner, table.country, table.week)
      .where(sql`deleted_at is null`),
    index('invoices_country_created_idx').on(table.country, ...newestFirst(table)),
    index('invoices_owner_idx').on(table.owner),
  ],
)

/** A parcel as billed. `shipping` is unique, so that it is billed once. */
export const invoiceLines = pgTable(
  'invoice_lines',
  {
    id: uuid().primaryKey(),
    country: countryColumn(),
    invoice: uuid()
      .notNull()
      .references(() => invoices.id),
    shipping: uuid()
      .notNull()
      .references(() => shippings.id),
    /** The billing that added it: removed by its undo. */
    batchId: uuid().notNull(),
    shippingNumber: integer().notNull(),
    orderNumber: integer().notNull(),
    productName: text().notNull(),
    customerName: text().notNull(),
    quantity: integer().notNull(),
    status: wordColumn(billedStatuses).notNull(),
    settledAt: instant().notNull(),
    collected: money().notNull(),
    shippingFee: money().notNull(),
    upsellFee: money().notNull(),
    cashFee: money().notNull().default(0),
    /** By which it was billed; null for lines from before tariffs were records. */
    tariff: uuid().references(() => tariffs.id),
    zone: uuid().references(() => zones.id),
    zoneName: text(),
  },
  (table) => [
    uniqueIndex('invoice_lines_shipping_key').on(table.shipping),
    index('invoice_lines_invoice_idx').on(table.invoice, table.settledAt),
  ],
)

/** Last invoice number by country and year, without gaps. */
export const invoiceNumbers = pgTable(
  'invoice_numbers',
  { country: countryColumn(), year: integer().notNull(), last: integer().notNull() },
  (table) => [primaryKey({ columns: [table.country, table.year] })],
)

/**
 * Weeks billed automatically; inserting the row claims the week. `job`: its billing job, null if nothing was due. Failed jobs
 * are restarted.
 */
export const invoiceRuns = pgTable(
  'invoice_runs',
  {
    country: countryColumn(),
    week: text().notNull(),
    job: uuid(),
    at: instant().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.country, table.week] })],
)
