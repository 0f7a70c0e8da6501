import { useTranslation } from 'react-i18next'
import { availabilityOf, isEverAllowed } from '../../commands/availability.ts'
import { commandLabel } from '../../commands/run-command.ts'
import type { MenuAction } from '../../ui/overlay/menu-item.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Commands as rows of a menu: their own words, icons, keys and reasons. What the person may never do is left out. */
export const useCommandItems = (): ((ids: readonly string[]) => MenuAction[]) => {
  const { registry, commandContext, run } = useWorkspace()
  const { t } = useTranslation(['commands', 'errors'])
  const keysOf = useCommandKeys()
  return (ids) => {
    const context = commandContext()
    return ids.flatMap((id) => {
      const command = registry.get(id)
      if (command === undefined || !isEverAllowed(command, context)) return []
      const availability = availabilityOf(command, context)
      return {
        id,
        label: commandLabel(command, t),
        icon: command.icon,
        keys: keysOf(id),
        danger: command.danger,
        whyNot: availability.kind === 'refused' ? t(`errors:${availability.code}`) : null,
        onSelect: () => run(id),
      }
    })
  }
}
