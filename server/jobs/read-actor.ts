import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { users } from '../database/schema/users.ts'
import { Refused } from '../refused.ts'
import type { Executor } from '../resources/engine/executor.ts'

/** Whoever began a job, as they are now; throws why they would not get in any more. Null for the server's own work. */
export const readActor = async (db: Executor, id: string | null): Promise<Actor | null> => {
  if (id === null) return null
  const [actor] = await db
    .select({
      id: users.id,
      role: users.role,
      country: users.country,
      isEmailVerified: users.isEmailVerified,
      isActivated: users.isActivated,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  if (actor === undefined) throw new Refused('UNAUTHORIZED')
  if (!actor.isEmailVerified) throw new Refused('EMAIL_NOT_VERIFIED')
  if (!actor.isActivated) throw new Refused('NOT_ACTIVATED')
  return actor
}
