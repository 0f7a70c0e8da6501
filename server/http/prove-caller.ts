import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Code } from '../../domain/core/codes.ts'
import { validate } from '../../domain/lib/validate.ts'
import {
  readUsedPasskey,
  splitPasskey,
  type UsedPasskey,
  usedPasskeyShapes,
} from '../../domain/users/passkeys.ts'
import { type Proof, proofFields } from '../../domain/users/second-factor.ts'
import { clearChecks, forgetCheck } from '../auth/login-limits.ts'
import { acceptPasskey, takeChallenge } from '../auth/passkeys.ts'
import { isPassword } from '../auth/password.ts'
import { noteProof } from '../auth/proof.ts'
import { spendCode, wrongCode } from '../auth/second-factor.ts'
import type { Session } from '../auth/sessions.ts'
import { accepted, Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { UserRow } from '../db/schema/users.ts'
import { users } from '../db/schema.ts'
import { objectSchema, titled } from '../openapi/json-schema.ts'
import { fieldsSchema, shapesSchema } from '../openapi/schemas.ts'
import { recordCopiedPasskey } from '../services/users/keep-passkeys.ts'
import { countRecordedCheck } from '../services/users/record-access.ts'
import { inOwnTransaction } from './auth.ts'
import { clientOfCall, refuseQuery } from './request-parts.ts'

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

/** `passkey` of a body. */
export const usedPasskeySchema = titled('UsedPasskey', shapesSchema(usedPasskeyShapes))

/** Body of a call that asks who is at the keyboard. */
export const proofSchema = titled(
  'Proof',
  objectSchema({ ...fieldsSchema(proofFields).properties, passkey: usedPasskeySchema }, []),
)

/** Of calls without a session that take a passkey. */
export const passkeyRefusals = [
  'PASSKEYS_UNAVAILABLE',
  'PASSKEY_COPIED',
  'PASSKEY_ENDED',
  'PASSKEY_INVALID',
  'PASSKEY_UNKNOWN',
] as const satisfies readonly Code[]

export const proofRefusals = [
  'PASSKEYS_UNAVAILABLE',
  'SECRETS_UNREADABLE',
  'TOO_MANY_ATTEMPTS',
] as const satisfies readonly Code[]

/** Within a session a refused passkey is a wrong field: 401 would say that the session has ended. */
export const refuseAtPasskey = (error: unknown): never => {
  if (error instanceof Refused && [...wrongPasskeys, 'PASSKEY_ENDED'].includes(error.code))
    throw new Refused('VALIDATION_FAILED', {
      errors: [{ path: 'passkey', code: error.code }],
      ...(error.reason === undefined ? {} : { reason: error.reason }),
    })
  throw error
}

/**
 * Runs a check of who is at the keyboard, which counts as a failed login unless it succeeds. Other failures than a wrong password,
 * code or passkey do not count. @throws Refused `TOO_MANY_ATTEMPTS`
 */
export const countTry = async <Answer>(
  context: ServerContext,
  request: FastifyRequest,
  run: () => Promise<Answer>,
): Promise<Answer> => {
  const { user, tokenHash, actor } = sessionOf(request)
  const check = { email: user.email, session: tokenHash, at: context.now() }
  await countRecordedCheck(context, check, actor, clientOfCall(request))
  const answer = await run().catch(async (error: unknown) => {
    if (!isWrongPasskey(error) && !isWrongField(error)) await forgetCheck(context, check)
    throw error
  })
  await clearChecks(context, check)
  return answer
}

const isWrongField = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.errors ?? []).some(({ code }) => code === 'CODE_WRONG' || code === 'PASSWORD_WRONG')

/** Checks the password, code or passkey of the body; a wrong one counts as a failed login. @throws Refused at its field */
export const proveCaller = async (
  context: ServerContext,
  request: FastifyRequest,
  { needsFactor = true, body = request.body }: { needsFactor?: boolean; body?: unknown } = {},
): Promise<Session> => {
  refuseQuery(request)
  const session = sessionOf(request)
  const { hasSecondFactor } = await inOwnTransaction(context, request, (tx) => readCaller(tx, session))
  const sent = splitPasskey(body ?? {})
  const proof = accepted(validate(proofFields, sent.fields, { country: request.actor.country }))
  const passkey = sent.passkey == null ? null : accepted(readUsedPasskey(sent.passkey))
  if (proof.password == null && proof.code == null && passkey === null)
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'code', code: 'REQUIRED' }] })
  if (needsFactor && !hasSecondFactor) throw new Refused('SECOND_FACTOR_IS_OFF')
  await countTry(context, request, async () => {
    const isRight = await isProof(context, session, { ...proof, passkey })
    if (!isRight) throw proof.code == null ? wrongPassword() : wrongCode()
  }).catch(refuseAtPasskey)
  await noteProof(context, session, context.now())
  return session
}

const isProof = async (
  context: ServerContext,
  { actor: { id } }: Session,
  { password, code, passkey }: Proof & { passkey: UsedPasskey | null },
): Promise<boolean> => {
  if (passkey !== null) return isPasskey(context, id, passkey)
  if (code != null) return inTransaction(context, (tx) => spendCode(tx, context, id, code))
  const [known] = await context.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return isPassword(password ?? '', known?.passwordHash ?? null)
}

/** Like a wrong code. */
const isPasskey = async (context: ServerContext, user: string, passkey: UsedPasskey): Promise<boolean> => {
  const challenge = await takeChallenge(context, passkey, 'prove', user)
  const { outcome, name } = await inTransaction(context, (tx) =>
    acceptPasskey(tx, context, passkey, { challenge, user, isAlone: false, isVerified: true }),
  )
  if (outcome === 'accepted') return true
  await recordCopiedPasskey(context, user, name)
  throw new Refused('PASSKEY_COPIED')
}

/** Whether a refused passkey counts as a failed login. */
export const isWrongPasskey = (error: unknown): boolean =>
  error instanceof Refused && wrongPasskeys.has(error.code)

const wrongPasskeys: ReadonlySet<Code> = new Set(['PASSKEY_COPIED', 'PASSKEY_INVALID', 'PASSKEY_UNKNOWN'])

const wrongPassword = () =>
  new Refused('VALIDATION_FAILED', { errors: [{ path: 'password', code: 'PASSWORD_WRONG' }] })
