import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { User, UserInput } from '../../../domain/users/user.ts'
import { Refused } from '../../core/errors.ts'
import { type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { users } from '../../db/schema.ts'
import { recordEvent } from '../../events/read-events.ts'
import { userList } from '../../queries/users.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import { refuseCalls } from './refuse-calls.ts'

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
  Partial<Pick<UserRow, 'language' | 'calls'>>

/**
 * Inserts a user with history, search entry and event. Returns null if the address is taken, also by a concurrent call. Without
 * an `actor` (sign-up) the user is the author.
 */
export const insertUser = async (
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'role'> | null,
  batch: Batch,
  { verb, ...values }: NewUserRow & { verb: 'user.create' | 'user.register' },
): Promise<User | null> => {
  const inserted = await tx
    .insert(users)
    .values({ id: newId(), ...values, createdAt: batch.at, updatedAt: batch.at })
    .onConflictDoNothing({ target: users.email, where: sql`deleted_at is null` })
    .returning({ id: users.id })
  const [user] = await userList.read(
    tx,
    inserted.map(({ id }) => id),
  )
  if (user === undefined) return null
  const { id, country, version, name, role, calls, email, phone } = user
  const author = actor ?? user
  await writeSearchEntries(tx, 'users', [user])
  await recordChanges(tx, author, batch, [
    {
      verb,
      resource: 'users',
      recordId: id,
      version,
      before: null,
      after: { country, name, role, ...(calls && { calls }), email, phone },
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

type NewUser = Omit<UserInput, 'password' | 'calls'> & { calls?: boolean | null; passwordHash: string }

/** Creates a verified and activated user. `actor` null: the first admin. @throws Refused `EMAIL_TAKEN` */
export const createUser = async (
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'role'> | null,
  batch: Batch,
  input: NewUser,
): Promise<User> => {
  const calls = input.calls === true
  refuseCalls({ role: input.role, calls })
  const user = await insertUser(tx, actor, batch, {
    ...input,
    calls,
    verb: 'user.create',
    isEmailVerified: true,
    isActivated: true,
    activation: batch.at,
  })
  if (user !== null) return user
  throw new Refused('EMAIL_TAKEN', { errors: [{ path: 'email', code: 'EMAIL_TAKEN' }] })
}
