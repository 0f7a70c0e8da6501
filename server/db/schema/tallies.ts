import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ResourceName } from '../../../domain/resources.ts'
import { countryColumn } from './columns.ts'

/** The day of the rows that count all days together. */
export const everyDay = '-infinity'

/**
 * How many records that are not deleted there are of each kind: one row a day of creation (UTC), and one for all days,
 * or several that add up. Written by triggers (`tally_records`) in the statement that changes the records, as
 * differences in rows of their own, so that no two writers wait for each other; `gatherTallies` adds them up.
 */
export const tallies = pgTable(
  'tallies',
  {
    resource: text().$type<ResourceName>().notNull(),
    day: date({ mode: 'string' }).notNull(),
    country: countryColumn(),
    status: text().notNull(),
    owner: uuid().notNull(),
    count: integer().notNull(),
  },
  (table) => [index('tallies_resource_day_idx').on(table.resource, table.day)],
)

/**
 * The same of the history's rows, which are never deleted: how many there are of each kind, whenever they were written.
 * Named as the history's own columns, so that its filters hold for both.
 */
export const batchTallies = pgTable('batch_tallies', {
  resource: text().$type<ResourceName>().notNull(),
  verb: text().notNull(),
  country: text(),
  actor: uuid(),
  count: integer().notNull(),
})
