import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import type { IconName } from '../ui/icons/icon-set.ts'
import type { Arguments, ChangeEnd, CommandPorts } from './command-ports.ts'

/**
 * An action for palette, keys, bulk bar, menus and help sheet alike. Its texts are in the locales:
 * `commands:<id>.label`, and `commands:<id>.keywords`, separated by commas.
 *
 * - `target`: what it acts on: nothing, the one record in view, or the selection (else the record in view).
 * - `resource`: the resource of its target. On other screens the palette still finds it, and asks for a record.
 * - `whyNot`: null, or the code of why it may not run now (the server's own code). Checked again when it runs.
 * - `preview`: the dry run of a command over many records, shown before Enter.
 */
export type Command = {
  id: string
  target: 'none' | 'one' | 'many'
  resource?: ResourceName
  section: CommandSection
  icon: IconName
  args?: readonly ArgumentDefinition[]
  keys?: readonly (string | CommandKeys)[]
  /** Default for those of its keys that have no `when`. */
  when?: string
  danger?: boolean
  /** Whether it asks in a dialog before it changes anything, even after a dry run in the palette. No context: one record. */
  confirms?: (args: Arguments, context?: CommandContext) => boolean
  /** Only by key or button, not listed in the palette. */
  hidden?: boolean
  /** Its name if it is not in the locales: a macro's, given by the user. */
  text?: string
  /** It changes records: what `.` repeats. */
  isChange?: boolean
  /**
   * Not recorded in macros: it opens a form or a dialog (`reported` while recording), or is not work itself
   * (`quietly`): opening the palette, undoing.
   */
  unrecorded?: 'reported' | 'quietly'
  whyNot: (context: CommandContext) => Code | null
  preview?: (context: CommandContext, args: Arguments, signal: AbortSignal) => Promise<ChangeReport>
  /** Resolves to the end of its change, if it made one through the ports. */
  run: (context: CommandContext, args: Arguments) => void | Promise<void> | Promise<ChangeEnd>
}

export type CommandKeys = Omit<KeyBinding, 'command'>

/** The section of a command in the palette when nothing is typed, and in the help sheet. */
export const commandSections = ['record', 'list', 'create', 'go', 'settings', 'session'] as const
type CommandSection = (typeof commandSections)[number]

/** Keeps the literal id, so that a registry knows its commands by name. */
export const defineCommand = <const Definition extends Command>(command: Definition): Definition => command

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

/** Any resource's record. */
export type AnyRecord = ResourceRecords[ResourceName]

/** The selection of the list in view. `records`: the loaded ones of it; those in view if everything is selected. */
export type CommandSelection = {
  count: number
  predicate: Target
  records: readonly AnyRecord[]
}

/** All that a command reads (actor, screen, selection) and acts through (ports). */
export type CommandContext = {
  /** Null if no user is signed in. */
  actor: Actor | null
  country: CountryCode
  /** Of the list or record in view. */
  resource: ResourceName | null
  /** Null if nothing is selected. */
  selection: CommandSelection | null
  /** The record in view, or the active row. */
  active: AnyRecord | null
  /** The dry run that the user has just confirmed: ask for no second confirmation. */
  previewed: ChangeReport | null
  ports: CommandPorts
}

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

/** What a command would act on. `record` is set if it is exactly one and loaded. */
type CommandTarget = {
  resource: ResourceName
  target: Target
  count: number
  records: readonly AnyRecord[]
  record: AnyRecord | null
}

/** The selection for `many`, else the record in view; null if there is neither, or it is of another resource. */
export const targetOf = (
  command: Pick<Command, 'target' | 'resource'>,
  { resource, selection, active }: CommandContext,
): CommandTarget | null => {
  if (command.target === 'none' || resource === null || command.resource !== resource) return null
  if (command.target === 'many' && selection !== null && selection.count > 0) {
    const { predicate: target, count, records } = selection
    return { resource, target, count, records, record: count === 1 ? (records[0] ?? null) : null }
  }
  if (active === null) return null
  return { resource, target: { ids: [active.id] }, count: 1, records: [active], record: active }
}

/** Whether a change skips its dry run: for exactly one record, which is in view and which `u` restores. */
export const isMadeAtOnce = (
  command: Pick<Command, 'target' | 'resource'>,
  context: CommandContext,
): boolean => {
  const held = targetOf(command, context)
  // A filter with one match now may have two when the change is applied.
  return held !== null && held.record !== null && 'ids' in held.target
}

/** The same context with one record as its target: for `confirm 10423`, typed anywhere. */
export const withRecord = (
  context: CommandContext,
  resource: ResourceName,
  record: AnyRecord,
): CommandContext => ({ ...context, resource, selection: null, active: record })
