import { eq } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { freeCallers, notifyOfReach, revokeKeptSessions, revokeSessions } from '../../auth/end-sessions.ts'
import { type Batch, differences, recordChanges } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { type TokenPurpose, users } from '../../db/schema.ts'
import { recordEvent } from '../../events/read-events.ts'
import { endLinks } from '../../mail/account-links.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'

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
    | 'calls'
    | 'staysSignedIn'
    | 'hasSecondFactor'
    | 'allowsLinking'
    | 'passwordHash'
    | 'language'
  >
>

/** Updates search entries after users were renamed. */
export type RenameOwners = (tx: Transaction, userIds: readonly string[]) => Promise<void>

/** A change of the name requires `renameOwners`. */
export type Wanted =
  | { wanted: Omit<UserChange, 'name'> & { name?: never } }
  | { wanted: UserChange; renameOwners: RenameOwners }

/** `keptSession`: token hash of a session that is not ended. `noted`: values for the history that are no columns of users. */
export type AppliedChange = Wanted & {
  user: UserRow
  verb: `user.${string}`
  keptSession?: Buffer
  noted?: { before: Record<string, unknown>; after: Record<string, unknown> }
}

/**
 * Writes changes of a locked user: version, history, search entry, event, ended sessions and links, mail on activation. Nothing
 * without differences or `noted`. Without an actor: the server itself, at an operator's command.
 */
export const applyUserChange = async (
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'role'> | null,
  batch: Batch,
  { user, verb, keptSession, noted, ...change }: AppliedChange,
): Promise<void> => {
  const { wanted }: { wanted: UserChange } = change
  const isLetIn = wanted.isActivated === true && !user.isActivated
  const isShutOut = wanted.isActivated === false && user.isActivated
  const activation = isLetIn ? { activation: batch.at } : isShutOut ? { activation: null } : {}
  const values = { ...wanted, ...activation }
  const differing = differences<Partial<UserRow>>(user, values)
  if (differing === null && noted === undefined) return
  const changed = differing ?? { before: {}, after: {} }
  const [written] = await tx
    .update(users)
    .set({ ...values, version: user.version + 1, updatedAt: batch.at })
    .where(eq(users.id, user.id))
    .returning()
  if (isShutOut || endsSessions(user, wanted, actor))
    await revokeSessions(tx, [user.id], batch.at, keptSession)
  else if (wanted.staysSignedIn === false) await revokeKeptSessions(tx, [user.id], batch.at)
  if (isShutOut || (user.calls && !written!.calls)) await freeCallers(tx, [user.id])
  await notifyOfReach(tx, user, written!)
  await endLinks(tx, [user.id], linksEndedBy(user, wanted))
  if (isLetIn) await queueMail(tx, 'activated', user.id, batch.at)
  if (wanted.passwordHash !== undefined) await queueMail(tx, 'password-changed', user.id, batch.at)
  await writeSearchEntries(tx, 'users', [written!])
  if (written!.name !== user.name && 'renameOwners' in change) await change.renameOwners(tx, [user.id])
  await recordChanges(tx, actor, batch, [
    {
      verb,
      resource: 'users',
      recordId: user.id,
      version: written!.version,
      before: { ...withoutPassword(changed.before), ...noted?.before },
      after: { ...withoutPassword(changed.after), ...noted?.after },
    },
  ])
  await recordEvent(tx, {
    resource: 'users',
    verb,
    country: user.country === written!.country ? user.country : null,
    ids: [user.id],
    batchId: batch.id,
    actor: actor?.id ?? null,
  })
}

const endsSessions = (user: UserRow, wanted: UserChange, actor: Pick<Actor, 'id'> | null): boolean =>
  wanted.passwordHash !== undefined ||
  // Those opened before it by the password alone, or by a lost phone.
  wanted.hasSecondFactor !== undefined ||
  (wanted.role !== undefined && wanted.role !== user.role) ||
  // Verified by mail: earlier sessions may be of somebody else who signed up with this address.
  (wanted.isEmailVerified === true && !user.isEmailVerified && actor?.id === user.id)

/** Links mailed to an address are void after it changes. */
const linksEndedBy = (user: UserRow, wanted: UserChange): TokenPurpose[] => {
  if (wanted.email !== undefined && wanted.email !== user.email) return ['verify-email', 'reset-password']
  return wanted.passwordHash === undefined ? [] : ['reset-password']
}

const withoutPassword = ({ passwordHash: _, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  rest
