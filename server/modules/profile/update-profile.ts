import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import {
  type PasswordChange,
  type Profile,
  profileFields,
  profileShapes,
} from '../../../domain/users/profile.ts'
import type { Session } from '../../auth/find-session.ts'
import { hashPassword, isPassword } from '../../auth/password.ts'
import { Refused } from '../../core/errors.ts'
import { type Batch, newBatch } from '../../crud/record-changes.ts'
import { readUpdate } from '../../crud/update-record.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { Executor } from '../../db/executor.ts'
import { users } from '../../db/schema.ts'
import { readUsers } from '../../queries/users.ts'
import { clearChecks, countCheck, forgetCheck } from '../sessions/login-limits.ts'
import { applyUserChange } from '../users/change-user.ts'

/**
 * Takes a new password from a user who knows the present one, and returns what sets it and ends every session but this one. A
 * wrong one counts as a failed login: a person who finds a console open can try no more passwords than at the login.
 * @throws Refused `PASSWORD_WRONG` at its field, `TOO_MANY_ATTEMPTS`
 */
export const checkPasswordChange = async (
  context: ServerContext,
  session: Session,
  { currentPassword, password }: PasswordChange,
): Promise<(tx: Transaction) => Promise<void>> => {
  const { id } = session.actor
  const check = { email: session.user.email, session: session.tokenHash, at: context.now() }
  await countCheck(context, check)
  const [known] = await context.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  const isRight = await isPassword(currentPassword, known?.passwordHash ?? null).catch(
    async (error: unknown) => {
      await forgetCheck(context, check)
      throw error
    },
  )
  if (!isRight) throw wrongPassword()
  await clearChecks(context, check)
  const passwordHash = await hashPassword(password)
  return async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for('update')
    // Somebody else has set another since it was looked at.
    if (user === undefined || user.passwordHash !== known?.passwordHash) throw wrongPassword()
    await applyUserChange(tx, session.actor, newBatch(context), {
      user,
      verb: 'user.change-password',
      wanted: { passwordHash },
      keptSession: session.tokenHash,
    })
  }
}

const wrongPassword = () =>
  new Refused('VALIDATION_FAILED', { errors: [{ path: 'currentPassword', code: 'PASSWORD_WRONG' }] })

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

/** What a user may read of themselves. */
export const readProfile = async (db: Executor, id: string): Promise<Profile> => {
  const [user] = await readUsers(db, [id])
  if (user === undefined) throw new Refused('UNAUTHORIZED')
  const { number, version, country, name, role, email, phone, packageName, language, createdAt } = user
  return { id, number, version, country, name, role, email, phone, packageName, language, createdAt }
}
