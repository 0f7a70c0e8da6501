import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { verbsOfKey } from '../../domain/keys/key-verbs.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { preparedSelect } from '../db/prepared-select.ts'
import { keySecrets, keys } from '../db/schema/keys.ts'
import { users } from '../db/schema/users.ts'
import { refusalOf } from '../problems/refusal-of.ts'
import { type SessionUser, userColumns } from './session-user.ts'

const scheme = 'wbk_'
const written = /^(wbk_[0-9a-f]{12})_[\w-]{43}$/

/** Whether a token of the `Authorization` header is meant as a key. */
export const isApiKey = (token: string): boolean => token.startsWith(scheme)

/** `wbk_`, 48 bits that find the key, and 256 random ones of which the hash is stored. */
export const makeApiKey = (): { key: string; prefix: string; hash: Buffer } => {
  const prefix = `${scheme}${randomBytes(6).toString('hex')}`
  const key = `${prefix}_${randomBytes(32).toString('base64url')}`
  return { key, prefix, hash: hashOf(key) }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

const columns = {
  ...userColumns,
  ownerGone: sql<boolean>`${users.deletedAt} is not null`,
  key: keys.id,
  keyCountry: keys.country,
  verbs: keys.verbs,
  expiresAt: keys.expiresAt,
  isRevoked: sql<boolean>`(not ${keys.isActive} or ${keys.deletedAt} is not null)`,
  hash: sql<string>`encode(${keySecrets.hash}, 'hex')`,
  roleThen: sql<Actor['role']>`${keySecrets.role}`,
  countryThen: sql<CountryCode>`${keySecrets.ownerCountry}`,
  lastUsedAt: keySecrets.lastUsedAt,
}

type KeyRow = SessionUser & {
  ownerGone: boolean
  key: string
  keyCountry: CountryCode
  verbs: string[]
  expiresAt: Date | string | null
  isRevoked: boolean
  roleThen: Actor['role']
  countryThen: CountryCode
}

const selectByPrefix = preparedSelect('key by prefix', columns, (query) =>
  query
    .from(keySecrets)
    .innerJoin(keys, eq(keys.id, keySecrets.key))
    .innerJoin(users, eq(users.id, keys.owner))
    .where(eq(keySecrets.prefix, sql.placeholder('prefix'))),
)

/** The owner of a key, and the actor that it makes of them. `expiresAt` in milliseconds. */
export type KeyHolder = { user: SessionUser; actor: Actor; expiresAt: number | null }

const minute = 60_000

/**
 * The holder of a key as it is now. @throws Refused `KEY_UNKNOWN`, `KEY_REVOKED`, `KEY_EXPIRED`, `KEY_OWNER_INACTIVE`,
 * `KEY_ROLE_CHANGED`, `KEY_COUNTRY_CHANGED`
 */
export const findApiKey = async (
  { db, now }: ServerContext,
  token: string,
  { touch }: { touch: boolean },
): Promise<KeyHolder> => {
  const prefix = written.exec(token)?.[1]
  const [row] = prefix === undefined ? [] : await selectByPrefix(db, { prefix })
  if (row === undefined || !timingSafeEqual(hashOf(token), Buffer.from(row.hash, 'hex')))
    throw new Refused('KEY_UNKNOWN')
  const at = now()
  const holder = admit(row, at)
  // Accurate to a minute, so that not every call writes.
  if (touch && (row.lastUsedAt === null || at.getTime() - Date.parse(row.lastUsedAt) > minute))
    await db.update(keySecrets).set({ lastUsedAt: at }).where(eq(keySecrets.key, row.key)).catch(passOver)
  return holder
}

/** Calls succeed even if `lastUsedAt` cannot be written. */
const passOver = (error: unknown): void => {
  if (refusalOf(error).code === 'INTERNAL') throw error
}

/** Holders of those of these keys that are valid now, by the key's id. */
export const readLivingKeys = async (
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  ids: readonly string[],
): Promise<Map<string, KeyHolder>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(columns)
    .from(keys)
    .innerJoin(keySecrets, eq(keySecrets.key, keys.id))
    .innerJoin(users, eq(users.id, keys.owner))
    .where(inArray(keys.id, [...ids]))
  const at = now()
  return new Map(
    rows.filter((row) => whyNotUse(row, at) === null).map((row) => [row.key, holderOf(row)] as const),
  )
}

/**
 * The actor of a key as it is now, for a job or a write: locks the owner, then the key, until commit in a transaction, so that a
 * revocation waits for this write or makes it fail. @throws Refused as `findApiKey`
 */
export const lockApiKey = async (
  tx: Executor | Transaction,
  { owner: ownerId, key }: { owner: string; key: string },
  at: Date,
): Promise<Actor> => {
  const owner = tx
    .select({ ...userColumns, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, ownerId))
    .for('key share')
    .as('owner')
  const [row] = await tx
    .select({
      id: owner.id,
      name: owner.name,
      role: owner.role,
      calls: owner.calls,
      email: owner.email,
      country: owner.country,
      isEmailVerified: owner.isEmailVerified,
      isActivated: owner.isActivated,
      ownerGone: sql<boolean>`${owner.deletedAt} is not null`,
      key: keys.id,
      keyCountry: keys.country,
      verbs: keys.verbs,
      expiresAt: keys.expiresAt,
      isRevoked: columns.isRevoked,
      roleThen: columns.roleThen,
      countryThen: columns.countryThen,
    })
    .from(owner)
    .innerJoin(keys, eq(keys.owner, owner.id))
    .innerJoin(keySecrets, eq(keySecrets.key, keys.id))
    .where(eq(keys.id, key))
    .for('key share', { of: keys })
  if (row === undefined) throw new Refused('KEY_UNKNOWN')
  return admit(row, at).actor
}

const admit = (row: KeyRow, at: Date): KeyHolder => {
  const code = whyNotUse(row, at)
  if (code !== null) throw new Refused(code)
  return holderOf(row)
}

const whyNotUse = (row: KeyRow, at: Date): Code | null => {
  if (row.isRevoked) return 'KEY_REVOKED'
  if (row.expiresAt !== null && new Date(row.expiresAt).getTime() <= at.getTime()) return 'KEY_EXPIRED'
  if (row.ownerGone || !row.isActivated || !row.isEmailVerified) return 'KEY_OWNER_INACTIVE'
  if (row.role !== row.roleThen) return 'KEY_ROLE_CHANGED'
  return row.country === row.countryThen ? null : 'KEY_COUNTRY_CHANGED'
}

const holderOf = (row: KeyRow): KeyHolder => {
  const { id, name, role, calls, email, country, isEmailVerified, isActivated } = row
  const key = { id: row.key, verbs: verbsOfKey(row.verbs) }
  return {
    user: { id, name, role, calls, email, country, isEmailVerified, isActivated },
    actor: { id, role, calls, country: row.keyCountry, isEmailVerified, isActivated, key },
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt).getTime(),
  }
}
