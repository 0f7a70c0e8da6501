import { whyNotCalls } from '../../../domain/users/policy.ts'
import type { User } from '../../../domain/users/user.ts'
import { Refused } from '../../core/errors.ts'

/** @throws Refused unless an agent's */
export const refuseCalls = (user: Pick<User, 'role' | 'calls'>): void => {
  const code = whyNotCalls(user)
  if (code !== null) throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'calls', code }] })
}
