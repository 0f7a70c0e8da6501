import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { ServerContext } from '../../context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { accountTokens, type TokenPurpose, users } from '../../db/schema.ts'
import { Refused } from '../../refused.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import { hashToken, makeToken } from '../sessions/token.ts'
import type { UserRow } from '../users/read-users.ts'

const hour = 3_600_000

/** How long a link works once its mail is sent, in milliseconds. */
export const linkLifetimes: Record<TokenPurpose, number> = {
  'verify-email': 48 * hour,
  'reset-password': hour,
}

const keptFor = 7 * 24 * hour

/** Makes a link's token. Only its hash is kept: nobody else will ever know it. */
export const makeLink = async (
  tx: Transaction,
  { user, purpose, at }: { user: string; purpose: TokenPurpose; at: Date },
): Promise<string> => {
  const token = makeToken()
  const expiresAt = new Date(at.getTime() + linkLifetimes[purpose])
  await tx
    .insert(accountTokens)
    .values({ tokenHash: hashToken(token), user, purpose, createdAt: at, expiresAt })
  return token
}

/**
 * Spends a link and holds the user it was made for, for update. The user is locked before the token, as everywhere.
 * @throws Refused `LINK_INVALID` for one that is unknown, used, too old, or of somebody who is gone
 */
export const spendLink = async (
  tx: Transaction,
  { token, purpose, at }: { token: string; purpose: TokenPurpose; at: Date },
): Promise<UserRow> => {
  const isOpen = and(
    eq(accountTokens.tokenHash, hashToken(token)),
    eq(accountTokens.purpose, purpose),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, at),
  )
  const owner = tx.select({ id: accountTokens.user }).from(accountTokens).where(isOpen)
  const [user] = await tx
    .select()
    .from(users)
    .where(and(inArray(users.id, owner), isNull(users.deletedAt)))
    .for('update')
  if (user === undefined) throw new Refused('LINK_INVALID')
  const used = await tx
    .update(accountTokens)
    .set({ usedAt: at })
    .where(isOpen)
    .returning({ user: accountTokens.user })
  if (used.length === 0) throw new Refused('LINK_INVALID')
  return user
}

/** Ends every link of these users that is still open, for these purposes. */
export const endLinks = async (
  tx: Transaction,
  userIds: readonly string[],
  purposes: readonly TokenPurpose[],
): Promise<void> => {
  if (userIds.length === 0 || purposes.length === 0) return
  await tx
    .delete(accountTokens)
    .where(
      and(
        isOneOf(accountTokens.user, userIds),
        inArray(accountTokens.purpose, [...purposes]),
        isNull(accountTokens.usedAt),
      ),
    )
}

/** Removes links that have long been too old. */
export const forgetLinks = async ({ db, now }: ServerContext): Promise<void> => {
  await db.delete(accountTokens).where(lt(accountTokens.expiresAt, new Date(now().getTime() - keptFor)))
}
