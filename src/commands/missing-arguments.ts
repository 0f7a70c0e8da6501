import type { ArgumentDefinition } from './argument.ts'
import type { Arguments } from './arguments.ts'
import type { Command } from './command.ts'

/** The arguments that a command still needs, in the order in which it asks; an answer may make it ask for more. */
export const missingArguments = (
  { args = [] }: Pick<Command, 'args'>,
  given: Arguments,
): readonly ArgumentDefinition[] =>
  args.filter(({ name, optional, when }) => !optional && given[name] === undefined && (when?.(given) ?? true))
