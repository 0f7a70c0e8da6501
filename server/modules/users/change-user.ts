import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { permissions } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { type ChangeReport, largestIdCount, namedRecords } from '../../../domain/changes/changes.ts'
import { whyNotActivate } from '../../../domain/users/policy.ts'
import type { User, UserInput } from '../../../domain/users/user.ts'
import { Refused } from '../../core/errors.ts'
import { changeReport } from '../../crud/change-report.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import { isOneOf } from '../../crud/list-source.ts'
import { type Batch, differences, recordChanges } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { type TokenPurpose, users } from '../../db/schema.ts'
import { recordEvent } from '../../events/read-events.ts'
import { endLinks } from '../../mail/account-links.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { livingPackages, userList } from '../../queries/users.ts'
import { renameOwners } from '../../resources/registry.ts'
import { removeSearchEntries, writeSearchEntries } from '../../search/write-entries.ts'
import { notifyOfReach, revokeSessions } from '../sessions/end-sessions.ts'

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
    | 'passwordHash'
    | 'language'
  >
>

/** `keptSession`: token hash of the session in which the password is changed; it is not ended. */
type AppliedChange = {
  user: UserRow
  verb: `user.${string}`
  wanted: UserChange
  keptSession?: Buffer
}

/**
 * Writes what changes of a user who is held for update: version, history, search entry, event, the end of the sessions
 * and links that must not outlive it, and the mail to who is let in. Nothing where nothing differs.
 */
export const applyUserChange = async (
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'role'>,
  batch: Batch,
  { user, verb, wanted, keptSession }: AppliedChange,
): Promise<void> => {
  const isLetIn = wanted.isActivated === true && !user.isActivated
  const isShutOut = wanted.isActivated === false && user.isActivated
  const activation = isLetIn ? { activation: batch.at } : isShutOut ? { activation: null } : {}
  const values = { ...wanted, ...activation }
  const changed = differences<Partial<UserRow>>(user, values)
  if (changed === null) return
  const [written] = await tx
    .update(users)
    .set({ ...values, version: user.version + 1, updatedAt: batch.at })
    .where(eq(users.id, user.id))
    .returning()
  if (isShutOut || endsSessions(user, wanted, actor.id))
    await revokeSessions(tx, [user.id], batch.at, keptSession)
  await notifyOfReach(tx, user, written!)
  await endLinks(tx, [user.id], linksEndedBy(user, wanted))
  if (isLetIn) await queueMail(tx, 'activated', user.id, batch.at)
  await writeSearchEntries(tx, 'users', [written!])
  if (written!.name !== user.name) await renameOwners(tx, [user.id])
  await recordChanges(tx, actor, batch, [
    {
      verb,
      resource: 'users',
      recordId: user.id,
      version: written!.version,
      before: withoutPassword(changed.before),
      after: withoutPassword(changed.after),
    },
  ])
  await recordEvent(tx, {
    resource: 'users',
    verb,
    country: user.country === written!.country ? user.country : null,
    ids: [user.id],
    batchId: batch.id,
    actor: actor.id,
  })
}

const endsSessions = (user: UserRow, wanted: UserChange, actor: string): boolean =>
  wanted.passwordHash !== undefined ||
  (wanted.role !== undefined && wanted.role !== user.role) ||
  // Confirmed by mail: a session from before may be a stranger's who signed up with this address.
  (wanted.isEmailVerified === true && !user.isEmailVerified && actor === user.id)

/** A link that was sent to an address is void once its user has another address. */
const linksEndedBy = (user: UserRow, wanted: UserChange): TokenPurpose[] => {
  if (wanted.email !== undefined && wanted.email !== user.email) return ['verify-email', 'reset-password']
  return wanted.passwordHash === undefined ? [] : ['reset-password']
}

const withoutPassword = ({ passwordHash: _, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  rest

type UserChangeCall = {
  id: string
  verb: Extract<keyof typeof permissions, `user.${string}`>
  /** The version that the caller has seen; null when they do not say. */
  version: number | null
  /** What changes, computed from the locked row of the user. */
  change: (user: UserRow, tx: Transaction) => UserChange | Promise<UserChange>
}

/** Changes one locked user if the actor may. @throws Refused */
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
  const wanted = await change(user, tx)
  if (id === actor.id && locksOut(user, wanted)) throw new Refused('SELF_CHANGE')
  await refuseUnknownPackage(tx, user, wanted)
  await applyUserChange(tx, actor, batch, { user, verb, wanted })
  return (await userList.read(tx, [id]))[0]!
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

/** Lets users in or shuts them out, each decided on its own; a user who is activated gets a mail. */
export const activateUsers = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  isActivated: boolean,
  { batch, dryRun }: { batch: Batch; dryRun: boolean },
): Promise<ChangeReport> => {
  const query = tx
    .select()
    .from(users)
    .where(targetSql(userList.source, actor, 'user.activate', target))
    .orderBy(asc(users.id))
  const held = await (dryRun ? query : query.for('update'))
  const found = new Set(held.map(({ id }) => id))
  const refused: ChangeReport['refused'] = ('ids' in target ? target.ids : [])
    .filter((id) => !found.has(id))
    .map((id) => ({ id, number: 0, code: 'NOT_FOUND' as const }))
  const changed: ChangeReport['changed'] = []
  for (const user of held) {
    const { id, number, version } = user
    const code = whyNotActivate(actor, user, isActivated)
    if (code !== null) {
      refused.push({ id, number, code })
      continue
    }
    if (!dryRun)
      await applyUserChange(tx, actor, batch, { user, verb: 'user.activate', wanted: { isActivated } })
    changed.push({ id, number, version: version + (dryRun ? 0 : 1) })
  }
  return changeReport(
    dryRun ? null : batch.id,
    changed,
    refused,
    'ids' in target ? largestIdCount : namedRecords,
  )
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
  Partial<Pick<UserRow, 'language'>>

/**
 * Writes a user with history, search entry and event. Null, and nothing written, where the address is taken: also by
 * a call that commits while this one waits for it. Without an `actor` (a sign-up) the user is their own author.
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
  const { id, country, version, name, role, email, phone } = user
  const author = actor ?? user
  await writeSearchEntries(tx, 'users', [user])
  await recordChanges(tx, author, batch, [
    {
      verb,
      resource: 'users',
      recordId: id,
      version,
      before: null,
      after: { country, name, role, email, phone },
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

type NewUser = Omit<UserInput, 'password'> & { passwordHash: string }

/**
 * Creates a user at an admin's word (`actor` null: the first admin of an installation, created by nobody before them).
 * A user that an admin creates is verified and activated at once. @throws Refused `EMAIL_TAKEN`
 */
export const createUser = async (
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'role'> | null,
  batch: Batch,
  input: NewUser,
): Promise<User> => {
  const user = await insertUser(tx, actor, batch, {
    ...input,
    verb: 'user.create',
    isEmailVerified: true,
    isActivated: true,
    activation: batch.at,
  })
  if (user !== null) return user
  throw new Refused('EMAIL_TAKEN', { errors: [{ path: 'email', code: 'EMAIL_TAKEN' }] })
}

type GoingUser = { id: string; version: number; country: string }

/** Deletes users softly, and ends their sessions. Without an actor the server does it by itself. */
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
