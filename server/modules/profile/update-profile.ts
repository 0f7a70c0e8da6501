import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { type Profile, profileFields, profileShapes } from '../../../domain/users/profile.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema.ts'
import { Refused } from '../../refused.ts'
import type { Batch } from '../change-log/record-changes.ts'
import { readUpdate } from '../../crud/read-update.ts'
import { applyUserChange } from '../users/apply-user-change.ts'
import { readProfile } from './read-profile.ts'

/** Changes the fields given of the actor's own record; `version` as in `updateOrder`. */
export const updateProfile = async (
  tx: Transaction,
  actor: Actor,
  { version, body }: { version: number | null; body: unknown },
  batch: Batch,
): Promise<Profile> => {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.deletedAt)))
    .for('update')
  if (user === undefined) throw new Refused('UNAUTHORIZED')
  if (version !== null && version !== user.version) {
    throw new Refused('STALE_VERSION', { current: await readProfile(tx, actor.id) })
  }
  const wanted = await readUpdate(body, {
    fields: profileFields,
    shapes: profileShapes,
    country: user.country,
    readPresent: () => readProfile(tx, actor.id),
  })
  await applyUserChange(tx, actor, batch, { user, verb: 'user.update-profile', wanted })
  return readProfile(tx, actor.id)
}
