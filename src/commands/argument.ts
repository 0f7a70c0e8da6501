import type { ResourceName } from '../../domain/resources.ts'
import type { CommandContext } from './command-context.ts'

/** What a command asks for before it can run. `name` is the key of its value, and of `commands:<id>.args.<name>`. */
export type ArgumentDefinition = { name: string; optional?: boolean } & (
  | {
      kind: 'choice'
      /** Computed, or fetched once when the command is asked for; the palette narrows them. */
      choices: (
        context: CommandContext,
        signal: AbortSignal,
      ) => readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]>
    }
  | { kind: 'text'; maxLength?: number }
  | { kind: 'record'; resource: ResourceName }
)

/** A choice is named by a locale key, or by a text that is the same in every language (a person's name). */
export type ArgumentChoice = { value: string; detail?: string } & (
  | { labelKey: string; text?: never }
  | { text: string; labelKey?: never }
)
