import { useAtom } from '@xstate/store-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { isEverAllowed } from '../commands/command.ts'
import { keysOf } from '../commands/create-registry.ts'
import { commandLabel } from '../commands/run-command.ts'
import { useWorkspace } from './workspace.ts'

/** Returns a command's current shortcut; updates when bindings change. */
export const useCommandKeys = (): ((command: string, flags?: readonly string[]) => string | undefined) => {
  const { effective } = useWorkspace().keys
  const bindings = useAtom(effective)
  return useCallback(
    (command: string, flags?: readonly string[]) => keysOf(bindings, command, flags),
    [bindings],
  )
}

/** Permitted commands with shortcuts, as next steps of an empty screen; `flags`: context of the screen. */
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
