import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { users } from './users.ts'

/** Authenticator apps (TOTP), one a user. A confirmed one sets `users.hasSecondFactor`, as passkeys do. */
export const secondFactors = pgTable('second_factors', {
  user: uuid()
    .primaryKey()
    .references(() => users.id),
  /** Sealed. */
  secret: bytea().notNull(),
  createdAt: instant().notNull().default(sql`now()`),
  /** Null until a first code was accepted. */
  confirmedAt: instant(),
  /** Time step of the last accepted code: no code of it or before it is accepted again. */
  lastStep: bigint({ mode: 'number' }),
})

/** Recovery codes by SHA-256. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user: uuid()
      .notNull()
      .references(() => users.id),
    codeHash: bytea().notNull(),
    usedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.user, table.codeHash] })],
)

/** Logins whose password was right and whose second step is awaited. Tokens are stored as SHA-256 only. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    tokenHash: bytea().primaryKey(),
    user: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
    tries: integer().notNull().default(0),
  },
  (table) => [index('login_challenges_user_idx').on(table.user, table.createdAt)],
)
