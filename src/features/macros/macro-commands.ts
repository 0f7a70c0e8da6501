import { deskLimits, type Macro } from '../../../domain/users/desk.ts'
import type { ArgumentDefinition } from '../../commands/argument.ts'
import { type Command, defineCommand } from '../../commands/command.ts'

/** What the commands for macros reach: the log of what was run, and the macros that are kept. */
export type MacroPort = {
  /** Begins a recording, or ends the one that goes on. */
  record: () => void
  /** Shows the last steps, to choose from. */
  keep: () => void
  hasSteps: () => boolean
  macros: () => readonly Macro[]
  /** What a macro does, in one line. */
  describe: (macro: Macro) => string
  rename: (id: string, name: string) => void
  remove: (id: string) => void
}

/** Repeat, and macros: recorded or kept from the last steps, called otherwise, taken away. */
export const macroCommands = (port: MacroPort): readonly Command[] => {
  const which: ArgumentDefinition = {
    name: 'macro',
    kind: 'choice',
    choices: () =>
      port.macros().map((macro) => ({ value: macro.id, text: macro.name, detail: port.describe(macro) })),
  }
  const settings = { target: 'none', section: 'settings', unrecorded: 'quietly' } as const
  return [
    defineCommand({
      id: 'change.repeat',
      target: 'none',
      section: 'list',
      icon: 'repeat',
      keys: ['.'],
      unrecorded: 'quietly',
      // With something to repeat it is that very command: repeatCommand.
      whyNot: () => 'NOTHING_TO_REPEAT',
      run: () => undefined,
    }),
    defineCommand({
      ...settings,
      id: 'macro.record',
      icon: 'circle-dot',
      keys: ['Shift+q'],
      whyNot: () => null,
      run: () => port.record(),
    }),
    defineCommand({
      ...settings,
      id: 'macro.keep',
      icon: 'zap',
      keys: ['Shift+m'],
      whyNot: () => (port.hasSteps() ? null : 'NO_STEPS'),
      run: () => port.keep(),
    }),
    defineCommand({
      ...settings,
      id: 'macro.rename',
      icon: 'pencil',
      args: [which, { name: 'name', kind: 'text', maxLength: deskLimits.name }],
      whyNot: () => (port.macros().length > 0 ? null : 'NO_MACROS'),
      run: (_, { macro = '', name = '' }) => port.rename(macro, name),
    }),
    defineCommand({
      ...settings,
      id: 'macro.delete',
      icon: 'trash',
      args: [which],
      whyNot: () => (port.macros().length > 0 ? null : 'NO_MACROS'),
      run: (_, { macro = '' }) => port.remove(macro),
    }),
  ]
}
