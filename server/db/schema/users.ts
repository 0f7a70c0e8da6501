import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { roles } from '../../../domain/access/permissions.ts'
import { defaultLanguage, languageCodes } from '../../../domain/core/languages.ts'
import { alphabeticalKey, bytea, instant, recordColumns, wordColumn } from './columns.ts'
import { packages } from './plans.ts'

export const users = pgTable(
  'users',
  {
    ...recordColumns(1),
    name: text().notNull(),
    role: wordColumn(roles).notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text(),
    taxNumber: text(),
    passwordHash: text().notNull(),
    isEmailVerified: boolean().notNull().default(false),
    isActivated: boolean().notNull().default(false),
    /** When an administrator admitted them; null before. */
    activation: instant(),
    /** Whether an agent works the queue of calls. */
    calls: boolean().notNull().default(false),
    /** Whether a courier may stay signed in on their phone. */
    staysSignedIn: boolean().notNull().default(true),
    package: uuid().references(() => packages.id),
    /** Whether a password alone is not enough: the mirror of a confirmed row of `second_factors`, or one of `passkeys`. */
    hasSecondFactor: boolean().notNull().default(false),
    /** When a session first asked for the second factor that the user must have. */
    secondFactorAskedAt: instant(),
    /** Whether an identity provider's verified address may be linked to the account, once. */
    allowsLinking: boolean().notNull().default(false),
    language: wordColumn(languageCodes).notNull().default(defaultLanguage),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email).where(sql`deleted_at is null`),
    uniqueIndex('users_number_key').on(table.number),
    index('users_package_idx').on(table.package),
    index('users_name_idx').on(alphabeticalKey('name'), table.id),
    index('users_country_name_idx').on(table.country, alphabeticalKey('name'), table.id),
    index('users_email_idx').on(alphabeticalKey('email'), table.id),
    index('users_country_email_idx').on(table.country, alphabeticalKey('email'), table.id),
    index('users_country_created_idx').on(
      table.country,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
)

/** Tokens are stored as SHA-256 only. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytea().primaryKey(),
    /** Public id for ending it; the token's hash is never answered. */
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    user: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull().default(sql`now()`),
    lastUsedAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    userAgent: text(),
    /** Last proof of who is at the keyboard, by password, code or passkey; null: the login. */
    provenAt: instant(),
    /** Network address of the login. */
    address: text(),
    /** Kept by the device: ends by a longer idle time. */
    isKept: boolean().notNull().default(false),
  },
  (table) => [index('sessions_user_idx').on(table.user), uniqueIndex('sessions_id_key').on(table.id)],
)

/** Devices that logged in to an account, by the SHA-256 of their token. */
export const knownDevices = pgTable(
  'known_devices',
  {
    tokenHash: bytea().primaryKey(),
    user: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull().default(sql`now()`),
    lastUsedAt: instant().notNull().default(sql`now()`),
  },
  (table) => [index('known_devices_user_idx').on(table.user, table.lastUsedAt)],
)

/**
 * Rate-limited attempts (failed logins, account calls, mails) by key, in the database to survive restarts and span instances.
 */
export const attempts = pgTable(
  'attempts',
  { key: text().notNull(), at: instant().notNull().default(sql`now()`) },
  (table) => [index('attempts_key_idx').on(table.key, table.at)],
)

export type UserRow = typeof users.$inferSelect
