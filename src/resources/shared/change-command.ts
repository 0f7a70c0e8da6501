import { type ChangeVerb, confirmationOf } from '../../../domain/changes/change-verbs.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { toSearchEntry } from '../../../domain/search/searchable.ts'
import type { ChangeKind } from '../../../machines/change/change-machine.ts'
import { type Command, type CommandContext, isOneInView, targetOf } from '../../commands/command.ts'
import type { Arguments, ChangeRequest } from '../../commands/command-ports.ts'

type Changing = {
  id: string
  resource: ResourceName
  target: 'one' | 'many'
  kind: ChangeKind
  /** The action on the records, if it depends on arguments (a status). */
  effectOf: (args: Arguments) => ChangeVerb
  /** The request body without the target. */
  bodyOf: (args: Arguments, context: CommandContext) => Record<string, unknown>
  /** What the question says besides the records. */
  noteOf?: (args: Arguments, context: CommandContext) => string | undefined
}

/** Confirmation, dry run and execution of a command that changes records. */
export const changeCommand = (
  command: Changing,
): Required<Pick<Command, 'isChange' | 'confirmation' | 'preview' | 'run'>> => {
  const confirmation: Command['confirmation'] = (context, args) =>
    confirmationOf(
      command.effectOf(args),
      targetOf(command, context)?.count ?? 1,
      isOneInView(command, context),
    )
  /** @throws without the records that the command needs; the palette asks for them first. */
  const requestIn = (context: CommandContext, args: Arguments): ChangeRequest => {
    const { id, resource, kind, effectOf, bodyOf, noteOf } = command
    const { target, count, record } = targetOf(command, context)!
    return {
      kind,
      verb: id,
      effect: effectOf(args),
      subject: record && { number: record.number, name: nameOf(resource, record as never) },
      resource,
      target,
      count,
      body: bodyOf(args, context),
      note: noteOf?.(args, context),
      confirmation: confirmation(context, args),
    }
  }
  return {
    isChange: true,
    confirmation,
    preview: (context, args, signal) => context.ports.dryRun(requestIn(context, args), signal),
    run: (context, args) => context.ports.change(requestIn(context, args), context.shown),
  }
}

const nameOf = <R extends ResourceName>(resource: R, record: ResourceRecords[R]): string =>
  toSearchEntry(resource, record).title
