import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { type Attempt, addAttempt, clearAttempts, refuseTooMany, takeBack } from './rate-limit.ts'

/** `device`: the hash of its token, where the account knows it. */
type Login = { email: string; address: string; device?: Buffer | null; at: Date }

/**
 * Counts this login as failed before the password is looked at, so that logins at the same instant cannot slip past
 * the limit together; a right password takes it back. Throws `TOO_MANY_ATTEMPTS` with the seconds to wait.
 */
export const countLogin = async (context: ServerContext, login: Login): Promise<void> => {
  await inTransaction(context, (tx) => refuseTooMany(tx, attemptsOf(login), login.at), { isSmall: true })
}

/**
 * A right password clears the account and takes this login back from the address. From a device that the account knows
 * it clears that device: what strangers have tried meanwhile still counts.
 */
export const clearLogins = async ({ db }: ServerContext, login: Login): Promise<void> => {
  if (login.device) return clearAttempts(db, deviceOf(login.device))
  await reopenAccount(db, login.email)
  await takeBack(db, addressOf(login), login.at)
}

/** The password was never looked at: this login does not count. */
export const forgetLogin = async ({ db }: ServerContext, login: Login): Promise<void> => {
  for (const attempt of attemptsOf(login)) await takeBack(db, attempt, login.at)
}

/** A password that is checked within a session, by the hash of its token. */
export type Check = { email: string; session: Buffer; at: Date }

/**
 * As `countLogin`: the session has an allowance of its own, which strangers cannot use up, and a failure counts for the
 * account as well.
 */
export const countCheck = async (context: ServerContext, { email, session, at }: Check): Promise<void> => {
  const count = async (tx: Transaction) => {
    await refuseTooMany(tx, [deviceOf(session)], at)
    await addAttempt(tx, accountOf({ email }), at)
  }
  await inTransaction(context, count, { isSmall: true })
}

/** A right password clears both. */
export const clearChecks = async ({ db }: ServerContext, { email, session }: Check): Promise<void> => {
  await clearAttempts(db, deviceOf(session))
  await reopenAccount(db, email)
}

/** The password was never looked at. */
export const forgetCheck = async ({ db }: ServerContext, { email, session, at }: Check): Promise<void> => {
  for (const attempt of [deviceOf(session), accountOf({ email })]) await takeBack(db, attempt, at)
}

/** Whatever failed before counts no more. */
export const reopenAccount = (db: Executor, email: string): Promise<void> =>
  clearAttempts(db, accountOf({ email }))

/** A device that the account knows has an allowance of its own, which strangers cannot use up. */
const attemptsOf = (login: Login): Attempt[] =>
  login.device ? [deviceOf(login.device)] : [accountOf(login), addressOf(login)]

const accountOf = ({ email }: Pick<Login, 'email'>): Attempt => ({ kind: 'account', of: email })
const addressOf = ({ address }: Login): Attempt => ({ kind: 'address', of: address })
const deviceOf = (tokenHash: Buffer): Attempt => ({ kind: 'device', of: tokenHash.toString('hex') })
