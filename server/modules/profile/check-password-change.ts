import { and, eq, isNull } from 'drizzle-orm'
import type { PasswordChange } from '../../../domain/users/profile.ts'
import type { ServerContext } from '../../context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema.ts'
import { Refused } from '../../refused.ts'
import { newBatch } from '../change-log/record-changes.ts'
import type { Session } from '../sessions/find-session.ts'
import { clearChecks, countCheck, forgetCheck } from '../sessions/login-limits.ts'
import { applyUserChange } from '../users/apply-user-change.ts'
import { hashPassword, isPassword } from '../users/password.ts'

/**
 * Takes a new password from whoever knows the present one, and gives what sets it and ends every session but this one. A
 * wrong one counts as a failed login: whoever finds a console open cannot try passwords in it for longer than at its door.
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
