import { type Macro, macroCommand } from '../../../domain/users/desk.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import type { Command } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import type { Registry } from '../../commands/create-registry.ts'

type Play = (macro: Macro, context: CommandContext) => Promise<void>

/**
 * A macro as a command. Where its first step acts on records, so does the macro: it stands with what can be done with
 * them, and its dry run is that of the first step. Where a step is gone or not for this person, it says so.
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
    confirms: () => macro.steps.some(({ command, args }) => get(command)?.confirms?.(args) ?? false),
    unrecorded: 'quietly',
    whyNot: (context) => whyNotSteps(macro, context, get) ?? leading?.whyNot(context) ?? null,
    preview: preview && ((context, _, signal) => preview(context, first?.args ?? {}, signal)),
    run: (context) => play(macro, context),
  }
}

/** Of every step, not only the first: half a macro helps nobody. */
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
