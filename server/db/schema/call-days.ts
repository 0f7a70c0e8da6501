import { date, doublePrecision, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { countryColumn } from './columns.ts'

/**
 * Days (UTC) with calls whose figures are not summed up, or not as they are now. Written by triggers on the history and on parcels
 * (`mark_call_days`), which only insert, so that they do not wait for each other; `sumUpCallDays` deletes.
 */
export const staleCallDays = pgTable(
  'stale_call_days',
  { day: date({ mode: 'string' }).notNull() },
  (table) => [index('stale_call_days_idx').on(table.day)],
)

/** What each caller did on a day (UTC) about the orders of a country: the counts of `CallerFigures`. */
export const callDays = pgTable(
  'call_days',
  {
    day: date({ mode: 'string' }).notNull(),
    country: countryColumn(),
    caller: uuid().notNull(),
    calls: integer().notNull(),
    seconds: doublePrecision().notNull(),
    followed: integer().notNull(),
    reached: integer().notNull(),
    confirmed: integer().notNull(),
    delivered: integer().notNull(),
    callbacks: integer().notNull(),
    kept: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.country, table.caller] })],
)
