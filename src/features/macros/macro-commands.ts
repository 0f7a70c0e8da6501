import { type Macro, macroCommand, preferenceLimits } from '../../../domain/users/preferences.ts'
import {
  type ArgumentDefinition,
  type Command,
  type CommandContext,
  defineCommand,
  isEverAllowed,
  withoutTarget,
} from '../../commands/command.ts'
import type { Arguments } from '../../commands/command-ports.ts'
import type { Registry } from '../../commands/create-registry.ts'
import { runCommand } from '../../commands/run-command.ts'
import { type MacroStep, type StepReader, stepWords } from './step-words.ts'

/** Services of macro commands: command log and saved macros. */
export type MacroPort = {
  /** Starts or ends recording. */
  record: () => void
  /** Opens the save dialog with the last steps. */
  keep: () => void
  hasSteps: () => boolean
  macros: () => readonly Macro[]
  /** Summary of a macro in one line. */
  describe: (macro: Macro) => string
  /** Opens the macro in the dialog that saved it. */
  edit: (id: string) => void
  rename: (id: string, name: string) => void
  remove: (id: string) => void
}

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
      // Replaced by `repeatCommand` once there is a change to repeat.
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
      id: 'macro.edit',
      icon: 'list-checks',
      args: [which],
      whyNot: () => (port.macros().length > 0 ? null : 'NO_MACROS'),
      run: (_, { macro = '' }) => port.edit(macro),
    }),
    defineCommand({
      ...settings,
      id: 'macro.rename',
      icon: 'pencil',
      args: [which, { name: 'name', kind: 'text', maxLength: preferenceLimits.name }],
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

type Play = (macro: Macro, context: CommandContext) => Promise<void>

/**
 * A macro as a command. If its first step acts on records, so does the macro, with that step's dry run. Refused if a step is
 * unknown or forbidden.
 */
export const macroAsCommand = (macro: Macro, get: Registry['get'], play: Play): Command => {
  const [first] = macro.steps
  const leading = first && get(first.command)
  const actsOn =
    leading?.resource === undefined || leading.target === 'none'
      ? ({ target: 'none', section: 'list' } as const)
      : ({ target: leading.target, resource: leading.resource, section: 'record' } as const)
  const preview = actsOn.target === 'none' ? undefined : leading?.preview
  return {
    ...actsOn,
    id: macroCommand(macro.id),
    text: macro.name,
    icon: 'zap',
    danger: macro.steps.some(({ command }) => get(command)?.danger),
    confirmation: (context) =>
      isGrave(macro.steps, context, get)
        ? 'always'
        : (leading?.confirmation?.(context, first?.args ?? {}) ?? 'never'),
    unrecorded: 'quietly',
    needsRows: leading?.needsRows,
    whyNot: (context) => whyNotSteps(macro, context, get) ?? leading?.whyNot(context) ?? null,
    preview: preview && ((context, _, signal) => preview(context, first?.args ?? {}, signal)),
    run: (context) => play(macro, context),
  }
}

/** Whether a step is always confirmed, even for one record: the targets of later steps are not known yet. */
export const isGrave = (
  steps: readonly MacroStep[],
  context: CommandContext,
  get: Registry['get'],
): boolean =>
  steps.some(({ command, args }) => get(command)?.confirmation?.(withoutTarget(context), args) === 'always')

/** Checks all steps, so that a macro does not stop halfway. */
const whyNotSteps = (
  { steps }: Macro,
  context: CommandContext,
  get: Registry['get'],
): ReturnType<Command['whyNot']> => {
  const commands = steps.map(({ command }) => get(command))
  if (commands.some((command) => command === undefined || command.unrecorded !== undefined)) {
    return 'STEP_GONE'
  }
  return commands.every((command) => command && isEverAllowed(command, { ...context, active: null }))
    ? null
    : 'STEP_FORBIDDEN'
}

/**
 * `.`: the last change's command and arguments on the current target, with its dry run and refusals. `own`: the command without
 * a last change.
 */
export const repeatCommand = (own: Command, last: MacroStep | null, reader: StepReader): Command => {
  const command = last === null ? undefined : reader.get(last.command)
  if (last === null || command === undefined) return own
  const { target, resource, section, danger, preview, confirmation } = command
  return {
    ...own,
    target,
    resource,
    section,
    danger,
    confirmation: confirmation && ((context) => confirmation(context, last.args)),
    when: undefined,
    text: reader.t('common:said', {
      what: reader.t(`commands:${own.id}.label`),
      words: stepWords(last, reader),
    }),
    whyNot: (context) => whyNotElsewhere(command, context) ?? command.whyNot(context),
    preview: preview && ((context, _, signal) => preview(context, last.args, signal)),
    run: (context) => runAgain(command, last.args, context, last.words),
  }
}

/** Refusals and failures are reported by the command; it counts as its own run. */
const runAgain = async (
  command: Command,
  args: Arguments,
  context: CommandContext,
  words: readonly string[] = [],
): Promise<void> => void (await runCommand(command, { ...context, repeated: words }, args, words))

/** Refused on another list, without a record, or if several records were named. */
const whyNotElsewhere = (
  { target, resource }: Command,
  { resource: inView, selection }: CommandContext,
): ReturnType<Command['whyNot']> => {
  if (target === 'none') return null
  if (inView !== null && inView !== resource) return 'OTHER_LIST'
  return target === 'one' && (selection?.count ?? 0) > 1 ? 'ONE_AT_A_TIME' : null
}
