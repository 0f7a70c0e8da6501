import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import type { IconName } from '../ui/icons/icon-set.ts'
import type { ArgumentDefinition } from './argument.ts'
import type { CommandContext } from './command-context.ts'
import type { Arguments, ChangeEnd } from './command-ports.ts'

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
export type CommandSection = (typeof commandSections)[number]

/** Keeps the literal id, so that a registry knows its commands by name. */
export const defineCommand = <const Definition extends Command>(command: Definition): Definition => command
