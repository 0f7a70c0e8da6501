import { eq } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { knownDevices, sessions } from '../db/schema.ts'
import {
  type Attempt,
  addAttempt,
  clearAttempts,
  isExhausted,
  limits,
  refuseTooMany,
  takeBack,
} from './rate-limit.ts'

/** `device`: hash of its token, if known to the account. */
export type CountedLogin = { email: string; address: string; device?: Buffer | null; at: Date }

/**
 * Counts a login as failed before the password is checked, so that concurrent attempts cannot exceed the limit; success reverts
 * it. @throws Refused `TOO_MANY_ATTEMPTS` with seconds to wait
 */
export const countLogin = async (context: ServerContext, login: CountedLogin): Promise<void> => {
  await inTransaction(context, (tx) => refuseTooMany(tx, attemptsOf(login), login.at), { isSmall: true })
}

/** Whether failed logins have locked the account, or the known device: not the address alone. */
export const isLoginLocked = (tx: Transaction, login: CountedLogin): Promise<boolean> =>
  isExhausted(tx, login.device ? deviceOf(login.device) : accountOf(login), login.at)

/** Milliseconds that an account stays locked at most. */
export const lockWindow = limits.account.within

/**
 * After success: resets the account's limit and reverts this attempt of the address. For a known device, resets only that
 * device: others' attempts still count.
 */
export const clearLogins = async (context: ServerContext, login: CountedLogin): Promise<void> => {
  await reopenLogins(context, login)
  if (!login.device) await takeBack(context.db, addressOf(login), login.at)
}

/** Resets the limit of the known device, else of the account. */
export const reopenLogins = (
  { db }: Pick<ServerContext, 'db'>,
  { email, device }: Pick<CountedLogin, 'email' | 'device'>,
): Promise<void> => clearAttempts(db, device ? deviceOf(device) : accountOf({ email }))

/** Reverts this attempt, whose password was not checked. */
export const forgetLogin = async ({ db }: ServerContext, login: CountedLogin): Promise<void> => {
  for (const attempt of attemptsOf(login)) await takeBack(db, attempt, login.at)
}

/** A password check within a session, identified by its token's hash. */
export type Check = { email: string; session: Buffer; at: Date }

/**
 * Like `countLogin`. The session has a limit of its own, which others cannot exhaust; a failure counts for the account too.
 */
export const countCheck = async (context: ServerContext, { email, session, at }: Check): Promise<void> => {
  const count = async (tx: Transaction) => {
    await refuseTooMany(tx, [deviceOf(session)], at)
    await addAttempt(tx, accountOf({ email }), at)
  }
  await inTransaction(context, count, { isSmall: true })
}

/** After success: resets both. */
export const clearChecks = async ({ db }: ServerContext, { email, session }: Check): Promise<void> => {
  await clearAttempts(db, deviceOf(session))
  await reopenAccount(db, email)
}

/** The password was not checked. */
export const forgetCheck = async ({ db }: ServerContext, { email, session, at }: Check): Promise<void> => {
  for (const attempt of [deviceOf(session), accountOf({ email })]) await takeBack(db, attempt, at)
}

/** Resets the account's limit. */
export const reopenAccount = (db: Executor, email: string): Promise<void> =>
  clearAttempts(db, accountOf({ email }))

/** Resets the limits of an account, of its known devices and of the proofs in its sessions. */
export const reopenEverything = async (
  tx: Transaction,
  { id, email }: { id: string; email: string },
): Promise<void> => {
  await reopenAccount(tx, email)
  const devices = tx
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.user, id))
  const opened = tx.select({ tokenHash: sessions.tokenHash }).from(sessions).where(eq(sessions.user, id))
  for (const { tokenHash } of await unionAll(devices, opened)) await clearAttempts(tx, deviceOf(tokenHash))
}

/** A known device has a limit of its own, which others cannot exhaust. */
const attemptsOf = (login: CountedLogin): Attempt[] =>
  login.device ? [deviceOf(login.device)] : [accountOf(login), addressOf(login)]

const accountOf = ({ email }: Pick<CountedLogin, 'email'>): Attempt => ({ kind: 'account', of: email })
const addressOf = ({ address }: CountedLogin): Attempt => ({ kind: 'address', of: address })
const deviceOf = (tokenHash: Buffer): Attempt => ({ kind: 'device', of: tokenHash.toString('hex') })
