import type { Code } from '../../../domain/codes.ts'
import { validatePlain } from '../../../domain/lib/field.ts'
import { isCommonPassword } from '../../../domain/users/common-passwords.ts'
import { type PasswordChange, passwordChangeFields } from '../../../domain/users/profile.ts'

export const passwordInputs = ['currentPassword', 'password', 'confirmation'] as const
export type PasswordInputName = (typeof passwordInputs)[number]
export type PasswordDraft = Record<PasswordInputName, string>

/** The confirmation is nobody's business but the form's. */
export type PasswordProblem = Code | 'PASSWORDS_DIFFER'
export type PasswordProblems = Partial<Record<PasswordInputName, PasswordProblem>>

/** What is wrong with what was typed, by the rules of the server and the one of the form; `change` where nothing is. */
export const checkPasswords = ({
  confirmation,
  ...draft
}: PasswordDraft): { problems: PasswordProblems; change: PasswordChange | null } => {
  // No field of it depends on the country.
  const read = validatePlain(passwordChangeFields, draft, { country: 'ic' })
  const problems: PasswordProblems = read.ok
    ? {}
    : Object.fromEntries((read.errors ?? []).map(({ path, code }) => [path, code]))
  if (read.ok && isCommonPassword(draft.password)) problems.password = 'PASSWORD_TOO_COMMON'
  if (confirmation === '') problems.confirmation = 'REQUIRED'
  else if (confirmation !== draft.password) problems.confirmation = 'PASSWORDS_DIFFER'
  return { problems, change: read.ok && Object.keys(problems).length === 0 ? read.value : null }
}
