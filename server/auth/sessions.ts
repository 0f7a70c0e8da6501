import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, type Placeholder, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { type SecondFactorPolicy, whenFactorIsDue } from '../../domain/users/second-factor.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { preparedSelect } from '../db/prepared-select.ts'
import { sessions, users } from '../db/schema.ts'
import { refusalOf } from '../problems/refusal-of.ts'
import { findApiKey, isApiKey, lockApiKey, readLivingKeys } from './api-keys.ts'
import { refuseShutOut, type SessionUser, userColumns } from './session-user.ts'

/** The valid ones of these sessions, with their current users. */
export const readLivingSessions = async (
  context: ServerContext,
  open: readonly Session[],
): Promise<ReadonlyMap<string, Session>> => {
  const { db, now } = context
  const hashes = open.flatMap(({ actor, tokenHash }) => (actor.key === undefined ? tokenHash : []))
  const rows =
    hashes.length === 0
      ? []
      : await db
          .select({ tokenHash: sessions.tokenHash, user: userColumns })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.user))
          .where(and(inArray(sessions.tokenHash, hashes), isLiving(now())))
  const holders = await readLivingKeys(
    context,
    open.flatMap(({ actor }) => actor.key?.id ?? []),
  )
  return new Map([
    ...rows.map(({ tokenHash, user }) => [tokenHash.toString('hex'), toSession(tokenHash, user)] as const),
    ...open.flatMap(({ tokenHash, actor }) => {
      const holder = actor.key && holders.get(actor.key.id)
      return holder === undefined
        ? []
        : [[tokenHash.toString('hex'), { ...holder, tokenHash, provenAt: null }] as const]
    }),
  ])
}

/** Channel on which instances learn of ended sessions and changed users, to update event streams. */
export const sessionChannel = 'waybill_sessions'

const minute = 60_000
export const absoluteLimit = 24 * 60 * minute
/** Milliseconds after which a session kept by a device ends, however much it is used. */
export const keptLimit = 30 * absoluteLimit

/** A session, or what a key makes of its owner: `actor.key`. `expiresAt`: when the key ends, in milliseconds. */
export type Session = {
  tokenHash: Buffer
  user: SessionUser
  actor: Actor
  expiresAt: number | null
  /** Last login or proof in milliseconds; null for a key, and in streams. */
  provenAt: number | null
}

/** For queries that join `sessions` and `users`. */
export const isLiving = (at: Date | Placeholder) => and(isOpenSession(at), isNull(users.deletedAt))

/** For queries of `sessions` alone. Idle sessions have ended: after eight hours, twelve if the device keeps it. */
export const isOpenSession = (at: Date | Placeholder) =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, at),
    gt(
      sql`${sessions.lastUsedAt} + case when ${sessions.isKept} then interval '12 hours' else interval '8 hours' end`,
      at instanceof Date ? sql`${at.toISOString()}::timestamptz` : sql`${at}::timestamptz`,
    ),
  )

const factorColumns = {
  hasSecondFactor: users.hasSecondFactor,
  secondFactorAskedAt: users.secondFactorAskedAt,
}

const columns = {
  ...userColumns,
  ...factorColumns,
  lastUsedAt: sessions.lastUsedAt,
  openedAt: sessions.createdAt,
  provenAt: sessions.provenAt,
}

const select = preparedSelect('session', columns, (query) =>
  query
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), isLiving(sql.placeholder('now')))),
)

/**
 * The valid session of a token with its current user; null once revoked, idle or expired. @throws Refused for a key that cannot be
 * used (`findApiKey`)
 */
export const findSession = async (
  context: ServerContext,
  token: string,
  { touch }: { touch: boolean },
): Promise<Session | null> => {
  const { db, now } = context
  const tokenHash = hashToken(token)
  if (isApiKey(token)) return { ...(await findApiKey(context, token, { touch })), tokenHash, provenAt: null }
  const at = now()
  const [row] = await select(db, { tokenHash, now: at })
  if (row === undefined) return null
  const { lastUsedAt, openedAt, provenAt, hasSecondFactor, secondFactorAskedAt, ...user } = row
  // Accurate to a minute, so that not every read writes.
  if (touch && at.getTime() - Date.parse(lastUsedAt) > minute) {
    await db.update(sessions).set({ lastUsedAt: at }).where(eq(sessions.tokenHash, tokenHash)).catch(passOver)
  }
  const askedAt = secondFactorAskedAt === null ? null : new Date(secondFactorAskedAt)
  const due = whenFactorIsDue(
    context.secondFactor ?? noPolicy,
    { role: user.role, hasSecondFactor, askedAt },
    at,
  )
  if (due !== null && askedAt === null) {
    await db
      .update(users)
      .set({ secondFactorAskedAt: at })
      .where(and(eq(users.id, user.id), isNull(users.secondFactorAskedAt)))
      .catch(passOver)
  }
  return {
    ...toSession(tokenHash, due === null ? user : { ...user, secondFactorDue: due.toISOString() }),
    provenAt: Date.parse(provenAt ?? openedAt),
  }
}

const noPolicy: SecondFactorPolicy = { required: 'none', graceDays: 0 }

/** Reads succeed even if `lastUsedAt` cannot be written. */
const passOver = (error: unknown): void => {
  if (refusalOf(error).code === 'INTERNAL') throw error
}

const toSession = (tokenHash: Buffer, user: SessionUser): Session => {
  const { id, role, calls, country, isEmailVerified, isActivated } = user
  return {
    tokenHash,
    user,
    actor: { id, role, calls, country, isEmailVerified, isActivated },
    expiresAt: null,
    provenAt: null,
  }
}

/** 256 random bits; only the SHA-256 is stored. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Further locks of a write. `self`: it changes the caller's own account, whose row lock would otherwise have to be upgraded.
 * `accounts`: serialises writes of others' accounts, to avoid deadlocks of two admins.
 */
export type SessionLock = 'self' | 'accounts'

/**
 * Reads a write's session again within its transaction and locks user and session until commit. Thus a deactivation, deletion,
 * new role, new password or logout waits for this write, or makes it fail. `FOR KEY SHARE` suffices, because those use `FOR
 * UPDATE`; other writes of the user run concurrently. Updates `request.actor`.
 * @throws Refused `UNAUTHORIZED`, `EMAIL_NOT_VERIFIED`, `NOT_ACTIVATED`; of a key as `findApiKey`
 */
export const lockSession = async (
  tx: Transaction,
  { actor, tokenHash }: Session,
  at: Date,
  lock: SessionLock | null = null,
): Promise<void> => {
  if (actor.key !== undefined) {
    Object.assign(actor, await lockApiKey(tx, { owner: actor.id, key: actor.key.id }, at))
    return
  }
  if (lock === 'accounts') await lockAccounts(tx)
  // Locks the user first, in a subquery: the common lock order.
  const owner = tx
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.deletedAt)))
    .for(lock === 'self' ? 'update' : 'key share')
    .as('owner')
  const [present] = await tx
    .select({
      role: owner.role,
      calls: owner.calls,
      country: owner.country,
      isEmailVerified: owner.isEmailVerified,
      isActivated: owner.isActivated,
    })
    .from(owner)
    .innerJoin(sessions, eq(sessions.user, owner.id))
    .where(and(eq(sessions.tokenHash, tokenHash), isOpenSession(at)))
    .for('key share', { of: sessions })
  // Earlier checks used the former role.
  if (present === undefined || present.role !== actor.role) throw new Refused('UNAUTHORIZED')
  if (actor.calls === true && !present.calls) throw new Refused('FORBIDDEN')
  refuseShutOut(present)
  Object.assign(actor, present)
}

/** Serialises transactions that change others' accounts. */
const lockAccounts = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('accounts', 0))`)
}
