import type { Actor } from '../../domain/access/actor.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { Refused } from '../core/errors.ts'
import { users } from '../db/schema/users.ts'

export type SessionUser = Omit<SessionRecord, 'token'>

export const userColumns = {
  id: users.id,
  name: users.name,
  role: users.role,
  calls: users.calls,
  email: users.email,
  country: users.country,
  isEmailVerified: users.isEmailVerified,
  isActivated: users.isActivated,
}

/** @throws Refused if the user may not sign in now */
export const refuseShutOut = ({
  isEmailVerified,
  isActivated,
}: Pick<Actor, 'isEmailVerified' | 'isActivated'>): void => {
  if (!isEmailVerified) throw new Refused('EMAIL_NOT_VERIFIED')
  if (!isActivated) throw new Refused('NOT_ACTIVATED')
}
