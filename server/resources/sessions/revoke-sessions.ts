import { and, eq, isNull, sql } from 'drizzle-orm'
import { sessions } from '../../database/schema.ts'
import type { Executor } from '../engine/executor.ts'
import { isOneOf } from '../engine/where-sql.ts'

/** The channel on which every instance learns whose sessions ended, so that their event streams end with them. */
export const sessionChannel = 'waybill_sessions'

/** Ends every session of these users: a new password, role or a deactivation counts from this moment. */
export const revokeSessions = async (tx: Executor, userIds: readonly string[], at: Date): Promise<void> => {
  const revoked = await tx
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(isOneOf(sessions.user, userIds), isNull(sessions.revokedAt)))
    .returning({ user: sessions.user })
  await tell(
    tx,
    revoked.map(({ user }) => user),
  )
}

/** Ends one session: its user logged out. */
export const revokeSession = async (tx: Executor, tokenHash: Buffer, at: Date): Promise<void> => {
  const revoked = await tx
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.revokedAt)))
    .returning({ user: sessions.user })
  await tell(
    tx,
    revoked.map(({ user }) => user),
  )
}

const tell = async (tx: Executor, userIds: string[]): Promise<void> => {
  for (const id of new Set(userIds)) await tx.execute(sql`select pg_notify(${sessionChannel}, ${id})`)
}
