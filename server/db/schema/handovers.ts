import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, money, moneySum, newestFirst, recordColumns } from './columns.ts'
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
    uniqueIndex('handovers_number_key').on(table.number),
    index('handovers_country_created_idx').on(table.country, ...newestFirst(table)),
    index('handovers_delivery_idx').on(table.delivery, ...newestFirst(table)),
  ],
)

/**
 * When cash tracking began: one row in databases older than handovers. Earlier deliveries are neither with a courier nor handed
 * over (ADR 0056).
 */
export const cashStart = pgTable('cash_start', { at: instant().notNull() })
