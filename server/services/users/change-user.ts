import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { permissions, Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import {
  whyNotActivate,
  whyNotCalls,
  whyNotLetCall,
  whyNotResetSecondFactor,
} from '../../../domain/users/policy.ts'
import type { User, UserInput } from '../../../domain/users/user.ts'
import { freeCallers, notifyOfReach, revokeKeptSessions, revokeSessions } from '../../auth/end-sessions.ts'
import { deleteFactors } from '../../auth/second-factor.ts'
import { Refused } from '../../core/errors.ts'
import type { StepOptions } from '../../crud/apply-steps.ts'
import { bulkReport } from '../../crud/change-report.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import { type Batch, differences, recordChanges } from '../../crud/record-changes.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { type TokenPurpose, users } from '../../db/schema.ts'
import { recordEvent } from '../../events/read-events.ts'
import { endLinks } from '../../mail/account-links.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { livingPlans, userList } from '../../queries/users.ts'
import { removeSearchEntries, writeSearchEntries } from '../../search/write-entries.ts'

type UserChange = Partial<
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
type Wanted =
  | { wanted: Omit<UserChange, 'name'> & { name?: never } }
  | { wanted: UserChange; renameOwners: RenameOwners }

/** `keptSession`: token hash of a session that is not ended. `noted`: values for the history that are no columns of users. */
type AppliedChange = Wanted & {
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

/** @throws Refused unless an agent's */
const refuseCalls = (user: Pick<User, 'role' | 'calls'>): void => {
  const code = whyNotCalls(user)
  if (code !== null) throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'calls', code }] })
}

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

/** Users of a target by id; locked except for a dry run. */
const holdUsers = (
  tx: Transaction,
  actor: Actor,
  verb: Verb,
  target: ParsedTarget,
  { dryRun }: StepOptions,
): Promise<UserRow[]> => {
  const query = tx
    .select()
    .from(users)
    .where(targetSql(userList.source, actor, verb, target))
    .orderBy(asc(users.id))
  return dryRun ? query : query.for('update')
}

/** Splits users by the rule. */
const decideUsers = (held: readonly UserRow[], whyNot: (user: UserRow) => Code | null) => {
  const decided = held.map((user) => ({ user, code: whyNot(user) }))
  return {
    changed: decided.flatMap(({ user, code }) => (code === null ? user : [])),
    refused: decided.flatMap(({ user: { id, number }, code }) => (code === null ? [] : { id, number, code })),
  }
}

type FlagChange = {
  verb: 'user.activate' | 'user.let-call'
  wanted: Partial<Pick<User, 'isActivated' | 'calls'>>
  whyNot: (user: UserRow) => Code | null
}

/** Turns something of users on or off, each decided individually. */
const flagUsers = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  { verb, wanted, whyNot }: FlagChange,
  options: StepOptions,
): Promise<ChangeReport> => {
  const held = await holdUsers(tx, actor, verb, target, options)
  const { changed, refused } = decideUsers(held, whyNot)
  if (!options.dryRun) {
    for (const user of changed) await applyUserChange(tx, actor, options.batch, { user, verb, wanted })
  }
  return bulkReport(target, { held, changed, refused }, options)
}

/** Activates or deactivates users; activated ones get a mail. */
export const activateUsers = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  isActivated: boolean,
  options: StepOptions,
): Promise<ChangeReport> => {
  const whyNot = (user: UserRow) => whyNotActivate(actor, user, isActivated)
  return flagUsers(tx, actor, target, { verb: 'user.activate', wanted: { isActivated }, whyNot }, options)
}

/** Lets agents call, or takes calls away. Their claims go with the capability. */
export const letUsersCall = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  calls: boolean,
  options: StepOptions,
): Promise<ChangeReport> => {
  const whyNot = (user: UserRow) => whyNotLetCall(actor, user, calls)
  return flagUsers(tx, actor, target, { verb: 'user.let-call', wanted: { calls }, whyNot }, options)
}

/** Soft deletion; oneself and missing users are refused individually. */
export const deleteUsers = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  options: StepOptions,
): Promise<ChangeReport> => {
  const held = await holdUsers(tx, actor, 'user.delete', target, options)
  const { changed, refused } = decideUsers(held, ({ id }) => (id === actor.id ? 'SELF_CHANGE' : null))
  if (changed.length > 0 && !options.dryRun) await deleteUserRows(tx, actor, options.batch, changed)
  return bulkReport(target, { held, changed, refused }, options)
}

type NewUserRow = Pick<
  UserRow,
  | 'country'
  | 'name'
  | 'role'
  | 'email'
  | 'phone'
  | 'passwordHash'
  | 'isEmailVerified'
  | 'isActivated'
  | 'activation'
> &
  Partial<Pick<UserRow, 'language' | 'calls'>>

/**
 * Inserts a user with history, search entry and event. Returns null if the address is taken, also by a concurrent call. Without
 * an `actor` (sign-up) the user is the author.
 */
export const insertUser = async (
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'role'> | null,
  batch: Batch,
  { verb, ...values }: NewUserRow & { verb: 'user.create' | 'user.register' },
): Promise<User | null> => {
  const inserted = await tx
    .insert(users)
    .values({ id: newId(), ...values, createdAt: batch.at, updatedAt: batch.at })
    .onConflictDoNothing({ target: users.email, where: sql`deleted_at is null` })
    .returning({ id: users.id })
  const [user] = await userList.read(
    tx,
    inserted.map(({ id }) => id),
  )
  if (user === undefined) return null
  const { id, country, version, name, role, calls, email, phone } = user
  const author = actor ?? user
  await writeSearchEntries(tx, 'users', [user])
  await recordChanges(tx, author, batch, [
    {
      verb,
      resource: 'users',
      recordId: id,
      version,
      before: null,
      after: { country, name, role, ...(calls && { calls }), email, phone },
    },
  ])
  await recordEvent(tx, {
    resource: 'users',
    verb,
    country,
    ids: [id],
    batchId: batch.id,
    actor: author.id,
  })
  return user
}

type NewUser = Omit<UserInput, 'password' | 'calls'> & { calls?: boolean | null; passwordHash: string }

/** Creates a verified and activated user. `actor` null: the first admin. @throws Refused `EMAIL_TAKEN` */
export const createUser = async (
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'role'> | null,
  batch: Batch,
  input: NewUser,
): Promise<User> => {
  const calls = input.calls === true
  refuseCalls({ role: input.role, calls })
  const user = await insertUser(tx, actor, batch, {
    ...input,
    calls,
    verb: 'user.create',
    isEmailVerified: true,
    isActivated: true,
    activation: batch.at,
  })
  if (user !== null) return user
  throw new Refused('EMAIL_TAKEN', { errors: [{ path: 'email', code: 'EMAIL_TAKEN' }] })
}

type GoingUser = { id: string; version: number; country: string }

/** Soft deletion of users; ends their sessions. Without an actor: the server itself. */
export const deleteUserRows = async (
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'role'> | null,
  batch: Batch,
  rows: readonly GoingUser[],
): Promise<void> => {
  const ids = rows.map(({ id }) => id)
  await tx
    .update(users)
    .set({ deletedAt: batch.at, updatedAt: batch.at, version: sql`${users.version} + 1` })
    .where(isOneOf(users.id, ids))
  await revokeSessions(tx, ids, batch.at)
  await removeSearchEntries(tx, 'users', ids)
  await recordChanges(
    tx,
    actor,
    batch,
    rows.map(({ id, version }) => ({
      verb: 'user.delete',
      resource: 'users',
      recordId: id,
      version: version + 1,
      before: { isDeleted: false },
      after: { isDeleted: true },
    })),
  )
  const countries = new Set(rows.map(({ country }) => country))
  await recordEvent(tx, {
    resource: 'users',
    verb: 'user.delete',
    country: countries.size === 1 ? rows[0]!.country : null,
    ids,
    batchId: batch.id,
    actor: actor?.id ?? null,
  })
}
