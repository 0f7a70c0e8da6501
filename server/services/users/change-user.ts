import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { permissions } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { User } from '../../../domain/users/user.ts'
import { Refused } from '../../core/errors.ts'
import type { Batch } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { users } from '../../db/schema.ts'
import { livingPlans, userList } from '../../queries/users.ts'
import { type AppliedChange, applyUserChange, type UserChange, type Wanted } from './apply-user-change.ts'
import { refuseCalls } from './refuse-calls.ts'

type UserChangeCall = {
  id: string
  verb: Extract<keyof typeof permissions, `user.${string}`>
  /** The version seen, or null. */
  version: number | null
  /** The change, computed from the locked row. */
  change: (user: UserRow) => Wanted | Promise<Wanted>
}

/** Changes one locked user. @throws Refused */
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
    throw new Refused('STALE_VERSION', { current: (await userList.read(tx, [id]))[0] })
  }
  const changed = await change(user)
  const { wanted }: { wanted: UserChange } = changed
  if (id === actor.id && locksOut(user, wanted)) throw new Refused('SELF_CHANGE')
  await refuseUnknownPlan(tx, user, wanted)
  const role = wanted.role ?? user.role
  refuseCalls({ role, calls: wanted.calls === true })
  // The capability ends with the role.
  const ended = role !== 'agent' && user.calls ? { calls: false } : {}
  await applyUserChange(tx, actor, batch, {
    user,
    verb,
    ...changed,
    wanted: { ...wanted, ...ended },
  } as AppliedChange)
  return (await userList.read(tx, [id]))[0]!
}

/** Users cannot remove their own access. */
const locksOut = (user: UserRow, wanted: UserChange): boolean =>
  (wanted.role !== undefined && wanted.role !== user.role) ||
  wanted.isActivated === false ||
  wanted.isEmailVerified === false

const refuseUnknownPlan = async (
  tx: Transaction,
  user: UserRow,
  { package: plan }: UserChange,
): Promise<void> => {
  if (plan == null || plan === user.package) return
  if ((await livingPlans(tx, [plan])).has(plan)) return
  throw new Refused('PACKAGE_NOT_FOUND', { errors: [{ path: 'package', code: 'PACKAGE_NOT_FOUND' }] })
}
