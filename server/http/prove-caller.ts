import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { validate } from '../../domain/lib/validate.ts'
import { type Proof, proofFields } from '../../domain/users/second-factor.ts'
import { clearChecks, countCheck, forgetCheck } from '../auth/login-limits.ts'
import { isPassword } from '../auth/password.ts'
import { spendCode, wrongCode } from '../auth/second-factor.ts'
import type { Session } from '../auth/sessions.ts'
import { accepted, Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { UserRow } from '../db/schema/users.ts'
import { sessions, users } from '../db/schema.ts'
import { inOwnTransaction } from './auth.ts'
import { refuseQuery } from './request-parts.ts'

/** @throws Refused `UNAUTHORIZED` for a key */
export const sessionOf = ({ session }: FastifyRequest): Session => {
  if (session === null) throw new Refused('UNAUTHORIZED')
  return session
}

/** The caller's row, locked until commit. */
export const readCaller = async (tx: Transaction, { actor }: Session): Promise<UserRow> => {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.deletedAt)))
    .for('update')
  if (user === undefined) throw new Refused('UNAUTHORIZED')
  return user
}

/** Checks the password or code of the body; a wrong one counts as a failed login. @throws Refused at its field */
export const proveCaller = async (
  context: ServerContext,
  request: FastifyRequest,
  { needsFactor = true } = {},
): Promise<Session> => {
  refuseQuery(request)
  const session = sessionOf(request)
  const { hasSecondFactor } = await inOwnTransaction(context, request, (tx) => readCaller(tx, session))
  const proof = accepted(validate(proofFields, request.body ?? {}, { country: request.actor.country }))
  if (proof.password == null && proof.code == null)
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'code', code: 'REQUIRED' }] })
  if (needsFactor && !hasSecondFactor) throw new Refused('SECOND_FACTOR_IS_OFF')
  const check = { email: session.user.email, session: session.tokenHash, at: context.now() }
  await countCheck(context, check)
  const isRight = await isProof(context, session, proof).catch(async (error: unknown) => {
    await forgetCheck(context, check)
    throw error
  })
  if (!isRight) throw proof.code == null ? wrongPassword() : wrongCode()
  await clearChecks(context, check)
  await context.db
    .update(sessions)
    .set({ provenAt: context.now() })
    .where(eq(sessions.tokenHash, session.tokenHash))
  return session
}

const isProof = async (
  context: ServerContext,
  { actor: { id } }: Session,
  { password, code }: Proof,
): Promise<boolean> => {
  if (code != null) return inTransaction(context, (tx) => spendCode(tx, context, id, code))
  const [known] = await context.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return isPassword(password ?? '', known?.passwordHash ?? null)
}

const wrongPassword = () =>
  new Refused('VALIDATION_FAILED', { errors: [{ path: 'password', code: 'PASSWORD_WRONG' }] })
