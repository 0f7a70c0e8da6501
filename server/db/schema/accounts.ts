import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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

export type MailTemplate = 'verify-email' | 'reset-password' | 'account-exists' | 'activated'

/**
 * Mails that are to be sent, written in the transaction of what they tell. Address, language and link are those of the
 * moment when the mail is sent: nothing that could be used is here.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    template: text().$type<MailTemplate>().notNull(),
    user: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull().default(sql`now()`),
    dueAt: instant().notNull().default(sql`now()`),
    attempts: integer().notNull().default(0),
    sentAt: instant(),
    failedAt: instant(),
  },
  (table) => [index('mails_due_idx').on(table.dueAt).where(sql`sent_at is null and failed_at is null`)],
)
