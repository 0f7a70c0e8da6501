import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { queueOrders, type Weekday } from '../../../domain/calls/call-policy.ts'
import { recordColumns, wordColumn } from './columns.ts'

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
    queueOrder: wordColumn(queueOrders).notNull().default('attempts'),
    mostWait: integer(),
  },
  (table) => [
    uniqueIndex('call_policies_number_key').on(table.number),
    uniqueIndex('call_policies_country_key').on(table.country),
  ],
)
