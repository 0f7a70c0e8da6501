import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { distributions, queueOrders, type Weekday } from '../../../domain/calls/call-policy.ts'
import { countryCodes } from '../../../domain/core/countries.ts'
import { instant, recordColumns, wordColumn } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

/** How the customers of each country are called: one row a country, made by the migration. */
export const callPolicies = pgTable(
  'call-policies',
  {
    ...recordColumns(1),
    /** Nobody's: of the company. */
    owner: uuid(),
    hours: text(),
    weekdaysOff: jsonb().$type<Weekday[]>().notNull().default([]),
    daysOff: text(),
    spacing: text(),
    mostAttempts: integer(),
    promisedFor: integer().notNull().default(0),
    distribution: wordColumn(distributions).notNull().default('shared'),
    queueOrder: wordColumn(queueOrders).notNull().default('attempts'),
    mostWait: integer(),
  },
  (table) => [
    uniqueIndex('call_policies_number_key').on(table.number),
    uniqueIndex('call_policies_country_key').on(table.country),
  ],
)

/**
 * Who calls in a country now: a row since their first claim, gone when they leave; away once `seenAt` is too long ago
 * (`domain/calls/distribution.ts`). `share`: orders that they were dealt, counted from those of the others when they came. `calling`:
 * the order on their screen.
 */
export const callersPresent = pgTable(
  'callers_present',
  {
    user: uuid()
      .notNull()
      .references(() => users.id),
    country: wordColumn(countryCodes).notNull(),
    since: instant().notNull(),
    seenAt: instant().notNull(),
    share: integer().notNull().default(0),
    calling: uuid().references(() => orders.id),
    callingSince: instant(),
  },
  (table) => [primaryKey({ columns: [table.user, table.country] })],
)

/** Orders dealt to a caller. In force while they are at work in its country. */
export const callShares = pgTable(
  'call_shares',
  {
    order: uuid()
      .primaryKey()
      .references(() => orders.id),
    user: uuid()
      .notNull()
      .references(() => users.id),
  },
  (table) => [index('call_shares_user_idx').on(table.user)],
)

/**
 * Of the parcels of a phone number in its country that the customer has decided about, how many they took. Triggers keep it, and copy it
 * to the orders of that number which wait for a call (`took_parcels`, `ended_parcels`).
 */
export const customerParcels = pgTable(
  'customer_parcels',
  {
    country: wordColumn(countryCodes).notNull(),
    phone: text().notNull(),
    took: integer().notNull(),
    ended: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.country, table.phone] })],
)
