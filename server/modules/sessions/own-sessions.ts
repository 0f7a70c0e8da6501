import { and, desc, eq } from 'drizzle-orm'
import type { OpenSession } from '../../../domain/users/profile.ts'
import type { ServerContext } from '../../context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { sessions, users } from '../../db/schema.ts'
import { Refused } from '../../refused.ts'
import { isLiving, type Session } from './find-session.ts'
import { revoke, revokeSessions } from './revoke-sessions.ts'

/** Where this session's user is signed in: this session first, then the one used last. */
export const listOwnSessions = async (
  { db, now }: ServerContext,
  { actor, tokenHash }: Session,
): Promise<{ items: OpenSession[]; total: number }> => {
  const rows = await db
    .select({
      id: sessions.id,
      tokenHash: sessions.tokenHash,
      userAgent: sessions.userAgent,
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

/** Ends one of one's own sessions, this one too. @throws Refused `NOT_FOUND` for somebody else's, or one that has ended */
export const endOwnSession = async (
  tx: Transaction,
  { actor }: Session,
  id: string,
  at: Date,
): Promise<void> => {
  const ended = await revoke(tx, and(eq(sessions.id, id), eq(sessions.user, actor.id)), at)
  if (ended === 0) throw new Refused('NOT_FOUND')
}

/** Ends every session of one's own but this one. */
export const endOtherSessions = (tx: Transaction, { actor, tokenHash }: Session, at: Date): Promise<void> =>
  revokeSessions(tx, [actor.id], at, tokenHash)
