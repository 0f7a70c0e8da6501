import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { users } from './users.ts'

/** Passkeys (WebAuthn credentials) of users. Only their public keys are here. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    user: uuid()
      .notNull()
      .references(() => users.id),
    /** As the person calls it. */
    name: text().notNull(),
    /** In base64url, as browsers send it. */
    credentialId: text().notNull(),
    /** In COSE. */
    publicKey: bytea().notNull(),
    /** Of the last accepted use. Many passkeys always have 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How the browser can reach the device. */
    transports: text().array().notNull(),
    /** `singleDevice` or `multiDevice`. */
    deviceType: text().notNull(),
    isBackedUp: boolean().notNull(),
    /** Domain for which it was made: browsers offer it nowhere else. */
    domain: text().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    lastUsedAt: instant(),
  },
  (table) => [
    uniqueIndex('passkeys_credential_key').on(table.credentialId),
    index('passkeys_user_idx').on(table.user, table.createdAt),
  ],
)

/** What a challenge was made for: it answers nothing else. */
export type PasskeyPurpose = 'add' | 'log-in' | 'second-step' | 'prove'

/** Challenges that browsers are to sign, by SHA-256. Each is deleted when it is answered. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: bytea().primaryKey(),
    purpose: text().$type<PasskeyPurpose>().notNull(),
    /** Null for logins by passkey alone, whose user is not known yet. */
    user: uuid().references(() => users.id),
    createdAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
  },
  (table) => [index('passkey_challenges_user_idx').on(table.user, table.createdAt)],
)
