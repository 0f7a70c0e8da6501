import type { CountryCode } from '../../../domain/core/countries.ts'
import type { LanguageCode } from '../../../domain/core/languages.ts'
import type { SignUp } from '../../../domain/users/sign-up.ts'
import { hashPassword } from '../../auth/password.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { askForMail } from '../../mail/account-links.ts'
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
