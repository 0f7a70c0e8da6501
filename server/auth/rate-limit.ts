import { and, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import { storageLimits } from '../../domain/users/storage-limits.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { attempts } from '../db/schema.ts'

const minute = 60_000

/** Maximum number of attempts within a time window in milliseconds, by kind. */
export const limits = {
  /** Failed logins to one account. */
  account: { most: 5, within: 30 * minute },
  /** Failed logins from one client address. */
  address: { most: 20, within: minute },
  /** Failed logins to one account from a known device. */
  device: { most: 5, within: 30 * minute },
  /** Account calls without a session (sign-up, links, mails) from one client address. */
  'account-call': { most: 20, within: minute },
  /** Logins by passkey that one client address begins: also every login page that offers them. */
  'passkey-options': { most: 60, within: minute },
  /** Mails to one address that anybody can request; separate by kind, so that one kind cannot exhaust another. */
  'mail-sign-up': { most: 2, within: 60 * minute },
  'mail-verify-email': { most: 2, within: 60 * minute },
  'mail-reset-password': { most: 2, within: 60 * minute },
  /** The same from a known device. */
  'mail-reset-of-device': { most: 2, within: 60 * minute },
  /** Writes of one user's preferences. */
  preferences: { most: storageLimits.preferenceWritesPerMinute, within: minute },
} as const

const longest = Math.max(...Object.values(limits).map(({ within }) => within))

/** An attempt by kind and by account, client address or mail address. */
export type Attempt = { kind: keyof typeof limits; of: string }

/**
 * Counts all of these attempts, or none if one exceeds its limit. Returns the milliseconds to wait; 0 if counted. List several
 * kinds in the order of `limits`, to avoid deadlocks.
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

/** Like `countAttempts`. @throws Refused `TOO_MANY_ATTEMPTS` with seconds to wait */
export const refuseTooMany = async (tx: Transaction, wanted: readonly Attempt[], at: Date): Promise<void> => {
  const wait = await countAttempts(tx, wanted, at)
  if (wait > 0) throw new Refused('TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) })
}

/** Counts an attempt without checking the limit. */
export const addAttempt = async (db: Executor, attempt: Attempt, at: Date): Promise<void> => {
  await db.insert(attempts).values({ key: keyOf(attempt), at })
}

/** Reverts one attempt of this instant. */
export const takeBack = async (db: Executor, attempt: Attempt, at: Date): Promise<void> => {
  await db.execute(sql`
    delete from ${attempts} where ctid = (
      select ctid from ${attempts}
      where ${attempts.key} = ${keyOf(attempt)} and ${attempts.at} = ${at.toISOString()}::timestamptz limit 1)`)
}

export const clearAttempts = async (db: Executor, attempt: Attempt): Promise<void> => {
  await db.delete(attempts).where(eq(attempts.key, keyOf(attempt)))
}

/** Deletes attempts older than all windows. */
export const forgetAttempts = async ({ db, now }: ServerContext): Promise<void> => {
  const at = now()
  await db
    .delete(attempts)
    .where(or(lt(attempts.at, new Date(at.getTime() - longest)), gt(attempts.at, latest(at))))
}

/** Maximum clock difference of instances, in milliseconds. */
const MAX_SKEW_MS = 10_000

/** Later attempts were dated by a fast clock; they do not count, since they would do so for too long. */
const latest = (at: Date): Date => new Date(at.getTime() + MAX_SKEW_MS)

const keyOf = ({ kind, of }: Attempt): string => `${kind}:${of}`

/** Whether no more attempts are accepted. */
export const isExhausted = async (tx: Transaction, attempt: Attempt, at: Date): Promise<boolean> =>
  (await waitFor(tx, attempt, at)) > 0

/** Milliseconds until the oldest counted attempt leaves the window; 0 if below the limit. */
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
