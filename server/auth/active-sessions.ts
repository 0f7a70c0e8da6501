import { and, eq, inArray } from 'drizzle-orm'
import type { ServerContext } from '../db/context.ts'
import { sessions, users } from '../db/schema.ts'
import { isLiving, type Session, toSession, userColumns } from './find-session.ts'

/** Those of these sessions that still live, with their users as they are now, by the token's hash in hex. */
export const readLivingSessions = async (
  { db, now }: ServerContext,
  tokenHashes: readonly Buffer[],
): Promise<Map<string, Session>> => {
  const rows = await db
    .select({ tokenHash: sessions.tokenHash, user: userColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user))
    .where(and(inArray(sessions.tokenHash, [...tokenHashes]), isLiving(now())))
  return new Map(
    rows.map(({ tokenHash, user }) => [tokenHash.toString('hex'), toSession(tokenHash, user)] as const),
  )
}

/** The channel on which every instance learns whose sessions ended, so that their event streams end with them. */
export const sessionChannel = 'waybill_sessions'
