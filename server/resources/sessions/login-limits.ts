import { type Attempt, clearAttempts, refuseTooMany, takeBack } from '../../attempts.ts'
import type { ServerContext } from '../../context.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Executor } from '../engine/executor.ts'

type Login = { email: string; address: string; at: Date }

/**
 * Counts this login as failed before the password is looked at, so that logins at the same instant cannot slip past
 * the limit together; a right password takes it back. Throws `TOO_MANY_ATTEMPTS` with the seconds to wait.
 */
export const countLogin = async (context: ServerContext, login: Login): Promise<void> => {
  await inTransaction(context, (tx) => refuseTooMany(tx, [accountOf(login), addressOf(login)], login.at), {
    isSmall: true,
  })
}

/** A right password clears the account and takes this login back from the address. */
export const clearLogins = async ({ db }: ServerContext, login: Login): Promise<void> => {
  await reopenAccount(db, login.email)
  await takeBack(db, addressOf(login), login.at)
}

/** The password was never looked at: this login does not count. */
export const forgetLogin = async ({ db }: ServerContext, login: Login): Promise<void> => {
  for (const attempt of [accountOf(login), addressOf(login)]) await takeBack(db, attempt, login.at)
}

/** Whatever failed before counts no more. */
export const reopenAccount = (db: Executor, email: string): Promise<void> =>
  clearAttempts(db, accountOf({ email }))

const accountOf = ({ email }: Pick<Login, 'email'>): Attempt => ({ kind: 'account', of: email })
const addressOf = ({ address }: Login): Attempt => ({ kind: 'address', of: address })
