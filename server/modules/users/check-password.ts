import type { FieldProblem } from '../../../domain/codes.ts'
import { isCommonPassword } from '../../../domain/users/common-passwords.ts'
import { Refused } from '../../refused.ts'

/** Refuses the passwords that everybody tries first, however well formed. */
export const refuseCommonPassword = (password: string): void => {
  const errors: FieldProblem[] = [{ path: 'password', code: 'PASSWORD_TOO_COMMON' }]
  if (isCommonPassword(password)) throw new Refused('VALIDATION_FAILED', { errors })
}
