import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { countryColumn, instant, money, moneySum, newestFirst, recordColumns } from './columns.ts'
import { users } from './users.ts'

const user = () =>
  uuid()
    .notNull()
    .references(() => users.id)

/** Cash handed over by a courier in one country. Undo deletes it softly; `handover_lines` stay for redo. */
export const handovers = pgTable(
  'handovers',
  {
    ...recordColumns(1),
    delivery: user(),
    receivedBy: user(),
    parcels: integer().notNull(),
    /** What its parcels earned the courier, and the part of it that was taken from the cash. */
    earned: moneySum().notNull().default(0),
    keptBack: moneySum().notNull().default(0),
    expected: moneySum().notNull(),
    counted: money().notNull(),
    difference: moneySum().notNull(),
    note: text(),
    /** The batch that recorded it, or redid it. */
    batchId: uuid().notNull(),
  },
  (table) => [
    check('handovers_difference_check', sql`difference = counted - expected`),
    check('handovers_note_check', sql`difference = 0 or note is not null`),
    check('handovers_amounts_check', sql`parcels >= 0 and expected >= 0 and counted >= 0`),
    check('handovers_earned_check', sql`kept_back >= 0 and kept_back <= earned`),
    uniqueIndex('handovers_number_key').on(table.number),
    index('handovers_country_created_idx').on(table.country, ...newestFirst(table)),
    index('handovers_delivery_idx').on(table.delivery, ...newestFirst(table)),
  ],
)

/**
 * Countries whose couriers keep their earnings back from the cash; none without a row. `id` and `version`: for its lines of the
 * history.
 */
export const earningRules = pgTable('earning_rules', {
  id: uuid().notNull().unique().default(sql`gen_random_uuid()`),
  country: countryColumn().primaryKey(),
  version: integer().notNull().default(0),
  isKeptBack: boolean().notNull().default(false),
  updatedAt: instant().notNull().default(sql`now()`),
})

/**
 * When cash tracking began: one row in databases older than handovers. Earlier deliveries are neither with a courier nor handed
 * over (ADR 0056).
 */
export const cashStart = pgTable('cash_start', { at: instant().notNull() })
