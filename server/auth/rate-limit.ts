import { and, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import { storageLimits } from '../../domain/users/storage-limits.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { attempts } from '../db/schema.ts'

const minute = 60_000

/** How many attempts within which time, in milliseconds, close a door, and whom it is closed to. */
const limits = {
  /** Failed logins to one account. */
  account: { most: 5, within: 30 * minute },
  /** Failed logins from one client address. */
  address: { most: 20, within: minute },
  /** Failed logins to one account from a device that has signed in to it before. */
  device: { most: 5, within: 30 * minute },
  /** Calls on accounts without a session (sign-up, links, mails) from one client address. */
  'account-call': { most: 20, within: minute },
  /** Mails to one address that anybody can ask for: each kind has its own, so that none uses up what another needs. */
  'mail-sign-up': { most: 2, within: 60 * minute },
  'mail-verify-email': { most: 2, within: 60 * minute },
  'mail-reset-password': { most: 2, within: 60 * minute },
  /** The same from a device that has signed in to the account before. */
  'mail-reset-of-device': { most: 2, within: 60 * minute },
  /** Writes of one user's preferences. */
  preferences: { most: storageLimits.preferenceWritesPerMinute, within: minute },
} as const

const longest = Math.max(...Object.values(limits).map(({ within }) => within))

/** One attempt of a kind, by the account, client address or mail address that it counts for. */
export type Attempt = { kind: keyof typeof limits; of: string }

/**
 * Counts these attempts, or none of them where one is too many. Answers the milliseconds until they may pass: 0 when
 * they are counted. A call that counts several kinds at once names them in the order of `limits`, so that two calls never
 * wait for each other in a circle.
 */
export const countAttempts = async (
  tx: Transaction,
  wanted: readonly Attempt[],
  at: Date,
): Promise<number> => {
  for (const attempt of wanted) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`attempt ${keyOf(attempt)}`}, 0))`)
  }
  let wait = 0
  for (const attempt of wanted) wait = Math.max(wait, await waitFor(tx, attempt, at))
  if (wait === 0) await tx.insert(attempts).values(wanted.map((attempt) => ({ key: keyOf(attempt), at })))
  return wait
}

/** As `countAttempts`. @throws Refused `TOO_MANY_ATTEMPTS` with the seconds to wait */
export const refuseTooMany = async (tx: Transaction, wanted: readonly Attempt[], at: Date): Promise<void> => {
  const wait = await countAttempts(tx, wanted, at)
  if (wait > 0) throw new Refused('TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) })
}

/** Counts an attempt that another limit has let through. */
export const addAttempt = async (db: Executor, attempt: Attempt, at: Date): Promise<void> => {
  await db.insert(attempts).values({ key: keyOf(attempt), at })
}

/** Takes one attempt of this instant back: it does not count after all. */
export const takeBack = async (db: Executor, attempt: Attempt, at: Date): Promise<void> => {
  await db.execute(sql`
    delete from ${attempts} where ctid = (
      select ctid from ${attempts}
      where ${attempts.key} = ${keyOf(attempt)} and ${attempts.at} = ${at.toISOString()}::timestamptz limit 1)`)
}

/** Resets the limit. */
export const clearAttempts = async (db: Executor, attempt: Attempt): Promise<void> => {
  await db.delete(attempts).where(eq(attempts.key, keyOf(attempt)))
}

/** Attempts older than every limit's window are no longer counted. */
export const forgetAttempts = async ({ db, now }: ServerContext): Promise<void> => {
  const at = now()
  await db
    .delete(attempts)
    .where(or(lt(attempts.at, new Date(at.getTime() - longest)), gt(attempts.at, latest(at))))
}

/** Instances count by clocks of their own, which may differ so much, in milliseconds. */
const MAX_SKEW_MS = 10_000

/** Beyond it a clock was ahead when it dated an attempt: that one counts no more, since it would do so for too long. */
const latest = (at: Date): Date => new Date(at.getTime() + MAX_SKEW_MS)

const keyOf = ({ kind, of }: Attempt): string => `${kind}:${of}`

/** Milliseconds until the oldest attempt that counts falls out of the window; 0 when the door is open. */
const waitFor = async (tx: Transaction, attempt: Attempt, at: Date): Promise<number> => {
  const { most, within } = limits[attempt.kind]
  const [limiting] = await tx
    .select({ at: attempts.at })
    .from(attempts)
    .where(
      and(
        eq(attempts.key, keyOf(attempt)),
        gt(attempts.at, new Date(at.getTime() - within)),
        lte(attempts.at, latest(at)),
      ),
    )
    .orderBy(desc(attempts.at))
    .limit(1)
    .offset(most - 1)
  return limiting === undefined ? 0 : Math.min(limiting.at.getTime() + within - at.getTime(), within)
}
