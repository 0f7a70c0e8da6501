import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Target } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { type Command, type CommandContext, targetOf } from '../../commands/command.ts'

/** Why an actor may not do something to that record. */
export type RecordRule<R extends ResourceName> = (actor: Actor, record: ResourceRecords[R]) => Code | null

/** The one record of its resource that a command would act on; null for none, many, or one that is not loaded. */
export const targetRecord = <R extends ResourceName>(
  resource: R,
  target: Command['target'],
  context: CommandContext,
): ResourceRecords[R] | null =>
  (targetOf({ resource, target }, context)?.record as ResourceRecords[R] | null | undefined) ?? null

/** For one record in hand the rule itself answers; for many, each is decided by the dry run. */
export const whyNotTarget = <R extends ResourceName>(
  context: CommandContext,
  {
    resource,
    target,
    verb,
    rule,
  }: { resource: R; target: Command['target']; verb: Verb; rule?: RecordRule<R> },
): Code | null => {
  if (context.actor === null) return 'UNAUTHORIZED'
  const record = targetRecord(resource, target, context)
  return record !== null && rule ? rule(context.actor, record) : whyNot(context.actor, verb)
}

/** The records of a target as a list's address names them, with `except`: what print pages read (`chosenIn`). */
export const parametersOf = (target: Target): Record<string, string> => {
  if ('ids' in target) return { ids: target.ids.join() }
  const { where, except = [] } = target
  return except.length > 0 ? { ...where, except: except.join() } : where
}
