import type { Actor } from '../../domain/access/actor.ts'
import type { Confirmation } from '../../domain/changes/change-verbs.ts'
import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import type { IconName } from '../ui/icons/icon-set.ts'
import type { Arguments, ChangeEnd, CommandPorts, ShownDryRun } from './command-ports.ts'

/**
 * A command, used by palette, shortcuts, bulk bar, menus and key sheet. Texts: `commands:<id>.label` and
 * `keywords:<id>`, comma-separated.
 * - `target`: nothing, the active record, or the selection (else the active record).
 * - `resource`: of its target. On other screens the palette asks for a record.
 * - `whyNot`: null, or the code why it cannot run now (the server's). Checked again when it runs.
 * - `preview`: the dry run of a command on many records, shown before Enter.
 */
export type Command = {
  id: string
  target: 'none' | 'one' | 'many'
  resource?: ResourceName
  section: CommandSection
  icon: IconName
  args?: readonly ArgumentDefinition[]
  keys?: readonly (string | CommandKeys)[]
  /** The command that its keys run for a role that may not use it. */
  instead?: string
  /** Default `when` of its keys. */
  when?: string
  danger?: boolean
  /** Absent if the command changes nothing, or opens a form. */
  confirmation?: (context: CommandContext, args: Arguments) => Confirmation
  /** Only by shortcut or button, not in the palette. */
  hidden?: boolean
  /** Its label if not a locale key: a macro's name. */
  text?: string
  /** It changes records, so `.` can repeat it. */
  isChange?: boolean
  /** It concerns the rows of the list in view: waits until those of the last query have loaded. */
  needsRows?: boolean
  /**
   * Not recorded in macros: opens a form or a dialog (`reported` while recording), or is no step of the work itself
   * (`quietly`), such as opening the palette.
   */
  unrecorded?: 'reported' | 'quietly'
  whyNot: (context: CommandContext) => Code | null
  preview?: (context: CommandContext, args: Arguments, signal: AbortSignal) => Promise<ChangeReport>
  /** Resolves to the result of its change, if made through the ports. */
  run: (context: CommandContext, args: Arguments) => void | Promise<void> | Promise<ChangeEnd>
}

export type CommandKeys = Omit<KeyBinding, 'command'>

/** Sections of the empty palette and of the key sheet. */
export const commandSections = ['record', 'list', 'create', 'go', 'settings', 'session'] as const
type CommandSection = (typeof commandSections)[number]

/** Keeps the literal id type for the registry. */
export const defineCommand = <const Definition extends Command>(command: Definition): Definition => command

/**
 * An argument of a command, by `name`; label: `commands:<id>.args.<name>`. `when`: required only for certain values of other
 * arguments.
 */
export type ArgumentDefinition = {
  name: string
  optional?: boolean
  when?: (args: Arguments) => boolean
  /** Its values have names of commands: never parse them from text after the command's name. */
  isApart?: boolean
} & (
  | {
      kind: 'choice'
      /** Computed, or fetched once when the command is chosen; filtered by the palette. */
      choices: (
        context: CommandContext,
        signal: AbortSignal,
      ) => readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]>
      /** Free text up to this length is accepted too. */
      maxLength?: number
      /** Such a text may begin with a digit, so the choices have none. */
      isDigitsText?: boolean
      /** Digits choose although names may begin with one. */
      hasDigits?: boolean
      /** Locale key of what an empty list of choices says. */
      noneKey?: string
      /** The value in the request body; undefined omits it. Default: the value. */
      sent?: (value: string, context: CommandContext) => string | undefined
    }
  /**
   * `written`: pattern of a value typed after the command's name; default any. `emptyKey`: locale key of the row for an empty
   * text, if allowed. `whyNot`: code why the text is refused, by the target too where the context has it. `starts`: the text
   * that the field starts with.
   */
  | {
      kind: 'text'
      maxLength?: number
      written?: RegExp
      emptyKey?: string
      starts?: (context: CommandContext) => string
      whyNot?: (text: string, context?: CommandContext) => Code | null
    }
  /** Today or later, `2026-11-24`. */
  | { kind: 'date' }
  /** In major units of the record's country, `12500.5`. `whyNot`: code why the target cannot take that amount. */
  | { kind: 'money'; whyNot?: (amount: number, context: CommandContext) => Code | null }
  | { kind: 'record'; resource: ResourceName }
)

/**
 * A choice with a locale key, or a text independent of language (a person's name). `refusal`: why the target record cannot take
 * it; shown disabled. `also`: further search words; `alsoKey`: the locale key of some, comma-separated, which not all have.
 */
export type ArgumentChoice = {
  value: string
  detail?: string
  /** A text that the palette's pane shows whole. */
  whole?: string
  refusal?: Code | null
  also?: readonly string[]
  alsoKey?: string
} & ({ labelKey: string; text?: never } | { text: string; labelKey?: never })

export type AnyRecord = ResourceRecords[ResourceName]

/** The list's selection. `records`: the loaded ones; the visible ones if everything is selected. */
export type CommandSelection = {
  count: number
  predicate: Target
  records: readonly AnyRecord[]
}

/** What a command reads (actor, screen, selection) and its ports. */
export type CommandContext = {
  /** Null if signed out. */
  actor: Actor | null
  country: CountryCode
  /** Of the visible list or record. */
  resource: ResourceName | null
  /** Null if empty. */
  selection: CommandSelection | null
  /** The record shown, or the active row. */
  active: AnyRecord | null
  /** Set if the palette runs the command and shows its dry run; null elsewhere. */
  shown: ShownDryRun | null
  /** Labels of the arguments of a change that is repeated, which nobody has just chosen. */
  repeated?: readonly string[]
  ports: CommandPorts
}

/** `needs-record`: it acts on a record and has no target, so it asks for one. `refused`: with the code shown beside it. */
type Availability = { kind: 'ready' } | { kind: 'needs-record' } | { kind: 'refused'; code: Code }

/** Whether the role permits the command at all: others are hidden instead of shown as refused. */
export const isEverAllowed = (command: Command, context: CommandContext): boolean =>
  command.whyNot(context) !== 'FORBIDDEN'

export const availabilityOf = (command: Command, context: CommandContext): Availability => {
  const code = command.whyNot(context)
  if (code !== null) return { kind: 'refused', code }
  const needsRecord = command.target !== 'none' && targetOf(command, context) === null
  return needsRecord ? { kind: 'needs-record' } : { kind: 'ready' }
}

/** Missing arguments in order of definition; a value may make others required (`when`). */
export const missingArguments = (
  { args = [] }: Pick<Command, 'args'>,
  given: Arguments,
): readonly ArgumentDefinition[] =>
  args.filter(({ name, optional, when }) => !optional && given[name] === undefined && (when?.(given) ?? true))

/** The target of a command. `record`: if there is exactly one and it is loaded. */
type CommandTarget = {
  resource: ResourceName
  target: Target
  count: number
  records: readonly AnyRecord[]
  record: AnyRecord | null
}

/** The selection for `many`, else the active record; null if there is none, or of another resource. */
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

/** Whether the command acts on exactly one record on screen, which needs no dry run since `u` restores it. */
export const isOneInView = (
  command: Pick<Command, 'target' | 'resource'>,
  context: CommandContext,
): boolean => {
  const held = targetOf(command, context)
  // A filter with one match now may have more when the change is applied.
  return held !== null && held.record !== null && 'ids' in held.target && !context.shown?.ask
}

/** The same context without selection and active record. */
export const withoutTarget = (context: CommandContext): CommandContext => ({
  ...context,
  selection: null,
  active: null,
})

/** The same context with one record as its target: for `confirm 10423`, typed anywhere. */
export const withRecord = (
  context: CommandContext,
  resource: ResourceName,
  record: AnyRecord,
): CommandContext => ({ ...context, resource, selection: null, active: record })
