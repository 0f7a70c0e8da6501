import type { Target } from '../../domain/changes/changes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { Command } from './command.ts'
import type { AnyRecord, CommandContext } from './command-context.ts'

/** What a command would act on. `record` is set if it is exactly one and loaded. */
export type CommandTarget = {
  resource: ResourceName
  target: Target
  count: number
  records: readonly AnyRecord[]
  record: AnyRecord | null
}

/** The selection for `many`, else the record in view; null where there is neither, or it is another resource's. */
export const targetOf = (
  command: Pick<Command, 'target' | 'resource'>,
  { resource, selection, active }: CommandContext,
): CommandTarget | null => {
  if (command.target === 'none' || resource === null || command.resource !== resource) return null
  if (command.target === 'many' && selection !== null && selection.count > 0) {
    const { predicate: target, count, records } = selection
    return { resource, target, count, records, record: count === 1 ? (records[0] ?? null) : null }
  }
  if (active === null) return null
  return { resource, target: { ids: [active.id] }, count: 1, records: [active], record: active }
}

/** Whether a change is made without its dry run: of exactly one record, which is in view and which `u` puts back. */
export const isMadeAtOnce = (
  command: Pick<Command, 'target' | 'resource'>,
  context: CommandContext,
): boolean => {
  const held = targetOf(command, context)
  // A filter that has one match now may have two when it is carried out.
  return held !== null && held.record !== null && 'ids' in held.target
}

/** The same context with one record in hand: for `confirm 10423`, typed anywhere. */
export const withRecord = (
  context: CommandContext,
  resource: ResourceName,
  record: AnyRecord,
): CommandContext => ({ ...context, resource, selection: null, active: record })
