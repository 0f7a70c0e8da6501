import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { payoutMethods } from '../../../domain/payouts/payout.ts'
import {
  countryColumn,
  dayColumn,
  money,
  moneySum,
  newestFirst,
  recordColumns,
  wordColumn,
} from './columns.ts'
import { invoices } from './invoices.ts'
import { users } from './users.ts'

/** Payments to sellers. `owner` is the seller. Deleted softly; `payout_lines` stay, so that an undo finds them. */
export const payouts = pgTable(
  'payouts',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    code: text().notNull(),
    date: dayColumn().notNull(),
    method: wordColumn(payoutMethods).notNull(),
    reference: text(),
    invoices: integer().notNull(),
    total: moneySum().notNull(),
  },
  (table) => [
    check('payouts_total_check', sql`total >= 0 and invoices > 0`),
    uniqueIndex('payouts_number_key').on(table.number),
    uniqueIndex('payouts_code_key').on(table.code),
    index('payouts_country_created_idx').on(table.country, ...newestFirst(table)),
    index('payouts_owner_idx').on(table.owner, table.country, table.date),
  ],
)

/** What a payout pays of an invoice; never changes. `invoices.paid_amount` is the sum of those of payouts that are not deleted. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    payout: uuid()
      .notNull()
      .references(() => payouts.id),
    invoice: uuid()
      .notNull()
      .references(() => invoices.id),
    amount: money().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.payout, table.invoice] }),
    index('payout_lines_invoice_idx').on(table.invoice),
  ],
)

/** Last payout number by country and year, without gaps. */
export const payoutNumbers = pgTable(
  'payout_numbers',
  { country: countryColumn(), year: integer().notNull(), last: integer().notNull() },
  (table) => [primaryKey({ columns: [table.country, table.year] })],
)
