import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Target } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { type Command, type CommandContext, targetOf } from '../../commands/command.ts'

/** Code why an actor may not act on the record, or null. */
export type RecordRule<R extends ResourceName> = (actor: Actor, record: ResourceRecords[R]) => Code | null

/** The command's single loaded target; null for none, several, or one not loaded. */
export const targetRecord = <R extends ResourceName>(
  resource: R,
  target: Command['target'],
  context: CommandContext,
): ResourceRecords[R] | null =>
  (targetOf({ resource, target }, context)?.record as ResourceRecords[R] | null | undefined) ?? null

/** A single target is checked by the rule; for several, the dry run decides. */
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

/** A target as list parameters, with `except`; read by print pages (`chosenIn`). */
export const parametersOf = (target: Target): Record<string, string> => {
  if ('ids' in target) return { ids: target.ids.join() }
  const { where, except = [] } = target
  return except.length > 0 ? { ...where, except: except.join() } : where
}
