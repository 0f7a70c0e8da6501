import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { sessions } from '../../db/schema.ts'
import type { Executor } from '../../crud/executor.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import { endDevices } from './known-devices.ts'

/** The channel on which every instance learns whose sessions ended, so that their event streams end with them. */
export const sessionChannel = 'waybill_sessions'

/**
 * Ends every session of these users, or all but the one `kept`, and what their devices are known by: a new password, role
 * or a deactivation counts from this moment.
 */
export const revokeSessions = async (
  tx: Executor,
  userIds: readonly string[],
  at: Date,
  kept: Buffer | null = null,
): Promise<void> => {
  const isEnded = kept === null ? undefined : ne(sessions.tokenHash, kept)
  await revoke(tx, and(isOneOf(sessions.user, userIds), isEnded), at)
  await endDevices(tx, userIds)
}

/** Ends one session: its user logged out. */
export const revokeSession = async (tx: Executor, tokenHash: Buffer, at: Date): Promise<void> => {
  await revoke(tx, eq(sessions.tokenHash, tokenHash), at)
}

/**
 * Ends the sessions chosen and tells of whose they were; how many there were to end. They are locked for update first,
 * which waits for the writes that go on in them (`lockSession`).
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
  for (const id of new Set(revoked.map(({ user }) => user))) {
    await tx.execute(sql`select pg_notify(${sessionChannel}, ${id})`)
  }
  return revoked.length
}
