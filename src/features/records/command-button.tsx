import { useTranslation } from 'react-i18next'
import { availabilityOf, isEverAllowed } from '../../commands/command.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { shortReason } from '../../ui/error-words.ts'
import { KeyHints } from '../../ui/kbd/keycap.tsx'
import type { MenuAction } from '../../ui/overlay/menu-item.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

type CommandButtonProps = {
  command: string
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  className?: string
  /** Without the label, which names it for assistive technology. */
  isIconOnly?: boolean
  /** Words of the label in its place where room is scarce; the whole label names it for assistive technology. */
  short?: string | undefined
}

/** A command as a button: label, icon, keys, reason of a refusal. */
export const CommandButton = ({
  command: id,
  variant,
  size,
  className,
  isIconOnly = false,
  short,
}: CommandButtonProps) => {
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
      className={isIconOnly ? cx('w-11 [&>span]:hidden', className) : className}
      aria-label={isIconOnly ? commandLabel(command, t) : undefined}
      whyNot={availability.kind === 'refused' ? t(`errors:${availability.code}`) : null}
      onClick={() => run(id)}
    >
      {short === undefined ? (
        commandLabel(command, t)
      ) : (
        <>
          <span aria-hidden="true">{short}</span>
          <span className="sr-only">{commandLabel(command, t)}</span>
        </>
      )}
    </Button>
  )
}

/** Keys and labels of commands, for the footer; those without keys are omitted. */
export const CommandHints = ({ commands }: { commands: readonly string[] }) => {
  const { t } = useTranslation('commands')
  const keysOf = useCommandKeys()
  const hints = commands.flatMap((id) => {
    const keys = keysOf(id)
    return keys === undefined ? [] : [{ keys, label: t(`${id}.label`) }]
  })
  return <KeyHints hints={hints} />
}

/** Commands as menu items; forbidden ones are omitted. */
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
        whyNot: availability.kind === 'refused' ? shortReason(availability.code, t) : null,
        onSelect: () => run(id),
      }
    })
  }
}
