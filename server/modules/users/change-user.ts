import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { permissions } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { User } from '../../../domain/users/user.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema.ts'
import { Refused } from '../../refused.ts'
import type { Batch } from '../change-log/record-changes.ts'
import { applyUserChange, type UserChange } from './apply-user-change.ts'
import { livingPackages } from './living-packages.ts'
import { readUsers, type UserRow } from './read-users.ts'

export type UserChangeCall = {
  id: string
  verb: Extract<keyof typeof permissions, `user.${string}`>
  /** The version that the caller has seen; null when they do not say. */
  version: number | null
  /** What changes, decided over the user as they stand, locked. */
  change: (user: UserRow, tx: Transaction) => UserChange | Promise<UserChange>
}

/** Changes one user, locked, at somebody's word who may. @throws Refused */
export const changeUser = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  { id, verb, version, change }: UserChangeCall,
): Promise<User> => {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('update')
  if (user === undefined || whyNot(actor, verb, user) !== null) throw new Refused('NOT_FOUND')
  if (version !== null && version !== user.version) {
    throw new Refused('STALE_VERSION', { current: (await readUsers(tx, [id]))[0] })
  }
  const wanted = await change(user, tx)
  if (id === actor.id && locksOut(user, wanted)) throw new Refused('SELF_CHANGE')
  await refuseUnknownPackage(tx, user, wanted)
  await applyUserChange(tx, actor, batch, { user, verb, wanted })
  return (await readUsers(tx, [id]))[0]!
}

/** Nobody takes their own access away: the last admin could not give it back. */
const locksOut = (user: UserRow, wanted: UserChange): boolean =>
  (wanted.role !== undefined && wanted.role !== user.role) ||
  wanted.isActivated === false ||
  wanted.isEmailVerified === false

const refuseUnknownPackage = async (
  tx: Transaction,
  user: UserRow,
  { package: plan }: UserChange,
): Promise<void> => {
  if (plan == null || plan === user.package) return
  if ((await livingPackages(tx, [plan])).has(plan)) return
  throw new Refused('PACKAGE_NOT_FOUND', { errors: [{ path: 'package', code: 'PACKAGE_NOT_FOUND' }] })
}
