import { and, eq, isNull } from 'drizzle-orm'
import { longestUserAgent } from '../../domain/users/profile.ts'
import {
  type SecondFactorPolicy,
  type SecondStepWay,
  whenFactorIsDue,
} from '../../domain/users/second-factor.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { Refused } from '../core/errors.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { UserRow } from '../db/schema/users.ts'
import { sessions, users } from '../db/schema.ts'
import { rememberDevice } from './known-devices.ts'
import { openChallenge } from './login-challenges.ts'
import { waysOf } from './second-factor.ts'
import { absoluteLimit, hashToken, keptLimit, makeToken } from './sessions.ts'

/** `device` and `keep` as the login sent them. */
export type LoginOptions = {
  device?: string | null | undefined
  keep?: boolean | null | undefined
  userAgent: string | undefined
  /** Of the client. */
  address: string
  /** Of the installation, as in `ServerContext`. */
  origin?: (() => string) | undefined
  policy?: SecondFactorPolicy | undefined
  /** When the person said who they are, if that was before the login. */
  provenAt?: Date
  /** Writes the line of the history, in the same transaction. */
  record: (tx: Transaction, user: UserRow) => Promise<void>
}

/** A login whose first step was accepted: its session, or the challenge that a second step answers, in one of the ways. */
export type Login = { session: SessionRecord } | { challenge: string; ways: SecondStepWay[] }

/**
 * The user of an accepted first step, locked against changes of the account until commit.
 * @throws Refused `BAD_CREDENTIALS` if the account or its password has changed since
 */
export const holdUser = async (
  tx: Transaction,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<UserRow> => {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('share')
  if (user?.passwordHash !== passwordHash) throw new Refused('BAD_CREDENTIALS')
  return user
}

/** After a password, or a provider's word: opens a session, or asks for the second factor. `user`: of `holdUser`. */
export const finishFirstStep = async (
  tx: Transaction,
  user: UserRow,
  options: LoginOptions,
  at: Date,
): Promise<Login> =>
  user.hasSecondFactor
    ? { challenge: await openChallenge(tx, user.id, at), ways: await waysOf(tx, options, user.id) }
    : { session: await openSession(tx, user, options, at) }

/** Opens a session: the only place that does. Unverified and inactive users may log in; access checks follow. */
export const openSession = async (
  tx: Transaction,
  user: UserRow,
  { device, keep, userAgent, address, policy, provenAt, record }: LoginOptions,
  at: Date,
): Promise<SessionRecord> => {
  const token = makeToken()
  const isKept = keep === true && user.role === 'delivery' && user.staysSignedIn
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    user: user.id,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(at.getTime() + (isKept ? keptLimit : absoluteLimit)),
    userAgent: userAgent?.slice(0, longestUserAgent) ?? null,
    address,
    isKept,
    provenAt: provenAt ?? null,
  })
  await record(tx, user)
  const { id, name, role, calls, email, country, isEmailVerified, isActivated } = user
  const due = policy && whenFactorIsDue(policy, { ...user, askedAt: user.secondFactorAskedAt }, at)
  return {
    id,
    name,
    role,
    calls,
    email,
    country,
    isEmailVerified,
    isActivated,
    token,
    ...(due ? { secondFactorDue: due.toISOString() } : {}),
    ...(device === undefined ? {} : { device: await rememberDevice(tx, { user: id, token: device, at }) }),
    ...(keep == null ? {} : { isKept }),
  }
}
