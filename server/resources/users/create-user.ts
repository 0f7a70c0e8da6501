import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { User, UserInput } from '../../../domain/users/user.ts'
import type { Transaction } from '../../database/drizzle.ts'
import { users } from '../../database/schema.ts'
import { recordEvent } from '../../events/record-event.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import { type Batch, recordChanges } from '../changes/record-changes.ts'
import { toUser } from './read-users.ts'

export type NewUser = Omit<UserInput, 'password'> & {
  passwordHash: string
  /** The first admin of an installation, created by nobody before them, is their own author. */
  id?: string
}

/** Writes a user with history, search entry and event. Whoever an admin creates is known: verified and activated at once. */
export const createUser = async (
  tx: Transaction,
  actor: Pick<Actor, 'id'>,
  batch: Batch,
  { passwordHash, ...input }: NewUser,
): Promise<User> => {
  const [row] = await tx
    .insert(users)
    .values({
      id: newId(),
      ...input,
      passwordHash,
      isEmailVerified: true,
      isActivated: true,
      createdAt: batch.at,
      updatedAt: batch.at,
    })
    .returning()
  const user = toUser(row!)
  const { id, country, version, name, role, email, phone } = user
  await writeSearchEntries(tx, 'users', [user])
  await recordChanges(tx, actor, batch, [
    {
      verb: 'user.create',
      resource: 'users',
      recordId: id,
      version,
      before: null,
      after: { country, name, role, email, phone },
    },
  ])
  await recordEvent(tx, {
    resource: 'users',
    verb: 'user.create',
    country,
    ids: [id],
    batchId: batch.id,
    actor: actor.id,
  })
  return user
}
