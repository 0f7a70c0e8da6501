import type { ResourceName } from '../../domain/resources.ts'
import type { ChangeKind } from '../../machines/change/change-types.ts'
import { callChange } from '../api/change-call.ts'
import type { Arguments } from '../commands/arguments.ts'
import type { Command } from '../commands/command.ts'
import type { CommandContext } from '../commands/command-context.ts'
import { isMadeAtOnce, targetOf } from '../commands/command-target.ts'

type Changing = {
  id: string
  resource: ResourceName
  target: 'one' | 'many'
  kind: ChangeKind
  danger?: boolean
  /** What the call says beside its records. */
  bodyOf: (args: Arguments) => Record<string, unknown>
}

/** The two halves of a command that changes records: its dry run, and the change that is asked for, undo included. */
export const changing = (command: Changing): Pick<Command, 'isChange' | 'preview' | 'run'> => ({
  isChange: true,
  preview: async (context, args, signal) => {
    const change = changeIn(context, command, args)
    return context.ports.foretell?.(change) ?? callChange(context.ports.api, change, { dryRun: true, signal })
  },
  run: (context, args) =>
    context.ports.change({
      ...changeIn(context, command, args),
      confirmed: context.previewed !== null || isMadeAtOnce(command, context),
    }),
})

/** A command that needs records is neither foretold nor run without them. */
const changeIn = (
  context: CommandContext,
  { id, resource, target: aim, kind, bodyOf }: Changing,
  args: Arguments,
) => {
  const { target, count } = targetOf({ resource, target: aim }, context)!
  return { kind, verb: id, resource, target, count, body: bodyOf(args) }
}
