import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { type Attempt, countAttempts } from '../auth/rate-limit.ts'
import { hashToken, makeToken } from '../auth/sessions.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { isOneOf } from '../db/is-one-of.ts'
import type { UserRow } from '../db/schema/users.ts'
import { accountTokens, type MailTemplate, type TokenPurpose, users } from '../db/schema.ts'
import { queueMail } from './queue-mail.ts'

const hour = 3_600_000

/** How long a link works once its mail is sent, in milliseconds. */
export const linkLifetimes: Record<TokenPurpose, number> = {
  'verify-email': 48 * hour,
  'reset-password': hour,
}

const keptFor = 7 * 24 * hour

/** Makes a link's token. Only its hash is stored. */
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

export type MailRequest = {
  /** What it counts for. */
  attempt: Attempt
  email: string
  at: Date
  /** What the owner of the address is sent; null: nothing. */
  choose: (owner: UserRow) => MailTemplate | null
}

/**
 * Queues a mail that anybody can ask for who knows the address. What goes beyond the limit is dropped in silence, and
 * addresses without an account are counted like the others: nothing tells which is which.
 */
export const askForMail = async (
  tx: Transaction,
  { attempt, email, at, choose }: MailRequest,
): Promise<void> => {
  const wait = await countAttempts(tx, [attempt], at)
  const [owner] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  const template = owner === undefined ? null : choose(owner)
  if (owner === undefined || template === null || wait > 0) return
  await queueMail(tx, template, owner.id, at)
}

/** Milliseconds; well above what the work takes, a password's hash included. */
const step = 300

/**
 * Answers after a while that is always the same, so that time does not tell which way the work went: a whole step, or,
 * where the work waits in line (many hashes at once), as many whole steps as it took.
 */
export const steadily = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  const began = performance.now()
  const answer = await work()
  const took = performance.now() - began
  await sleep(step - (took % step))
  return answer
}
