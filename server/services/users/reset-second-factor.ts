import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNotResetSecondFactor } from '../../../domain/users/policy.ts'
import type { User } from '../../../domain/users/user.ts'
import { deleteFactors } from '../../auth/second-factor.ts'
import { Refused } from '../../core/errors.ts'
import type { Batch } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { users } from '../../db/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { userList } from '../../queries/users.ts'
import { applyUserChange } from './apply-user-change.ts'

/**
 * Removes the authenticator app, passkeys and recovery codes of a locked user, ends their sessions and tells them by mail. Without an actor:
 * at an operator's command. @throws Refused `SECOND_FACTOR_IS_OFF`
 */
export const resetSecondFactor = async (
  tx: Transaction,
  actor: Actor | null,
  batch: Batch,
  user: UserRow,
): Promise<void> => {
  if (!user.hasSecondFactor) throw new Refused('SECOND_FACTOR_IS_OFF')
  await deleteFactors(tx, user.id)
  await applyUserChange(tx, actor, batch, {
    user,
    verb: 'user.reset-second-factor',
    wanted: { hasSecondFactor: false },
  })
  // The days begin again.
  await tx.update(users).set({ secondFactorAskedAt: null }).where(eq(users.id, user.id))
  await queueMail(tx, 'second-factor-reset', user.id, batch.at)
}

/** The same by an admin. @throws Refused */
export const resetUserFactor = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  { id, version }: { id: string; version: number | null },
): Promise<User> => {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('update')
  const code = user === undefined ? 'NOT_FOUND' : whyNotResetSecondFactor(actor, user)
  if (user === undefined || code === 'FORBIDDEN') throw new Refused('NOT_FOUND')
  if (version !== null && version !== user.version)
    throw new Refused('STALE_VERSION', { current: (await userList.read(tx, [id]))[0] })
  if (code !== null) throw new Refused(code)
  await resetSecondFactor(tx, actor, batch, user)
  return (await userList.read(tx, [id]))[0]!
}
