import { createHash, randomInt } from 'node:crypto'
import { and, count, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { generateSecret, generateURI, verifySync } from 'otplib'
import {
  type NewSecondFactor,
  plainCode,
  recoveryCodeCount,
  type SecondFactor,
  type SecondStepWay,
  secondStepWays,
} from '../../domain/users/second-factor.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { passkeys, recoveryCodes, secondFactors } from '../db/schema.ts'
import { countPasskeys, hasUsablePasskey } from './passkeys.ts'

/** Seconds by which a phone's clock may differ: the code before and the code after are accepted too. */
const MAX_SKEW_SECONDS = 30

/** Milliseconds for which a secret that was made waits for its first code: it is none that is left behind for others to guess. */
const UNCONFIRMED_MS = 3_600_000

export const placeOfFactor = (user: string): string => `second factor ${user}`

/** Makes a secret that has no effect until `confirmFactor`; replaces an earlier unconfirmed one. @throws Refused `SECOND_FACTOR_IS_ON` */
export const beginFactor = async (
  tx: Transaction,
  { secrets, now }: ServerContext,
  { id, email }: { id: string; email: string },
): Promise<NewSecondFactor> => {
  const secret = generateSecret()
  const row = { secret: secrets.seal(secret, placeOfFactor(id)), createdAt: now() }
  const written = await tx
    .insert(secondFactors)
    .values({ user: id, ...row })
    .onConflictDoUpdate({
      target: secondFactors.user,
      set: row,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ user: secondFactors.user })
  if (written.length === 0) throw new Refused('SECOND_FACTOR_IS_ON')
  return { secret, uri: generateURI({ issuer: 'Waybill', label: email, secret }) }
}

/**
 * Confirms the secret by its first code; returns new recovery codes. The caller has locked the user.
 * @throws Refused `SECOND_FACTOR_IS_OFF` without a secret of the last hour, `SECOND_FACTOR_IS_ON`, `CODE_WRONG` at its field
 */
export const confirmFactor = async (
  tx: Transaction,
  context: ServerContext,
  user: string,
  typed: string,
): Promise<string[]> => {
  const [held] = await tx.select().from(secondFactors).where(eq(secondFactors.user, user)).for('update')
  if (held === undefined) throw new Refused('SECOND_FACTOR_IS_OFF')
  if (held.confirmedAt !== null) throw new Refused('SECOND_FACTOR_IS_ON')
  const at = context.now()
  if (held.createdAt <= latestForgotten(at)) throw new Refused('SECOND_FACTOR_IS_OFF')
  const step = stepOf(context, user, held.secret, plainCode(typed), at)
  if (step === null) throw wrongCode()
  await tx.update(secondFactors).set({ confirmedAt: at, lastStep: step }).where(eq(secondFactors.user, user))
  return renewRecoveryCodes(tx, user)
}

const latestForgotten = (at: Date): Date => new Date(at.getTime() - UNCONFIRMED_MS)

/** Deletes secrets that were not confirmed in time. */
export const forgetUnconfirmedFactors = async ({ db, now }: ServerContext): Promise<void> => {
  await db
    .delete(secondFactors)
    .where(and(isNull(secondFactors.confirmedAt), lte(secondFactors.createdAt, latestForgotten(now()))))
}

export const wrongCode = () =>
  new Refused('VALIDATION_FAILED', { errors: [{ path: 'code', code: 'CODE_WRONG' }] })

/** Replaces all recovery codes; returns the new ones, which are stored as hashes only. */
export const renewRecoveryCodes = async (tx: Transaction, user: string): Promise<string[]> => {
  const made = Array.from({ length: recoveryCodeCount }, makeRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user, user))
  await tx.insert(recoveryCodes).values(made.map((code) => ({ user, codeHash: hashOf(user, code) })))
  return made
}

/**
 * Uses up a code: a time step and a recovery code are accepted once, also by concurrent calls and on several instances.
 * @throws Refused `SECRETS_UNREADABLE`
 */
export const spendCode = async (
  tx: Transaction,
  context: ServerContext,
  user: string,
  typed: string,
): Promise<boolean> => {
  const code = plainCode(typed)
  if (!/^\d{6}$/.test(code)) return spendRecoveryCode(tx, user, code, context.now())
  const [held] = await tx
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .where(and(eq(secondFactors.user, user), sql`${secondFactors.confirmedAt} is not null`))
  if (held === undefined) return false
  const step = stepOf(context, user, held.secret, code, context.now())
  if (step === null) return false
  const spent = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(eq(secondFactors.user, user), or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))),
    )
    .returning({ user: secondFactors.user })
  return spent.length > 0
}

/** Removes the authenticator app, with the recovery codes unless passkeys need them. */
export const deleteApp = async (tx: Executor, user: string): Promise<void> => {
  await tx.delete(secondFactors).where(eq(secondFactors.user, user))
  if ((await countPasskeys(tx, user)) === 0) await deleteRecoveryCodes(tx, user)
}

export const deleteRecoveryCodes = async (tx: Executor, user: string): Promise<void> => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user, user))
}

/** Removes app, passkeys and recovery codes. */
export const deleteFactors = async (tx: Executor, user: string): Promise<void> => {
  await tx.delete(passkeys).where(eq(passkeys.user, user))
  await deleteApp(tx, user)
}

/** Whether an app or a passkey is left: what `users.hasSecondFactor` mirrors. */
export const hasAnyFactor = async (db: Executor, user: string): Promise<boolean> =>
  (await readSince(db, user)) !== null || (await countPasskeys(db, user)) > 0

export const readFactor = async (db: Executor, user: string): Promise<SecondFactor> => {
  const since = await readSince(db, user)
  const recoveryCodesLeft = await countRecoveryCodes(db, user)
  return { isOn: since !== null, since: since?.toISOString() ?? null, recoveryCodesLeft }
}

/** How the second step of a login can be made now. */
export const waysOf = async (
  db: Executor,
  context: Pick<ServerContext, 'origin'>,
  user: string,
): Promise<SecondStepWay[]> => {
  const has: Record<SecondStepWay, boolean> = {
    app: (await readSince(db, user)) !== null,
    passkey: await hasUsablePasskey(db, context, user),
    'recovery-code': (await countRecoveryCodes(db, user)) > 0,
  }
  return secondStepWays.filter((way) => has[way])
}

/** When the app was confirmed; null without one. */
const readSince = async (db: Executor, user: string): Promise<Date | null> => {
  const [held] = await db
    .select({ since: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.user, user))
  return held?.since ?? null
}

const countRecoveryCodes = async (db: Executor, user: string): Promise<number> => {
  const [left] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.user, user), isNull(recoveryCodes.usedAt)))
  return left?.count ?? 0
}

const spendRecoveryCode = async (tx: Transaction, user: string, code: string, at: Date): Promise<boolean> => {
  const spent = await tx
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(
      and(
        eq(recoveryCodes.user, user),
        eq(recoveryCodes.codeHash, hashOf(user, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ user: recoveryCodes.user })
  return spent.length > 0
}

/** The time step that a code belongs to; null if it is wrong. @throws Refused `SECRETS_UNREADABLE` */
const stepOf = (
  { secrets }: ServerContext,
  user: string,
  sealed: Buffer,
  code: string,
  at: Date,
): number | null => {
  const secret = secrets.open(sealed, placeOfFactor(user))
  if (secret === null) throw new Refused('SECRETS_UNREADABLE')
  if (!/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(at.getTime() / 1000)
  const read = verifySync({ secret, token: code, epoch, epochTolerance: MAX_SKEW_SECONDS })
  return read.valid && 'timeStep' in read ? read.timeStep : null
}

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 80 random bits as `XXXX-XXXX-XXXX-XXXX`: a fast hash is enough. */
const makeRecoveryCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

const hashOf = (user: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${user} ${plainCode(code)}`)
    .digest()
