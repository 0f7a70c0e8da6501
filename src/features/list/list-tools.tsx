import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { isEverAllowed } from '../../commands/availability.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { density } from '../../table/density.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { useCommandItems } from '../records/use-command-items.ts'

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

/**
 * The buttons in a list's heading: what the role may do, be it not now. On a phone the first has room; the others are in a
 * menu beside it.
 */
export const ListActions = ({ commands }: { commands: readonly string[] }) => {
  const { t } = useTranslation('list')
  const { registry, commandContext } = useWorkspace()
  const itemsOf = useCommandItems()
  const context = { ...commandContext(), active: null, selection: null }
  const allowed = commands.filter((id) => {
    const command = registry.get(id)
    return command !== undefined && isEverAllowed(command, context)
  })
  if (allowed.length === 0) return null
  const [, ...others] = allowed
  return (
    <div className="flex min-w-0 gap-2">
      {allowed.map((id, at) => (
        <span key={id} className={at === 0 ? 'contents' : 'hidden sm:contents'}>
          <CommandButton command={id} variant={at === 0 ? 'primary' : 'secondary'} />
        </span>
      ))}
      {others.length > 0 && (
        <span className="contents sm:hidden">
          <Menu
            label={t('more')}
            items={itemsOf(others)}
            trigger={<IconButton icon="more" label={t('more')} />}
          />
        </span>
      )}
    </div>
  )
}
