import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { users } from './users.ts'

/** Who a user is at an identity provider. An account may have several. */
export const userIdentities = pgTable(
  'user_identities',
  {
    issuer: text().notNull(),
    /** The provider's id of the person: `sub`. */
    subject: text().notNull(),
    user: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull().default(sql`now()`),
    lastUsedAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('user_identities_user_idx').on(table.user),
  ],
)

/** Logins that are at their provider. The browser's token is stored as SHA-256 only. */
export const signOns = pgTable('sign_ons', {
  flowHash: bytea().primaryKey(),
  provider: text().notNull(),
  /** Sealed: state, nonce and code verifier. */
  secrets: bytea().notNull(),
  createdAt: instant().notNull().default(sql`now()`),
  expiresAt: instant().notNull(),
})
