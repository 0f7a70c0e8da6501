import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { LanguageCode } from '../../../domain/languages.ts'
import { bytea, instant } from './columns.ts'
import { users } from './users.ts'

export type TokenPurpose = 'verify-email' | 'reset-password'

/** Links in mails. Kept as SHA-256 only, used once, dead after `expiresAt`. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    tokenHash: bytea().primaryKey(),
    user: uuid()
      .notNull()
      .references(() => users.id),
    purpose: text().$type<TokenPurpose>().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index('account_tokens_user_idx').on(table.user, table.purpose)],
)

/**
 * Mails that are to be sent, written in the transaction of what they tell. A link's token is made when the mail is
 * sent: nothing that could be used stands here.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    template: text().notNull(),
    user: uuid()
      .notNull()
      .references(() => users.id),
    language: text().$type<LanguageCode>().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant().notNull().default(sql`now()`),
    dueAt: instant().notNull().default(sql`now()`),
    attempts: integer().notNull().default(0),
    sentAt: instant(),
    failedAt: instant(),
  },
  (table) => [index('mails_due_idx').on(table.dueAt).where(sql`sent_at is null and failed_at is null`)],
)
