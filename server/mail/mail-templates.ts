import { paths } from '../../domain/access/paths.ts'
import type { MailTemplate, TokenPurpose } from '../db/schema.ts'
import type { UserRow } from '../modules/users/read-users.ts'

type Rule = {
  /** Whether what it tells is still so when it is sent. */
  isWanted: (user: UserRow) => boolean
} & (
  | { /** What its link does, once. */ purpose: TokenPurpose; path: (token: string) => string }
  | { purpose: null; path: () => string }
)

/** Every mail that there is: when it is still worth sending, and where it leads. */
export const mailTemplates: Record<MailTemplate, Rule> = {
  'verify-email': {
    isWanted: (user) => !user.isEmailVerified,
    purpose: 'verify-email',
    path: paths.verifyEmail,
  },
  'reset-password': { isWanted: () => true, purpose: 'reset-password', path: paths.passwordReset },
  'account-exists': { isWanted: () => true, purpose: null, path: () => paths.login() },
  activated: { isWanted: (user) => user.isActivated, purpose: null, path: () => paths.login() },
}
