import type { Profile } from '../../../domain/users/profile.ts'
import type { Executor } from '../../crud/executor.ts'
import { Refused } from '../../errors.ts'
import { readUsers } from '../users/queries.ts'

/** What somebody is told of themselves. */
export const readProfile = async (db: Executor, id: string): Promise<Profile> => {
  const [user] = await readUsers(db, [id])
  if (user === undefined) throw new Refused('UNAUTHORIZED')
  const { number, version, country, name, role, email, phone, packageName, language, createdAt } = user
  return { id, number, version, country, name, role, email, phone, packageName, language, createdAt }
}
