import type { Profile } from '../../../domain/users/profile.ts'
import { Refused } from '../../core/errors.ts'
import type { Executor } from '../../db/executor.ts'
import { readUsers } from '../../queries/users.ts'

/** What a user may read of themselves. */
export const readProfile = async (db: Executor, id: string): Promise<Profile> => {
  const [user] = await readUsers(db, [id])
  if (user === undefined) throw new Refused('UNAUTHORIZED')
  const { number, version, country, name, role, email, phone, packageName, language, createdAt } = user
  return { id, number, version, country, name, role, email, phone, packageName, language, createdAt }
}
