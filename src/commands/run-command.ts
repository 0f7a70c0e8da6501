import { codeOf } from '../../machines/failure.ts'
import { availabilityOf, missingArguments } from './availability.ts'
import type { Command } from './command.ts'
import type { CommandContext } from './command-context.ts'
import type { Arguments, RunEnd } from './command-ports.ts'

/**
 * Runs a command asked for by key, button or menu: what is refused is said, what is missing is asked for in the palette.
 * Failures of the command itself are notified, not swallowed. Every run goes through here; `words` are the arguments as
 * they were read.
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
    // Nothing of the kind is in view: there such a key means nothing.
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

/** What a command is called: as somebody named it, else in the reader's language. */
export const commandLabel = (command: Pick<Command, 'id' | 'text'>, t: (key: string) => string): string =>
  command.text ?? t(labelKey(command))

export const labelKey = ({ id }: Pick<Command, 'id'>): string => `commands:${id}.label`
export const keywordsKey = ({ id }: Pick<Command, 'id'>): string => `commands:${id}.keywords`
/** Only of the commands that go somewhere: the place's own name. */
export const placeKey = ({ id }: Pick<Command, 'id'>): string => `commands:${id}.place`
