import { sql } from 'drizzle-orm'
import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, countryColumn, instant } from './columns.ts'

/** Customers who were erased, by the HMAC of their phone under a key of `erasureKeys`: a restored backup erases them again. */
export const erasures = pgTable('erasures', {
  hash: bytea().primaryKey(),
  at: instant().notNull().default(sql`now()`),
  /** Null for the retention of a country. */
  actor: uuid(),
})

/** Keys of the ledger of erasures, sealed: a new `SECRETS_KEY` seals them anew and changes no HMAC. The newest is used. */
export const erasureKeys = pgTable('erasure_keys', {
  id: uuid().primaryKey(),
  key: bytea().notNull(),
  createdAt: instant().notNull().default(sql`now()`),
})

/** After how many years without an order customers of a country are erased; null for never. Without a row: the default of the country. */
export const retentionRules = pgTable('retention_rules', {
  id: uuid().notNull().unique().default(sql`gen_random_uuid()`),
  country: countryColumn().primaryKey(),
  version: integer().notNull().default(0),
  years: integer(),
  updatedAt: instant().notNull().default(sql`now()`),
})
