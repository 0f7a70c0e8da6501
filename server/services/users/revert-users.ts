import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { pickNames } from '../../../domain/lib/shape.ts'
import { freeCallers, notifyOfReach, revokeKeptSessions, revokeSessions } from '../../auth/end-sessions.ts'
import { type Batch, differences, recordChanges } from '../../crud/record-changes.ts'
import type { Revert, RevertLine } from '../../crud/revert-records.ts'
import { isOneOf, valueNames, type Written, writtenValues } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema/users.ts'
import { updateRows } from '../../db/unnest-rows.ts'
import { recordEvent } from '../../events/read-events.ts'
import { endLinks } from '../../mail/account-links.ts'
import { livingPlans, userList } from '../../queries/users.ts'
import { removeSearchEntries, writeSearchEntries } from '../../search/write-entries.ts'
import type { RenameOwners } from './apply-user-change.ts'

type UserRow = typeof users.$inferSelect

const userValueNames = [
  'country',
  ...valueNames(users, ['passwordHash', 'hasSecondFactor', 'secondFactorAskedAt', 'language']),
] as const

type UserValues = Written<Pick<UserRow, (typeof userValueNames)[number]>> & { isDeleted: boolean }
type UserStep = { user: UserRow; next: UserValues; line: RevertLine }

/** Undoes changes of users; refused for one's own access, taken addresses and deleted plans. Reactivation sends no mail. */
export const revertUsers =
  (renameOwners: RenameOwners): Revert =>
  async (tx, actor, lines, batch) => {
    const lineOf = new Map(lines.map((line) => [line.recordId, line]))
    const held = await tx
      .select()
      .from(users)
      .where(isOneOf(users.id, [...lineOf.keys()]))
      .orderBy(users.id)
      .for('update')
    const wanted = held.map((user) => {
      const line = lineOf.get(user.id)!
      return { user, line, next: valuesBefore(user, line) }
    })
    const taken = await takenEmails(tx, wanted)
    const plans = await livingPlans(
      tx,
      wanted.flatMap(({ next }) => next.package ?? []),
    )
    const steps: UserStep[] = []
    const refused: ChangeReport['refused'] = []
    for (const step of wanted) {
      const { id, number } = step.user
      const code = step.line.why ?? whyNotRevert(actor, step, { taken, plans })
      if (code !== null) refused.push({ id, number, code })
      else steps.push(step)
    }
    if (steps.length > 0) await apply(tx, actor, batch, steps, renameOwners)
    return {
      changed: steps.map(({ user: { id, number, version } }) => ({ id, number, version: version + 1 })),
      refused,
    }
  }

const valuesOf = (user: UserRow): UserValues => ({
  ...writtenValues(pickNames(user, userValueNames)),
  isDeleted: user.deletedAt !== null,
})

const valuesBefore = (user: UserRow, { before }: RevertLine): UserValues =>
  before === null
    ? { ...valuesOf(user), isDeleted: true }
    : { ...valuesOf(user), ...(before as Partial<UserValues>) }

const whyNotRevert = (
  actor: Actor,
  { user, next, line }: UserStep,
  { taken, plans }: { taken: ReadonlySet<string>; plans: ReadonlySet<string> },
): Code | null => {
  if (user.version !== line.standsAt) return 'MOVED_ON'
  if (user.id === actor.id && losesAccess(user, next)) return 'SELF_CHANGE'
  if (next.isDeleted) return null
  if (taken.has(user.id)) return 'EMAIL_TAKEN'
  return next.package !== null && !plans.has(next.package) ? 'PACKAGE_NOT_FOUND' : null
}

const losesAccess = (user: UserRow, next: UserValues): boolean =>
  next.role !== user.role || next.isDeleted || !next.isActivated || !next.isEmailVerified

const takenEmails = async (tx: Transaction, wanted: readonly UserStep[]): Promise<Set<string>> => {
  const rows = JSON.stringify(wanted.map(({ user, next }) => ({ id: user.id, email: next.email })))
  const found = await tx.execute<{ id: string }>(sql`
    select given.id from jsonb_to_recordset(${rows}::jsonb) as given (id uuid, email text)
    join users on users.email = given.email and users.id <> given.id and users.deleted_at is null`)
  return new Set(found.rows.map((row) => row.id))
}

const apply = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  steps: readonly UserStep[],
  renameOwners: RenameOwners,
): Promise<void> => {
  await updateRows(
    tx,
    users,
    [...userValueNames, 'version', 'updatedAt', 'deletedAt'],
    steps.map(({ user, next }) => ({
      ...next,
      id: user.id,
      version: user.version + 1,
      updatedAt: batch.at,
      deletedAt: next.isDeleted ? batch.at : null,
    })),
  )
  const ids = steps.map(({ user }) => user.id)
  const locked = steps.filter(({ user, next }) => losesAccess(user, next)).map(({ user }) => user.id)
  if (locked.length > 0) await revokeSessions(tx, locked, batch.at)
  const unkept = steps.filter(({ user, next }) => user.staysSignedIn && !next.staysSignedIn)
  if (unkept.length > 0) {
    await revokeKeptSessions(
      tx,
      unkept.map(({ user }) => user.id),
      batch.at,
    )
  }
  const uncalled = steps.filter(({ user, next }) => user.calls && !next.calls)
  await freeCallers(
    tx,
    uncalled.map(({ user }) => user.id),
  )
  for (const { user, next } of steps) await notifyOfReach(tx, user, next)
  const moved = steps.filter(({ user, next }) => next.email !== user.email).map(({ user }) => user.id)
  await endLinks(tx, moved, ['verify-email', 'reset-password'])
  await removeSearchEntries(tx, 'users', ids)
  await writeSearchEntries(tx, 'users', await userList.read(tx, ids))
  const renamed = steps.filter(({ user, next }) => next.name !== user.name).map(({ user }) => user.id)
  await renameOwners(tx, renamed)
  await recordChanges(
    tx,
    actor,
    batch,
    steps.map(({ user, next, line }) => ({
      verb: line.verb,
      resource: 'users' as const,
      recordId: user.id,
      version: user.version + 1,
      ...(differences(valuesOf(user), next) ?? { before: {}, after: {} }),
      undoes: line.id,
    })),
  )
  const countries = new Set(steps.flatMap(({ user, next }) => [user.country, next.country]))
  await recordEvent(tx, {
    resource: 'users',
    verb: steps[0]!.line.verb,
    country: countries.size === 1 ? [...countries][0]! : null,
    ids,
    batchId: batch.id,
    actor: actor.id,
  })
}
