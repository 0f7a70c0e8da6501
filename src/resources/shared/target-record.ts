import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Target } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { type AnyRecord, type Command, type CommandContext, targetOf } from '../../commands/command.ts'

/** Code why an actor may not act on the record, or null. */
export type RecordRule<R extends ResourceName> = (actor: Actor, record: ResourceRecords[R]) => Code | null

/** The command's single loaded target; null for none, several, or one not loaded. */
export const targetRecord = <R extends ResourceName>(
  resource: R,
  target: Command['target'],
  context: CommandContext,
): ResourceRecords[R] | null =>
  (targetOf({ resource, target }, context)?.record as ResourceRecords[R] | null | undefined) ?? null

/** Refused if the rule refuses every target; where it refuses some, or some are not loaded, the dry run tells. */
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
  const { actor } = context
  const held = rule && targetOf({ resource, target }, context)
  if (!rule || !held || held.records.length === 0 || held.records.length < held.count)
    return whyNot(actor, verb)
  return whyNotAny(held, (record) => rule(actor, record as ResourceRecords[R]))
}

/** Why none of the records can take it; null if one can, or if some are not loaded. The dry run tells of each. */
export const whyNotAny = (
  { records, count }: Pick<NonNullable<ReturnType<typeof targetOf>>, 'records' | 'count'>,
  whyNotOne: (record: AnyRecord) => Code | null,
): Code | null => {
  if (records.length < count) return null
  let first: Code | null = null
  for (const record of records) {
    const code = whyNotOne(record)
    if (code === null) return null
    first ??= code
  }
  return first
}

/** A target as list parameters, with `except`; read by print pages (`chosenIn`). */
export const parametersOf = (target: Target): Record<string, string> => {
  if ('ids' in target) return { ids: target.ids.join() }
  const { where, except = [] } = target
  return except.length > 0 ? { ...where, except: except.join() } : where
}
