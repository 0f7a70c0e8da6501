import { useTranslation } from 'react-i18next'
import { availabilityOf, isEverAllowed } from '../../commands/command.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx'
import { KeyHints } from '../../ui/kbd/keycap.tsx'
import type { MenuAction } from '../../ui/overlay/menu-item.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

type CommandButtonProps = {
  command: string
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  className?: string
}

/** A command as a button: its own words, icon, keys and, when it may not run, its reason. */
export const CommandButton = ({ command: id, variant, size, className }: CommandButtonProps) => {
  const { registry, commandContext, run } = useWorkspace()
  const { t } = useTranslation(['commands', 'errors'])
  const keys = useCommandKeys()(id)
  const command = registry.get(id)
  if (command === undefined) return null
  const availability = availabilityOf(command, commandContext())
  return (
    <Button
      icon={command.icon}
      keys={keys}
      variant={command.danger && variant === undefined ? 'dangerOutline' : variant}
      size={size}
      className={className}
      whyNot={availability.kind === 'refused' ? t(`errors:${availability.code}`) : null}
      onClick={() => run(id)}
    >
      {commandLabel(command, t)}
    </Button>
  )
}

/** The keys of commands with their names, for the foot of a page; a command without a key is left out. */
export const CommandHints = ({ commands }: { commands: readonly string[] }) => {
  const { t } = useTranslation('commands')
  const keysOf = useCommandKeys()
  const hints = commands.flatMap((id) => {
    const keys = keysOf(id)
    return keys === undefined ? [] : [{ keys, label: t(`${id}.label`) }]
  })
  return <KeyHints hints={hints} />
}

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
