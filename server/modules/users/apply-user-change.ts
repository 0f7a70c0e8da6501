import { eq } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { type TokenPurpose, users } from '../../db/schema.ts'
import { recordEvent } from '../../events/record-event.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import { renameOwners } from '../../services/fulfillment/rename-owners.ts'
import { endLinks } from '../accounts/account-links.ts'
import { type Batch, differences, recordChanges } from '../change-log/record-changes.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'
import type { UserRow } from './read-users.ts'

export type UserChange = Partial<
  Pick<
    UserRow,
    | 'country'
    | 'name'
    | 'role'
    | 'email'
    | 'phone'
    | 'package'
    | 'isEmailVerified'
    | 'isActivated'
    | 'passwordHash'
    | 'language'
  >
>

/** `keptSession` is the one, by its token's hash, in which somebody chooses a new password: it goes on. */
type AppliedChange = {
  user: UserRow
  verb: `user.${string}`
  wanted: UserChange
  keptSession?: Buffer
}

/**
 * Writes what changes of a user who is held for update: version, history, search entry, event, the end of the sessions
 * and links that must not outlive it, and the mail to who is let in. Nothing where nothing differs.
 */
export const applyUserChange = async (
  tx: Transaction,
  actor: Pick<Actor, 'id'>,
  batch: Batch,
  { user, verb, wanted, keptSession }: AppliedChange,
): Promise<void> => {
  const isLetIn = wanted.isActivated === true && !user.isActivated
  const isShutOut = wanted.isActivated === false && user.isActivated
  const activation = isLetIn ? { activation: batch.at } : isShutOut ? { activation: null } : {}
  const values = { ...wanted, ...activation }
  const changed = differences<Partial<UserRow>>(user, values)
  if (changed === null) return
  const [written] = await tx
    .update(users)
    .set({ ...values, version: user.version + 1, updatedAt: batch.at })
    .where(eq(users.id, user.id))
    .returning()
  if (isShutOut || endsSessions(user, wanted, actor.id))
    await revokeSessions(tx, [user.id], batch.at, keptSession)
  await endLinks(tx, [user.id], linksEndedBy(user, wanted))
  if (isLetIn) await queueMail(tx, 'activated', user.id, batch.at)
  await writeSearchEntries(tx, 'users', [written!])
  if (written!.name !== user.name) await renameOwners(tx, [user.id])
  await recordChanges(tx, actor, batch, [
    {
      verb,
      resource: 'users',
      recordId: user.id,
      version: written!.version,
      before: withoutPassword(changed.before),
      after: withoutPassword(changed.after),
    },
  ])
  await recordEvent(tx, {
    resource: 'users',
    verb,
    country: user.country === written!.country ? user.country : null,
    ids: [user.id],
    batchId: batch.id,
    actor: actor.id,
  })
}

const endsSessions = (user: UserRow, wanted: UserChange, actor: string): boolean =>
  wanted.passwordHash !== undefined ||
  (wanted.role !== undefined && wanted.role !== user.role) ||
  // Confirmed by mail: a session from before may be a stranger's who signed up with this address.
  (wanted.isEmailVerified === true && !user.isEmailVerified && actor === user.id)

/** A link that was sent to an address opens nothing for whoever has another one now. */
const linksEndedBy = (user: UserRow, wanted: UserChange): TokenPurpose[] => {
  if (wanted.email !== undefined && wanted.email !== user.email) return ['verify-email', 'reset-password']
  return wanted.passwordHash === undefined ? [] : ['reset-password']
}

const withoutPassword = ({ passwordHash: _, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  rest
