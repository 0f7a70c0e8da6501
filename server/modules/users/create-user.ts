import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { User, UserInput } from '../../../domain/users/user.ts'
import { Refused } from '../../core/errors.ts'
import { type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema.ts'
import { recordEvent } from '../../events/read-events.ts'
import { readUsers, type UserRow } from '../../queries/users.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'

type NewUserRow = Pick<
  UserRow,
  | 'country'
  | 'name'
  | 'role'
  | 'email'
  | 'phone'
  | 'passwordHash'
  | 'isEmailVerified'
  | 'isActivated'
  | 'activation'
> &
  Partial<Pick<UserRow, 'language'>>

/**
 * Writes a user with history, search entry and event. Null, and nothing written, where the address is taken: also by
 * a call that commits while this one waits for it. Without an `actor` (a sign-up) the user is their own author.
 */
export const insertUser = async (
  tx: Transaction,
  actor: Pick<Actor, 'id'> | null,
  batch: Batch,
  { verb, ...values }: NewUserRow & { verb: 'user.create' | 'user.register' },
): Promise<User | null> => {
  const inserted = await tx
    .insert(users)
    .values({ id: newId(), ...values, createdAt: batch.at, updatedAt: batch.at })
    .onConflictDoNothing({ target: users.email, where: sql`deleted_at is null` })
    .returning({ id: users.id })
  const [user] = await readUsers(
    tx,
    inserted.map(({ id }) => id),
  )
  if (user === undefined) return null
  const { id, country, version, name, role, email, phone } = user
  const author = actor ?? user
  await writeSearchEntries(tx, 'users', [user])
  await recordChanges(tx, author, batch, [
    {
      verb,
      resource: 'users',
      recordId: id,
      version,
      before: null,
      after: { country, name, role, email, phone },
    },
  ])
  await recordEvent(tx, {
    resource: 'users',
    verb,
    country,
    ids: [id],
    batchId: batch.id,
    actor: author.id,
  })
  return user
}

export type NewUser = Omit<UserInput, 'password'> & { passwordHash: string }

/**
 * Creates a user at an admin's word (`actor` null: the first admin of an installation, created by nobody before them).
 * A user that an admin creates is verified and activated at once. @throws Refused `EMAIL_TAKEN`
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
