import type { CountryCode } from '../../../domain/core/countries.ts'
import type { LanguageCode } from '../../../domain/core/languages.ts'
import type { SignUp } from '../../../domain/users/sign-up.ts'
import { hashPassword } from '../../auth/password.ts'
import { clearAttempts } from '../../auth/rate-limit.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { askForMail, spendLink } from '../../mail/account-links.ts'
import { reopenAccount } from '../sessions/login-limits.ts'
import { applyUserChange } from '../users/change-user.ts'
import { insertUser } from '../users/create-user.ts'

/**
 * Makes a seller who is neither verified nor activated and mails them a link. Where the address has an account
 * already, its owner is notified by mail, and the caller learns nothing.
 */
export const signUp = async (
  context: ServerContext,
  { password, ...input }: SignUp & { country: CountryCode; language: LanguageCode },
): Promise<void> => {
  const passwordHash = await hashPassword(password)
  await inTransaction(context, async (tx) => {
    const batch = newBatch(context)
    const user = await insertUser(tx, null, batch, {
      ...input,
      verb: 'user.register',
      role: 'seller',
      passwordHash,
      isEmailVerified: false,
      isActivated: false,
      activation: null,
    })
    const template = user === null ? 'account-exists' : 'verify-email'
    const attempt = { kind: 'mail-sign-up', of: input.email } as const
    await askForMail(tx, { attempt, email: input.email, at: batch.at, choose: () => template })
  })
}

/** Verifies the address of the user who has the link. @throws Refused `LINK_INVALID` */
export const verifyEmail = async (context: ServerContext, token: string): Promise<void> => {
  await inTransaction(context, async (tx) => {
    const batch = newBatch(context)
    const user = await spendLink(tx, { token, purpose: 'verify-email', at: batch.at })
    const wanted = { isEmailVerified: true }
    await applyUserChange(tx, user, batch, { user, verb: 'user.verify-email', wanted })
  })
}

/**
 * Sets a new password, which ends every session and every other such link; the reader of the mail owns the address, so
 * it is verified with it. @throws Refused `LINK_INVALID`
 */
export const resetPassword = async (
  context: ServerContext,
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const passwordHash = await hashPassword(password)
  await inTransaction(context, async (tx) => {
    const batch = newBatch(context)
    const user = await spendLink(tx, { token, purpose: 'reset-password', at: batch.at })
    const wanted = { passwordHash, isEmailVerified: true }
    await applyUserChange(tx, user, batch, { user, verb: 'user.reset-password', wanted })
    await reopenAccount(tx, user.email)
    // The other links have ended, too: the next one need not wait.
    await clearAttempts(tx, { kind: 'mail-reset-password', of: user.email })
  })
}
