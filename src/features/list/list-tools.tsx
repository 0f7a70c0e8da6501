import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { isEverAllowed } from '../../commands/command.ts'
import { commandLabel, commandOfRole } from '../../commands/run-command.ts'
import { lazyGeneric } from '../../lazy/lazy-with-preload.tsx'
import { density } from '../../table/density.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton, useCommandItems } from '../records/command-button.tsx'
import type { SelectionBarProps } from './selection-bar.tsx'

/** Buttons for columns and density; not for narrow lists. */
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

/** Permitted commands as buttons of the heading; on phones the first, the others in a menu. */
export const ListActions = ({ commands }: { commands: readonly string[] }) => {
  const { t } = useTranslation('list')
  const { registry, commandContext } = useWorkspace()
  const itemsOf = useCommandItems()
  const context = { ...commandContext(), active: null, selection: null }
  const ofRole = commands.flatMap((id) => {
    const command = registry.get(id)
    const own = command && commandOfRole(command, context, registry)
    return own !== undefined && isEverAllowed(own, context) ? own.id : []
  })
  const allowed = [...new Set(ofRole)]
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

/** In pixels; the grid's bottom padding. */
export const SELECTION_BAR_HEIGHT = globalThis.matchMedia?.('(pointer: coarse)').matches ? 60 : 44

// Takes no focus: keys stay the list's while it loads.
const SelectionBar = lazyGeneric(async () => (await import('./selection-bar.tsx')).SelectionBar, null)
/** Loaded ahead, for the first selected row. */
export const selectionParts = [SelectionBar]

/** How many records are selected, announced, and their bar. */
export const ListSelection = <T,>(props: SelectionBarProps<T>) => {
  const { t } = useTranslation('list')
  const { selected } = useAtom(props.list.status)
  return (
    <>
      <p role="status" className="sr-only">
        {selected > 0 ? t('selected', { count: selected }) : ''}
      </p>
      {selected > 0 && <SelectionBar {...props} />}
    </>
  )
}
