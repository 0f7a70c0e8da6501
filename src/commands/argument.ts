import type { ResourceName } from '../../domain/resources.ts'
import type { Arguments } from './arguments.ts'
import type { CommandContext } from './command-context.ts'

/**
 * What a command asks for before it can run. `name` is the key of its value, and of `commands:<id>.args.<name>`. With
 * `when` it is asked for only beside other arguments that make it necessary.
 */
export type ArgumentDefinition = {
  name: string
  optional?: boolean
  when?: (args: Arguments) => boolean
} & (
  | {
      kind: 'choice'
      /** Computed, or fetched once when the command is asked for; the palette narrows them. */
      choices: (
        context: CommandContext,
        signal: AbortSignal,
      ) => readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]>
    }
  | { kind: 'text'; maxLength?: number }
  /** A day from today on, `2026-11-24`. */
  | { kind: 'date' }
  /** Major units of the record's country, `12500.5`. */
  | { kind: 'money' }
  | { kind: 'record'; resource: ResourceName }
)

/** A choice is named by a locale key, or by a text that is the same in every language (a person's name). */
export type ArgumentChoice = { value: string; detail?: string } & (
  | { labelKey: string; text?: never }
  | { text: string; labelKey?: never }
)
