import { and, eq, isNull } from 'drizzle-orm'
import { longestUserAgent } from '../../../domain/users/profile.ts'
import type { Credentials, SessionRecord } from '../../../domain/users/user.ts'
import { absoluteLimit, hashToken, makeToken } from '../../auth/find-session.ts'
import { isPassword } from '../../auth/password.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { sessions, users } from '../../db/schema.ts'
import { findDevice, rememberDevice } from './known-devices.ts'
import { clearLogins, countLogin, forgetLogin } from './login-limits.ts'

/** Where a login comes from, and what its browser calls itself. */
type Client = { address: string; userAgent: string | undefined }

/**
 * Opens a session. An unknown account and a wrong password are the same `BAD_CREDENTIALS`, after the same time. Who is
 * not verified or not activated may log in: the gates are on the data.
 */
export const logIn = async (
  context: ServerContext,
  { email, password, device }: Credentials,
  { address, userAgent }: Client,
): Promise<SessionRecord> => {
  const { db, now } = context
  const login = { email, address, device: await findDevice(context, email, device ?? null), at: now() }
  await countLogin(context, login)
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  const isRight = await isPassword(password, user?.passwordHash ?? null).catch(async (error: unknown) => {
    await forgetLogin(context, login)
    throw error
  })
  if (!isRight || user === undefined) throw new Refused('BAD_CREDENTIALS')
  await clearLogins(context, login)
  const token = makeToken()
  const at = now()
  const remembered = await inTransaction(context, async (tx) => {
    // Looking at a password takes a while: one that was changed meanwhile, which ends every session, opens none after.
    const [present] = await tx
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
      .for('share')
    if (present?.passwordHash !== user.passwordHash) throw new Refused('BAD_CREDENTIALS')
    await tx.insert(sessions).values({
      tokenHash: hashToken(token),
      user: user.id,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: new Date(at.getTime() + absoluteLimit),
      userAgent: userAgent?.slice(0, longestUserAgent) ?? null,
    })
    if (device === undefined) return {}
    return { device: await rememberDevice(tx, { user: user.id, token: device, at }) }
  })
  const { id, name, role, country, isEmailVerified, isActivated } = user
  return { id, name, role, email: user.email, country, isEmailVerified, isActivated, token, ...remembered }
}
