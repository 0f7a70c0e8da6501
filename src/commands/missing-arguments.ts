import type { ArgumentDefinition } from './argument.ts'
import type { Arguments } from './arguments.ts'
import type { Command } from './command.ts'

/** What a command still has to be told, in the order in which it asks; what it has been told may make it ask for more. */
export const missingArguments = (
  { args = [] }: Pick<Command, 'args'>,
  given: Arguments,
): readonly ArgumentDefinition[] =>
  args.filter(({ name, optional, when }) => !optional && given[name] === undefined && (when?.(given) ?? true))
