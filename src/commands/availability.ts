import type { Code } from '../../domain/core/codes.ts'
import type { ArgumentDefinition } from './argument.ts'
import type { Command } from './command.ts'
import type { CommandContext } from './command-context.ts'
import type { Arguments } from './command-ports.ts'
import { targetOf } from './command-target.ts'

/**
 * `ready`; `needs-record` if the command acts on a record and has no target (it asks for one); `refused` with the
 * reason, which is shown next to it.
 */
type Availability = { kind: 'ready' } | { kind: 'needs-record' } | { kind: 'refused'; code: Code }

/** Whether the role permits the command at all, if not now: forbidden commands are hidden, not explained. */
export const isEverAllowed = (command: Command, context: CommandContext): boolean =>
  command.whyNot(context) !== 'FORBIDDEN'

export const availabilityOf = (command: Command, context: CommandContext): Availability => {
  const code = command.whyNot(context)
  if (code !== null) return { kind: 'refused', code }
  const needsRecord = command.target !== 'none' && targetOf(command, context) === null
  return needsRecord ? { kind: 'needs-record' } : { kind: 'ready' }
}

/** The missing arguments of a command, in the order of its definition; a value may make others required (`when`). */
export const missingArguments = (
  { args = [] }: Pick<Command, 'args'>,
  given: Arguments,
): readonly ArgumentDefinition[] =>
  args.filter(({ name, optional, when }) => !optional && given[name] === undefined && (when?.(given) ?? true))
