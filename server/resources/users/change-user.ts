import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { permissions } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { User } from '../../../domain/users/user.ts'
import type { Transaction } from '../../database/drizzle.ts'
import { users } from '../../database/schema.ts'
import { recordEvent } from '../../events/record-event.ts'
import { Refused } from '../../refused.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import { type Batch, differences, recordChanges } from '../changes/record-changes.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'
import { toUser, type UserRow } from './read-users.ts'

type UserVerb = Extract<keyof typeof permissions, `user.${string}`>

export type UserChange = Partial<
  Pick<
    UserRow,
    'country' | 'name' | 'role' | 'email' | 'phone' | 'isEmailVerified' | 'isActivated' | 'passwordHash'
  >
>

export type UserChangeCall = {
  id: string
  verb: UserVerb
  /** The version that the caller has seen; null when they do not say. */
  version: number | null
  /** What changes, decided over the user as they stand, locked. */
  change: (user: UserRow) => UserChange
}

/** Changes one user, locked: version, history, search entry, event, and the end of their sessions where it must count at once. */
export const changeUser = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  { id, verb, version, change }: UserChangeCall,
): Promise<User> => {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('update')
  if (row === undefined || whyNot(actor, verb, row) !== null) throw new Refused('NOT_FOUND')
  const current = toUser(row)
  if (version !== null && version !== row.version) throw new Refused('STALE_VERSION', { current })
  const wanted = change(row)
  const changed = differences<UserChange>(row, wanted)
  if (changed === null) return current
  if (id === actor.id && locksOut(row, wanted)) throw new Refused('SELF_CHANGE')
  const [written] = await tx
    .update(users)
    .set({ ...wanted, version: row.version + 1, updatedAt: batch.at })
    .where(eq(users.id, id))
    .returning()
  const user = toUser(written!)
  if (endsSessions(row, wanted)) await revokeSessions(tx, [id], batch.at)
  await writeSearchEntries(tx, 'users', [user])
  await recordChanges(tx, actor, batch, [
    {
      verb,
      resource: 'users',
      recordId: id,
      version: user.version,
      // A null `before` would say that the user was made by this change.
      ...('passwordHash' in changed.after ? { before: {}, after: {} } : changed),
    },
  ])
  await recordEvent(tx, {
    resource: 'users',
    verb,
    country: row.country === user.country ? user.country : null,
    ids: [id],
    batchId: batch.id,
    actor: actor.id,
  })
  return user
}

/** Nobody takes their own access away: the last admin could not give it back. */
const locksOut = (user: UserRow, wanted: UserChange): boolean =>
  (wanted.role !== undefined && wanted.role !== user.role) ||
  wanted.isActivated === false ||
  wanted.isEmailVerified === false

const endsSessions = (user: UserRow, wanted: UserChange): boolean =>
  wanted.passwordHash !== undefined ||
  (wanted.role !== undefined && wanted.role !== user.role) ||
  (wanted.isActivated === false && user.isActivated)
