import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { OpenSession } from '../../domain/users/profile.ts'
import { Refused } from '../core/errors.ts'
import { isOneOf } from '../db/columns.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { callersPresent, callShares, orderClaims, sessions, users } from '../db/schema.ts'
import { endDevices } from './known-devices.ts'
import { endChallenges } from './login-challenges.ts'
import { isLiving, isOpenSession, type Session, sessionChannel } from './sessions.ts'

/**
 * Ends all sessions of these users, except `kept`, their known devices and waiting logins: after a new password, role or
 * deactivation. Returns the number of sessions.
 */
export const revokeSessions = async (
  tx: Executor,
  userIds: readonly string[],
  at: Date,
  kept: Buffer | null = null,
): Promise<number> => {
  const isEnded = kept === null ? undefined : ne(sessions.tokenHash, kept)
  const ended = await revoke(tx, and(isOneOf(sessions.user, userIds), isEnded), at)
  // Streams of their keys may be open without any session.
  for (const id of userIds) await notifySessions(tx, id)
  await endDevices(tx, userIds)
  await endChallenges(tx, userIds)
  return ended
}

/** Ends the sessions that devices of these users keep. */
export const revokeKeptSessions = async (
  tx: Executor,
  userIds: readonly string[],
  at: Date,
): Promise<void> => {
  await revoke(tx, and(isOneOf(sessions.user, userIds), eq(sessions.isKept, true)), at)
}

/** Ends one session: logout. Returns whether it was open. */
export const revokeSession = async (tx: Executor, tokenHash: Buffer, at: Date): Promise<boolean> =>
  (await revoke(tx, eq(sessions.tokenHash, tokenHash), at)) > 0

/**
 * Ends the chosen sessions, notifies instances and returns their number. Locks the rows first, which waits for writes that hold
 * them (`lockSession`).
 */
export const revoke = async (tx: Executor, chosen: SQL | undefined, at: Date): Promise<number> => {
  const locked = tx
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(chosen, isNull(sessions.revokedAt)))
    .orderBy(sessions.tokenHash)
    .for('update')
  const revoked = await tx
    .update(sessions)
    .set({ revokedAt: at })
    .where(inArray(sessions.tokenHash, locked))
    .returning({ user: sessions.user })
  const ended = [...new Set(revoked.map(({ user }) => user))]
  for (const id of ended) await notifySessions(tx, id)
  await endCalling(tx, ended, at)
  return revoked.length
}

/** Whoever has no session left calls no more: what they had or were dealt is free, at once. */
const endCalling = async (tx: Executor, userIds: readonly string[], at: Date): Promise<void> => {
  if (userIds.length === 0) return
  const present = await tx
    .select({ user: sessions.user })
    .from(sessions)
    .where(and(isOneOf(sessions.user, userIds), isOpenSession(at)))
  const still = new Set(present.map(({ user }) => user))
  await freeCallers(
    tx,
    userIds.filter((id) => !still.has(id)),
  )
}

/** Takes their claims, their share and their presence from callers. */
export const freeCallers = async (tx: Executor, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  await tx.delete(orderClaims).where(isOneOf(orderClaims.user, userIds))
  await tx.delete(callShares).where(isOneOf(callShares.user, userIds))
  await tx.delete(callersPresent).where(isOneOf(callersPresent.user, userIds))
}

const reachFields = [
  'country',
  'role',
  'calls',
  'isEmailVerified',
  'isActivated',
] as const satisfies (keyof Actor)[]

/** To be called for every change of a user: all instances update the user's open streams from its commit on. */
export const notifyOfReach = async (tx: Executor, user: Actor, changed: Omit<Actor, 'id'>): Promise<void> => {
  if (reachFields.some((field) => changed[field] !== user[field])) await notifySessions(tx, user.id)
}

/** Makes every instance read this user's sessions and keys again before it writes later events to their streams. */
export const notifySessions = async (tx: Executor, userId: string): Promise<void> => {
  await tx.execute(sql`select pg_notify(${sessionChannel}, ${userId})`)
}

/** Sessions of the caller: this one first, then by last use. */
export const listOwnSessions = async (
  { db, now }: ServerContext,
  { actor, tokenHash }: Session,
): Promise<{ items: OpenSession[]; total: number }> => {
  const rows = await db
    .select({
      id: sessions.id,
      tokenHash: sessions.tokenHash,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user))
    .where(and(eq(sessions.user, actor.id), isLiving(now())))
    .orderBy(desc(eq(sessions.tokenHash, tokenHash)), desc(sessions.lastUsedAt), sessions.id)
  const items = rows.map(({ tokenHash: own, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isCurrent: own.equals(tokenHash),
  }))
  return { items, total: items.length }
}

/**
 * Ends one of the caller's sessions, possibly this one, and returns its program. @throws Refused `NOT_FOUND` for another user's or
 * an ended one
 */
export const endOwnSession = async (
  tx: Transaction,
  { actor, tokenHash: own }: Session,
  id: string,
  at: Date,
): Promise<{ userAgent: string | null; isCurrent: boolean }> => {
  const chosen = and(eq(sessions.id, id), eq(sessions.user, actor.id))
  const [found] = await tx
    .select({ userAgent: sessions.userAgent, tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(chosen)
  if (found === undefined || (await revoke(tx, chosen, at)) === 0) throw new Refused('NOT_FOUND')
  return { userAgent: found.userAgent, isCurrent: found.tokenHash.equals(own) }
}

/** Ends all sessions of the caller except this one, and returns their number. */
export const endOtherSessions = (tx: Transaction, { actor, tokenHash }: Session, at: Date): Promise<number> =>
  revokeSessions(tx, [actor.id], at, tokenHash)
