import type { Role } from '../access/permissions.ts'
import type { Code } from '../core/codes.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Characters: administrators can do everything. Those who have a shorter password keep it until they change it. */
export const leastAdminPassword = 10

/** Why a new password is refused whose shape is right, or null. `role`: of its account; null where it is not known. */
export const whyNotPassword = (password: string, role: Role | null): Code | null => {
  if (isCommonPassword(password)) return 'PASSWORD_TOO_COMMON'
  const isShort = [...password.normalize('NFC')].length < leastAdminPassword
  return role === 'admin' && isShort ? 'ADMIN_PASSWORD_TOO_SHORT' : null
}
