import { useTranslation } from 'react-i18next'
import { isEverAllowed } from '../commands/availability.ts'
import { commandLabel } from '../commands/run-command.ts'
import { useCommandKeys } from './use-command-keys.ts'
import { useWorkspace } from './workspace.ts'

/**
 * Commands as the next steps of an empty screen: those that the role may run, with their keys; with the flags of the screen,
 * keys that work there.
 */
export const useNextSteps = (commands: readonly string[], flags?: readonly string[]) => {
  const { t } = useTranslation('commands')
  const { registry, commandContext, run } = useWorkspace()
  const keysOf = useCommandKeys()
  const context = commandContext()
  return commands.flatMap((id) => {
    const command = registry.get(id)
    if (command === undefined || !isEverAllowed(command, context)) return []
    return [{ label: commandLabel(command, t), keys: keysOf(id, flags), onPress: () => run(id) }]
  })
}
