import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import type { IconName } from '../ui/icons/icon-set.ts'
import type { ArgumentDefinition } from './argument.ts'
import type { CommandContext } from './command-context.ts'
import type { Arguments, ChangeEnd } from './command-ports.ts'

/**
 * One thing that can be done, for palette, keys, bulk bar, menus and help sheet alike. Its words are in the locales:
 * `commands:<id>.label`, and `commands:<id>.keywords`, parted by commas.
 *
 * - `target`: what it acts on: nothing, the one record in view, or the selection (the record in view where none is).
 * - `resource`: whose records, where it has a target. Elsewhere it stays findable, and asks which record.
 * - `whyNot`: null, or why it may not run now; shown, and said by the server with the same code. Checked again at run.
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
  /** Holds for those of its keys that have no `when` of their own. */
  when?: string
  danger?: boolean
  /** Whether it asks in a dialog before it changes anything, whatever dry run was seen in the palette. No context: one record. */
  confirms?: (args: Arguments, context?: CommandContext) => boolean
  /** Only by key or button: moving a row is not something to look up. */
  hidden?: boolean
  /** What it is called where no locale can know it: a macro, by the name that somebody gave it. */
  text?: string
  /** It changes records: what `.` repeats. */
  isChange?: boolean
  /**
   * No step of a macro: it hands over to a form, a dialog or another person, which is `reported` while recording, or is no
   * work at all (`quietly`): opening the palette, undoing.
   */
  unrecorded?: 'reported' | 'quietly'
  whyNot: (context: CommandContext) => Code | null
  preview?: (context: CommandContext, args: Arguments, signal: AbortSignal) => Promise<ChangeReport>
  /** Answers how its change ended, where it made one through the ports. */
  run: (context: CommandContext, args: Arguments) => void | Promise<void> | Promise<ChangeEnd>
}

export type CommandKeys = Omit<KeyBinding, 'command'>

/** The section of a command in the palette when nothing is typed, and in the help sheet. */
export const commandSections = ['record', 'list', 'create', 'go', 'settings', 'session'] as const
export type CommandSection = (typeof commandSections)[number]

/** Keeps the literal id, so that a registry knows its commands by name. */
export const defineCommand = <const Definition extends Command>(command: Definition): Definition => command
