import type { Actor } from '../../../domain/access/actor.ts'
import type { User, UserInput } from '../../../domain/users/user.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { Refused } from '../../refused.ts'
import type { Batch } from '../change-log/record-changes.ts'
import { insertUser } from './insert-user.ts'

export type NewUser = Omit<UserInput, 'password'> & { passwordHash: string }

/**
 * Creates a user at an admin's word (`actor` null: the first admin of an installation, created by nobody before them).
 * Whoever an admin creates is known: verified and activated at once. @throws Refused `EMAIL_TAKEN`
 */
export const createUser = async (
  tx: Transaction,
  actor: Pick<Actor, 'id'> | null,
  batch: Batch,
  input: NewUser,
): Promise<User> => {
  const user = await insertUser(tx, actor, batch, {
    ...input,
    verb: 'user.create',
    isEmailVerified: true,
    isActivated: true,
    activation: batch.at,
  })
  if (user !== null) return user
  throw new Refused('EMAIL_TAKEN', { errors: [{ path: 'email', code: 'EMAIL_TAKEN' }] })
}
