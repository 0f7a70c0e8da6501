import type { Code } from '../../domain/core/codes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { CommandContext } from './command-context.ts'
import type { Arguments } from './command-ports.ts'

/**
 * What a command asks for before it can run. `name` is the key of its value, and of `commands:<id>.args.<name>`. With
 * `when` it is asked for only beside other arguments that make it necessary.
 */
export type ArgumentDefinition = {
  name: string
  optional?: boolean
  when?: (args: Arguments) => boolean
  /** Its values are called as other commands are: never read from what follows this one's name. */
  isApart?: boolean
} & (
  | {
      kind: 'choice'
      /** Computed, or fetched once when the command is asked for; the palette narrows them. */
      choices: (
        context: CommandContext,
        signal: AbortSignal,
      ) => readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]>
      /** Any other text is a value too, up to this length. */
      maxLength?: number
      /** What the call says for a value; undefined for nothing. The value itself where it is left out. */
      sent?: (value: string, context: CommandContext) => string | undefined
    }
  /**
   * `written`: what it looks like where it is read behind a command's name; anything, where it is left out. `emptyKey`: the
   * locale key of the row that gives no text at all, where that is an answer too. `whyNot`: why the text is no answer.
   */
  | {
      kind: 'text'
      maxLength?: number
      written?: RegExp
      emptyKey?: string
      whyNot?: (text: string) => Code | null
    }
  /** A day from today on, `2026-11-24`. */
  | { kind: 'date' }
  /** Major units of the record's country, `12500.5`. */
  | { kind: 'money' }
  | { kind: 'record'; resource: ResourceName }
)

/**
 * A choice is named by a locale key, or by a text that is the same in every language (a person's name). `refusal` is why
 * the one record in hand cannot take it: it is shown, but cannot be chosen. `also` are other words that it is found by.
 */
export type ArgumentChoice = {
  value: string
  detail?: string
  refusal?: Code | null
  also?: readonly string[]
} & ({ labelKey: string; text?: never } | { text: string; labelKey?: never })
