import { and, eq, isNull } from 'drizzle-orm'
import { type Actor, standingOf } from '../../domain/access/actor.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { refuseShutOut } from '../auth/lock-session.ts'
import { Refused } from '../core/errors.ts'
import type { Executor } from '../db/executor.ts'
import { users } from '../db/schema/users.ts'
import type { JobRow } from './job-rows.ts'

/**
 * The user who began a job, as they are now and, in a transaction, until it ends (`lockSession`); null for the server's own
 * work. @throws Refused if they could not sign in any more, or have lost the permission
 */
export const readActor = async (
  db: Executor,
  { actor: id, kind, standing }: Pick<JobRow, 'actor' | 'kind' | 'standing'>,
): Promise<Actor | null> => {
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
    .for('key share')
  if (actor === undefined) throw new Refused('UNAUTHORIZED')
  refuseShutOut(actor)
  const code = whyNot(actor, kind)
  if (code !== null) throw new Refused(code)
  // Its report or file would mix data of two roles.
  if (standing !== null && standing !== standingOf(actor)) throw new Refused('FORBIDDEN')
  return actor
}
