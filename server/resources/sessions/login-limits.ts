import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { ServerContext } from '../../context.ts'
import type { Transaction } from '../../database/drizzle.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { loginFailures } from '../../database/schema.ts'
import { Refused } from '../../refused.ts'

const minute = 60_000

/** How many failed logins within which time close the door, by account and by address. */
const limits = {
  account: { most: 5, within: 30 * minute },
  address: { most: 20, within: minute },
} as const

type Attempt = { email: string; address: string; at: Date }

/**
 * Counts this attempt as failed before the password is looked at, so that attempts at the same instant cannot slip
 * past the limit together; a right password takes it back. Throws `TOO_MANY_ATTEMPTS` with the seconds to wait.
 */
export const countAttempt = async (context: ServerContext, attempt: Attempt): Promise<void> => {
  const keys = keysOf(attempt)
  await inTransaction(context, async (tx) => {
    // Always account before address: two attempts never wait for each other in a circle.
    for (const key of [keys.account, keys.address]) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`login ${key}`}, 0))`)
    }
    const waits = [
      await waitFor(tx, keys.account, limits.account, attempt.at),
      await waitFor(tx, keys.address, limits.address, attempt.at),
    ]
    const wait = Math.max(...waits)
    if (wait > 0) throw new Refused('TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) })
    await tx.insert(loginFailures).values([
      { key: keys.account, at: attempt.at },
      { key: keys.address, at: attempt.at },
    ])
  })
}

/** A right password clears the account and takes this attempt back from the address. */
export const clearAttempts = async (context: ServerContext, attempt: Attempt): Promise<void> => {
  const { account, address } = keysOf(attempt)
  await context.db.delete(loginFailures).where(eq(loginFailures.key, account))
  await takeBack(context, address, attempt.at)
}

/** The password was never looked at: this attempt does not count. */
export const forgetAttempt = async (context: ServerContext, attempt: Attempt): Promise<void> => {
  for (const key of Object.values(keysOf(attempt))) await takeBack(context, key, attempt.at)
}

const takeBack = async ({ db }: ServerContext, key: string, at: Date): Promise<void> => {
  await db.execute(sql`
    delete from ${loginFailures} where ctid = (
      select ctid from ${loginFailures}
      where ${loginFailures.key} = ${key} and ${loginFailures.at} = ${at.toISOString()}::timestamptz limit 1)`)
}

/** What is older than every limit tells nothing any more. */
export const forgetAttempts = async ({ db, now }: ServerContext): Promise<void> => {
  await db
    .delete(loginFailures)
    .where(lt(loginFailures.at, new Date(now().getTime() - limits.account.within)))
}

const keysOf = ({ email, address }: Attempt) => ({
  account: `account:${email}`,
  address: `address:${address}`,
})

/** Milliseconds until the oldest failure that counts falls out of the window; 0 when the door is open. */
const waitFor = async (
  tx: Transaction,
  key: string,
  { most, within }: { most: number; within: number },
  at: Date,
): Promise<number> => {
  const [limiting] = await tx
    .select({ at: loginFailures.at })
    .from(loginFailures)
    .where(and(eq(loginFailures.key, key), gt(loginFailures.at, new Date(at.getTime() - within))))
    .orderBy(desc(loginFailures.at))
    .limit(1)
    .offset(most - 1)
  return limiting === undefined ? 0 : limiting.at.getTime() + within - at.getTime()
}
