import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { roles } from '../../../domain/access/permissions.ts'
import {
  alphabeticalKey,
  bytea,
  countryColumn,
  instant,
  newestFirst,
  recordColumns,
  wordColumn,
} from './columns.ts'
import { users } from './users.ts'

/** Keys of the API. `verbs`: names of `domain/keys/key-verbs.ts`. */
export const keys = pgTable(
  'keys',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    verbs: jsonb().$type<string[]>().notNull(),
    expiresAt: instant(),
    isActive: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('keys_number_key').on(table.number),
    index('keys_name_idx').on(alphabeticalKey('name'), table.id),
    index('keys_country_name_idx').on(table.country, alphabeticalKey('name'), table.id),
    index('keys_country_created_idx').on(table.country, ...newestFirst(table)),
    index('keys_owner_idx').on(table.owner),
  ],
)

/** Keys of the API that were revoked before a restore, which may know nothing of it: a later restore revokes them again. */
export const revokedKeys = pgTable('revoked_keys', { key: uuid().primaryKey(), at: instant().notNull() })

/**
 * What no history has. `hash`: SHA-256 of the whole key, which begins with `prefix`. `role` and `ownerCountry`: those that its
 * owner had when it was made; with others the key is refused.
 */
export const keySecrets = pgTable(
  'key_secrets',
  {
    key: uuid()
      .primaryKey()
      .references(() => keys.id),
    prefix: text().notNull(),
    hash: bytea().notNull(),
    role: wordColumn(roles).notNull(),
    ownerCountry: countryColumn(),
    lastUsedAt: instant(),
  },
  (table) => [uniqueIndex('key_secrets_prefix_key').on(table.prefix)],
)
