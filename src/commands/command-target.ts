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

/** The selection for `many`, else the record in view; null if there is neither, or it is of another resource. */
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

/** Whether a change skips its dry run: for exactly one record, which is in view and which `u` restores. */
export const isMadeAtOnce = (
  command: Pick<Command, 'target' | 'resource'>,
  context: CommandContext,
): boolean => {
  const held = targetOf(command, context)
  // A filter with one match now may have two when the change is applied.
  return held !== null && held.record !== null && 'ids' in held.target
}

/** The same context with one record as its target: for `confirm 10423`, typed anywhere. */
export const withRecord = (
  context: CommandContext,
  resource: ResourceName,
  record: AnyRecord,
): CommandContext => ({ ...context, resource, selection: null, active: record })
