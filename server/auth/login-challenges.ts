import { and, desc, eq, gt, lt, notInArray, sql } from 'drizzle-orm'
import { isOneOf } from '../db/columns.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { loginChallenges } from '../db/schema.ts'
import { hashToken, makeToken } from './sessions.ts'

/** Milliseconds from the password to the second step. */
const LIFETIME_MS = 5 * 60_000

const MAX_TRIES = 5

/** Logins of one user that may wait for their code; the oldest end. */
const MAX_PER_USER = 10

/** A login of this user waits for a code from now on; returns its token. */
export const openChallenge = async (tx: Transaction, user: string, at: Date): Promise<string> => {
  const token = makeToken()
  await tx.insert(loginChallenges).values({
    tokenHash: hashToken(token),
    user,
    createdAt: at,
    expiresAt: new Date(at.getTime() + LIFETIME_MS),
  })
  const latest = tx
    .select({ tokenHash: loginChallenges.tokenHash })
    .from(loginChallenges)
    .where(eq(loginChallenges.user, user))
    .orderBy(desc(loginChallenges.createdAt))
    .limit(MAX_PER_USER)
  await tx
    .delete(loginChallenges)
    .where(and(eq(loginChallenges.user, user), notInArray(loginChallenges.tokenHash, latest)))
  return token
}

const isOpen = (token: string, at: Date) =>
  and(
    eq(loginChallenges.tokenHash, hashToken(token)),
    gt(loginChallenges.expiresAt, at),
    lt(loginChallenges.tries, MAX_TRIES),
  )

/** The user whose login waits; null if it ended. */
export const userOfChallenge = async (db: Executor, token: string, at: Date): Promise<string | null> => {
  const [found] = await db
    .select({ user: loginChallenges.user })
    .from(loginChallenges)
    .where(isOpen(token, at))
  return found?.user ?? null
}

/** Counts a try; false if the login waits no more. */
export const tryChallenge = async (tx: Transaction, token: string, at: Date): Promise<boolean> => {
  const tried = await tx
    .update(loginChallenges)
    .set({ tries: sql`${loginChallenges.tries} + 1` })
    .where(isOpen(token, at))
    .returning({ user: loginChallenges.user })
  return tried.length > 0
}

export const endChallenge = async (tx: Executor, token: string): Promise<void> => {
  await tx.delete(loginChallenges).where(eq(loginChallenges.tokenHash, hashToken(token)))
}

/** Ends the waiting logins of these users: after a new password, role or deactivation. */
export const endChallenges = async (tx: Executor, userIds: readonly string[]): Promise<void> => {
  await tx.delete(loginChallenges).where(isOneOf(loginChallenges.user, userIds))
}

/** Deletes expired ones. */
export const forgetChallenges = async ({ db, now }: ServerContext): Promise<void> => {
  await db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, now()))
}
