import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ResourceName } from '../../../domain/resources.ts'
import { countryColumn } from './columns.ts'

/** The `day` of rows that count all days. */
export const everyDay = '-infinity'

/**
 * Counts of records that are not deleted, by day of creation (UTC) and over all days; several rows add up. Triggers
 * (`tally_records`) insert differences as new rows, so that writers do not wait for each other; `gatherTallies` merges them.
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
 * The same for batches of the history, which are never deleted. Columns are named like the history's, so that its filters
 * apply.
 */
export const batchTallies = pgTable('batch_tallies', {
  resource: text().$type<ResourceName>().notNull(),
  verb: text().notNull(),
  country: text(),
  actor: uuid(),
  count: integer().notNull(),
})
