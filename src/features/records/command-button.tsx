import { useTranslation } from 'react-i18next'
import { availabilityOf } from '../../commands/availability.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx'
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
