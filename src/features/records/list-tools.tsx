import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { commandLabel } from '../../commands/run-command.ts'
import { density } from '../../table/density.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** How the list looks, beside its filter: columns and density. A narrow screen's rows have neither. */
export const ListTools = () => {
  const { t } = useTranslation('commands')
  const { registry, run } = useWorkspace()
  const keysOf = useCommandKeys()
  const isCompact = useAtom(density) === 'compact'
  return (
    <div className="hidden items-center gap-1 sm:flex">
      {tools.map((id) => {
        const command = registry.get(id)
        if (command === undefined) return null
        return (
          <IconButton
            key={id}
            icon={command.icon}
            label={commandLabel(command, t)}
            keys={keysOf(id)}
            aria-pressed={id === 'list.density' ? isCompact : undefined}
            className={id === 'list.density' ? 'pointer-coarse:hidden' : undefined}
            onClick={() => run(id)}
          />
        )
      })}
    </div>
  )
}

const tools = ['list.density', 'list.columns']
