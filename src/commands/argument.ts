import type { Code } from '../../domain/core/codes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { CommandContext } from './command-context.ts'
import type { Arguments } from './command-ports.ts'

/**
 * An argument of a command. `name` is the key of its value, and its label is `commands:<id>.args.<name>`. With `when` it is
 * required only for certain values of the other arguments.
 */
export type ArgumentDefinition = {
  name: string
  optional?: boolean
  when?: (args: Arguments) => boolean
  /** Its values have the names of other commands: never parse them from the text after this command's name. */
  isApart?: boolean
} & (
  | {
      kind: 'choice'
      /** Computed, or fetched once when the command is chosen; the palette filters them. */
      choices: (
        context: CommandContext,
        signal: AbortSignal,
      ) => readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]>
      /** Any other text is a value too, up to this length. */
      maxLength?: number
      /** The value in the request body; undefined omits it. Default: the value itself. */
      sent?: (value: string, context: CommandContext) => string | undefined
    }
  /**
   * `written`: pattern of a value typed after the command's name; default: any text. `emptyKey`: the locale key of the row
   * for an empty text, if that is allowed. `whyNot`: why the text is refused.
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
 * A choice has a locale key, or a text that is the same in every language (a person's name). `refusal` is why the one
 * target record cannot take it: it is shown, but cannot be chosen. `also` are further search words.
 */
export type ArgumentChoice = {
  value: string
  detail?: string
  refusal?: Code | null
  also?: readonly string[]
} & ({ labelKey: string; text?: never } | { text: string; labelKey?: never })
