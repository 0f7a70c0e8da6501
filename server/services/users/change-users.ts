import { asc } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { whyNotActivate, whyNotLetCall } from '../../../domain/users/policy.ts'
import type { User } from '../../../domain/users/user.ts'
import type { StepOptions } from '../../crud/apply-steps.ts'
import { bulkReport } from '../../crud/change-report.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { users } from '../../db/schema.ts'
import { userList } from '../../queries/users.ts'
import { applyUserChange } from './apply-user-change.ts'
import { deleteUserRows } from './delete-user-rows.ts'

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
