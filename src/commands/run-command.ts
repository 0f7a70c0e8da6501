import { codeOf } from '../../machines/failure.ts'
import {
  availabilityOf,
  type Command,
  type CommandContext,
  isEverAllowed,
  missingArguments,
} from './command.ts'
import type { Arguments, RunEnd } from './command-ports.ts'

/**
 * Runs a command from a shortcut, button or menu, the only way to run one: toasts refusals and failures, opens the palette for
 * missing arguments. `words`: labels of the arguments.
 */
export async function runCommand(
  command: Command,
  context: CommandContext,
  args: Arguments = {},
  words: readonly string[] = [],
): Promise<RunEnd> {
  const availability = availabilityOf(command, context)
  const titleKey = labelKey(command)
  if (availability.kind === 'refused') {
    const { code } = availability
    // No matching screen is mounted: ignore the shortcut.
    const isAbsent = code === 'NOT_FOUND' && command.target === 'none'
    if (!isAbsent) context.ports.notify({ tone: 'warning', titleKey, title: command.text, code })
    return { kind: 'refused', code }
  }
  if (availability.kind === 'needs-record' || missingArguments(command, args).length > 0) {
    context.ports.openPalette({ command: command.id, args })
    return { kind: 'asked' }
  }
  const ended = context.ports.began({ command, args, words })
  let end: RunEnd
  try {
    end = (await command.run(context, args)) ?? { kind: 'done', report: null }
  } catch (error) {
    const code = codeOf(error)
    context.ports.notify({ tone: 'danger', titleKey, title: command.text, code })
    end = { kind: 'failed', code }
  }
  ended(end)
  return end
}

/** The command, or the one that the role has in its place. */
export const commandOfRole = (
  command: Command,
  context: CommandContext,
  registry: { get: (id: string) => Command | undefined },
): Command => {
  const other = command.instead === undefined ? undefined : registry.get(command.instead)
  return other !== undefined && !isEverAllowed(command, context) && isEverAllowed(other, context)
    ? other
    : command
}

/** Display name: its own text, else the translated label. */
export const commandLabel = (command: Pick<Command, 'id' | 'text'>, t: (key: string) => string): string =>
  command.text ?? t(labelKey(command))

/** The label of a command by its id, never the id itself: a key may belong to a macro that was deleted elsewhere. */
export const labelOfCommand = (
  id: string,
  get: (id: string) => Pick<Command, 'id' | 'text'> | undefined,
  t: (key: string) => string,
): string => {
  const command = get(id)
  return command === undefined ? t('common:goneCommand') : commandLabel(command, t)
}

export const labelKey = ({ id }: Pick<Command, 'id'>): string => `commands:${id}.label`
export const keywordsKey = ({ id }: Pick<Command, 'id'>): string => `keywords:${id}`
/** Locale key of a navigation command's destination. */
export const placeKey = ({ id }: Pick<Command, 'id'>): string => `commands:${id}.place`
