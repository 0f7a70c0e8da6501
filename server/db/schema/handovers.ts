import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, money, moneySum, newestFirst, recordColumns } from './columns.ts'
import { users } from './users.ts'

const user = () =>
  uuid()
    .notNull()
    .references(() => users.id)

/** Cash that a courier handed over, of one country. Deleted softly by its undo; `handover_lines` stay for the redo. */
export const handovers = pgTable(
  'handovers',
  {
    ...recordColumns(1),
    delivery: user(),
    receivedBy: user(),
    parcels: integer().notNull(),
    expected: moneySum().notNull(),
    counted: money().notNull(),
    difference: moneySum().notNull(),
    note: text(),
    /** The change that recorded it, or did so again after an undo. */
    batchId: uuid().notNull(),
  },
  (table) => [
    check('handovers_difference_check', sql`difference = counted - expected`),
    check('handovers_note_check', sql`difference = 0 or note is not null`),
    check('handovers_amounts_check', sql`parcels >= 0 and expected >= 0 and counted >= 0`),
    uniqueIndex('handovers_number_key').on(table.number),
    index('handovers_country_created_idx').on(table.country, ...newestFirst(table)),
    index('handovers_delivery_idx').on(table.delivery, ...newestFirst(table)),
  ],
)

/**
 * Since when delivered cash is kept account of: one row in databases older than the handovers, the day of their upgrade.
 * What was delivered before is neither with a driver nor handed over (ADR 0056).
 */
export const cashStart = pgTable('cash_start', { at: instant().notNull() })
