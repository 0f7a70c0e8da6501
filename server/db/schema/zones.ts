import { sql } from 'drizzle-orm'
import { check, index, jsonb, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { alphabeticalKey, dayColumn, money, newestFirst, recordColumns } from './columns.ts'
import { users } from './users.ts'

/** Parts of a country with one price. `owner` is who made it. */
export const zones = pgTable(
  'zones',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    cities: jsonb().$type<string[]>().notNull(),
  },
  (table) => [
    uniqueIndex('zones_number_key').on(table.number),
    index('zones_name_idx').on(alphabeticalKey('name'), table.id),
    index('zones_country_name_idx').on(table.country, alphabeticalKey('name'), table.id),
    index('zones_country_created_idx').on(table.country, ...newestFirst(table)),
    index('zones_owner_idx').on(table.owner),
  ],
)

/** Prices of our service. Without `owner` those of every seller, without `zone` those of the rest of the country. */
export const tariffs = pgTable(
  'tariffs',
  {
    ...recordColumns(1),
    owner: uuid().references(() => users.id),
    zone: uuid().references(() => zones.id),
    from: dayColumn(),
    to: dayColumn(),
    delivery: money().notNull(),
    returned: money().notNull(),
    refused: money(),
    piece: money(),
    cashPercent: numeric({ precision: 6, scale: 3, mode: 'number' }),
    cashFixed: money(),
    cashLeast: money(),
    cashMost: money(),
    courier: money(),
  },
  (table) => [
    check('tariffs_days_check', sql`"from" is null or "to" is null or "from" <= "to"`),
    uniqueIndex('tariffs_number_key').on(table.number),
    uniqueIndex('tariffs_reach_key')
      .on(
        table.country,
        sql`coalesce(${table.owner}::text, '')`,
        sql`coalesce(${table.zone}::text, '')`,
        sql`coalesce(${table.from}, '-infinity')`,
      )
      .where(sql`deleted_at is null`),
    index('tariffs_country_created_idx').on(table.country, ...newestFirst(table)),
    index('tariffs_owner_idx').on(table.owner),
    index('tariffs_zone_idx').on(table.zone),
  ],
)
