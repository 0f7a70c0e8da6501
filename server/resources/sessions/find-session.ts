import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import type { ServerContext } from '../../context.ts'
import { sessions, users } from '../../database/schema.ts'

const minute = 60_000
export const idleLimit = 8 * 60 * minute
export const absoluteLimit = 24 * 60 * minute

type SessionUser = Omit<SessionRecord, 'token'>

export type Session = { tokenHash: Buffer; user: SessionUser; actor: Actor }

/** The living session behind a token, with its user as the database has them now; null once revoked, idle or too old. */
export const findSession = async (
  { db, now }: ServerContext,
  tokenHash: Buffer,
  { touch }: { touch: boolean },
): Promise<Session | null> => {
  const at = now()
  const [row] = await db
    .select({ lastUsedAt: sessions.lastUsedAt, user: userColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user))
    .where(and(eq(sessions.tokenHash, tokenHash), isLiving(at)))
  if (row === undefined) return null
  // To the minute: not every read becomes a write.
  if (touch && at.getTime() - row.lastUsedAt.getTime() > minute) {
    await db.update(sessions).set({ lastUsedAt: at }).where(eq(sessions.tokenHash, tokenHash))
  }
  return toSession(tokenHash, row.user)
}

/** Over `sessions` joined with `users`. */
export const isLiving = (at: Date) =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, at),
    gt(sessions.lastUsedAt, new Date(at.getTime() - idleLimit)),
    isNull(users.deletedAt),
  )

export const userColumns = {
  id: users.id,
  name: users.name,
  role: users.role,
  email: users.email,
  country: users.country,
  isEmailVerified: users.isEmailVerified,
  isActivated: users.isActivated,
}

export const toSession = (tokenHash: Buffer, user: SessionUser): Session => {
  const { id, role, country, isEmailVerified, isActivated } = user
  return { tokenHash, user, actor: { id, role, country, isEmailVerified, isActivated } }
}
