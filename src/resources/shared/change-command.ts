import { type ChangeVerb, isConfirmed } from '../../../domain/changes/change-verbs.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { toSearchEntry } from '../../../domain/search/searchable.ts'
import type { ChangeKind } from '../../../machines/change/change-types.ts'
import { callChange } from '../../api/change-call.ts'
import { type Command, type CommandContext, isMadeAtOnce, targetOf } from '../../commands/command.ts'
import type { Arguments } from '../../commands/command-ports.ts'

type Changing = {
  id: string
  resource: ResourceName
  target: 'one' | 'many'
  kind: ChangeKind
  /** The action on the records, if it depends on arguments (a status). */
  effectOf: (args: Arguments) => ChangeVerb
  /** The request body without the target. */
  bodyOf: (args: Arguments, context: CommandContext) => Record<string, unknown>
}

/** Dry run and execution of a command that changes records, with undo. */
export const changeCommand = (
  command: Changing,
): Pick<Command, 'isChange' | 'confirms' | 'preview' | 'run'> => ({
  isChange: true,
  confirms: (args, context) =>
    isConfirmed(command.effectOf(args), (context && targetOf(command, context)?.count) ?? 1),
  preview: async (context, args, signal) => {
    const change = changeIn(context, command, args)
    return context.ports.foretell?.(change) ?? callChange(context.ports.api, change, { dryRun: true, signal })
  },
  run: (context, args) => {
    const change = changeIn(context, command, args)
    return context.ports.change({
      ...change,
      confirmed:
        !isConfirmed(change.effect, change.count) &&
        (context.previewed !== null || isMadeAtOnce(command, context)),
    })
  },
})

/** Null without the records that the command needs. */
const changeIn = (
  context: CommandContext,
  { id, resource, target: aim, kind, effectOf, bodyOf }: Changing,
  args: Arguments,
) => {
  const { target, count, record } = targetOf({ resource, target: aim }, context)!
  const subject = record && { number: record.number, name: nameOf(resource, record as never) }
  return {
    kind,
    verb: id,
    effect: effectOf(args),
    subject,
    resource,
    target,
    count,
    body: bodyOf(args, context),
  }
}

const nameOf = <R extends ResourceName>(resource: R, record: ResourceRecords[R]): string =>
  toSearchEntry(resource, record).title
