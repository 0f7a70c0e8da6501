import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { users } from './users.ts'

export type TokenPurpose = 'verify-email' | 'reset-password'

/** Links in mails: SHA-256 only, single use, expire at `expiresAt`. */
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

export type MailTemplate =
  | 'verify-email'
  | 'reset-password'
  | 'account-exists'
  | 'activated'
  | 'sellers-waiting'
  | 'webhook-off'
  | 'password-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes-renewed'
  | 'second-factor-reset'
  | 'passkey-added'
  | 'passkey-removed'

/**
 * Outgoing mails, written in the transaction that causes them. Address, language and link are resolved on sending, so no usable
 * link is stored.
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
