import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { type Attempt, countAttempts } from '../auth/rate-limit.ts'
import { hashToken, makeToken } from '../auth/sessions.ts'
import { Refused } from '../core/errors.ts'
import { isOneOf } from '../db/columns.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { UserRow } from '../db/schema/users.ts'
import { accountTokens, type MailTemplate, type TokenPurpose, users } from '../db/schema.ts'
import { queueMail } from './queue-mail.ts'

const hour = 3_600_000

/** Milliseconds for which a link works after its mail is sent. */
export const linkLifetimes: Record<TokenPurpose, number> = {
  'verify-email': 48 * hour,
  'reset-password': hour,
}

const keptFor = 7 * 24 * hour

/** Creates a link's token; only its hash is stored. */
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

type Link = { token: string; purpose: TokenPurpose; at: Date }

const isOpenLink = ({ token, purpose, at }: Link) =>
  and(
    eq(accountTokens.tokenHash, hashToken(token)),
    eq(accountTokens.purpose, purpose),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, at),
  )

/** Without using it. @throws Refused `LINK_INVALID` as `spendLink` */
export const checkLink = async ({ db }: ServerContext, link: Link): Promise<void> => {
  const [open] = await db
    .select({ user: accountTokens.user })
    .from(accountTokens)
    .innerJoin(users, and(eq(users.id, accountTokens.user), isNull(users.deletedAt)))
    .where(isOpenLink(link))
  if (open === undefined) throw new Refused('LINK_INVALID')
}

/**
 * Uses a link and locks its user. The user is locked before the token, as everywhere. @throws Refused `LINK_INVALID` if
 * unknown, used, expired, or its user is deleted
 */
export const spendLink = async (tx: Transaction, link: Link): Promise<UserRow> => {
  const isOpen = isOpenLink(link)
  const owner = tx.select({ id: accountTokens.user }).from(accountTokens).where(isOpen)
  const [user] = await tx
    .select()
    .from(users)
    .where(and(inArray(users.id, owner), isNull(users.deletedAt)))
    .for('update')
  if (user === undefined) throw new Refused('LINK_INVALID')
  const used = await tx
    .update(accountTokens)
    .set({ usedAt: link.at })
    .where(isOpen)
    .returning({ user: accountTokens.user })
  if (used.length === 0) throw new Refused('LINK_INVALID')
  return user
}

/** Invalidates all open links of these users for these purposes. */
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

/** Deletes links expired for long. */
export const forgetLinks = async ({ db, now }: ServerContext): Promise<void> => {
  await db.delete(accountTokens).where(lt(accountTokens.expiresAt, new Date(now().getTime() - keptFor)))
}

export type MailRequest = {
  /** Rate limit key. */
  attempt: Attempt
  email: string
  at: Date
  /** The mail for the address's owner; null for none. */
  choose: (owner: UserRow) => MailTemplate | null
}

/**
 * Queues a mail that anybody can request for an address. Requests over the limit are dropped silently, and unknown addresses
 * count too, so that accounts cannot be enumerated.
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

/** Milliseconds; well above the duration of the work, including a password hash. */
const answerStepMs = 300

/**
 * Answers after whole steps of time, so that timing does not reveal the outcome: one step, or more if the work was queued.
 */
export const steadily = async <Answer>(
  { answerStep: step = answerStepMs }: Pick<ServerContext, 'answerStep'>,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  const began = performance.now()
  const answer = await work()
  const took = performance.now() - began
  await sleep(step - (took % step))
  return answer
}
