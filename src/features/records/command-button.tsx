import { useTranslation } from 'react-i18next'
import { availabilityOf } from '../../commands/availability.ts'
import { labelKey } from '../../commands/run-command.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

type CommandButtonProps = { command: string; variant?: ButtonProps['variant']; size?: ButtonProps['size'] }

/** A command as a button: its own words, icon, keys and, when it may not run, its reason. */
export const CommandButton = ({ command: id, variant, size }: CommandButtonProps) => {
  const { registry, commandContext, run } = useWorkspace()
  const { t } = useTranslation(['commands', 'errors'])
  const command = registry.get(id)
  if (command === undefined) return null
  const availability = availabilityOf(command, commandContext())
  const first = command.keys?.[0]
  return (
    <Button
      icon={command.icon}
      keys={typeof first === 'string' ? first : first?.keys}
      variant={command.danger && variant === undefined ? 'ghost' : variant}
      size={size}
      whyNot={availability.kind === 'refused' ? t(`errors:${availability.code}`) : null}
      onClick={() => run(id)}
    >
      {t(labelKey(command))}
    </Button>
  )
}
