import type { Arguments } from './arguments.ts'
import { availabilityOf } from './availability.ts'
import type { Command } from './command.ts'
import type { CommandContext } from './command-context.ts'
import { missingArguments } from './missing-arguments.ts'

/**
 * Runs a command asked for by key, button or menu: what is refused is said, what is missing is asked for in the palette.
 * Failures of the command itself are notified, not swallowed.
 */
export async function runCommand(
  command: Command,
  context: CommandContext,
  args: Arguments = {},
): Promise<void> {
  const availability = availabilityOf(command, context)
  if (availability.kind === 'refused') {
    context.ports.notify({ tone: 'warning', titleKey: labelKey(command), code: availability.code })
    return
  }
  if (availability.kind === 'needs-record' || missingArguments(command, args).length > 0) {
    context.ports.openPalette({ command: command.id, args })
    return
  }
  try {
    await command.run(context, args)
  } catch (error) {
    context.ports.notify({ tone: 'danger', titleKey: labelKey(command), code: codeOf(error) })
  }
}

export const labelKey = ({ id }: Pick<Command, 'id'>): string => `commands:${id}.label`
export const keywordsKey = ({ id }: Pick<Command, 'id'>): string => `commands:${id}.keywords`

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'INTERNAL'
