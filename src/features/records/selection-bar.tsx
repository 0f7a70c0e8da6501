import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import type { ListController } from '../../table/list-controller.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { OverflowRow } from '../../ui/overflow-row.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from './command-button.tsx'
import { useCommandItems } from './use-command-items.ts'

/** What is selected, loaded or not, and what can be done with it. Announces itself. */
export const SelectionBar = <T,>({
  list,
  commands,
}: {
  list: ListController<T, Where>
  commands: readonly string[]
}) => {
  const { t, i18n } = useTranslation('list')
  const { registry, commandContext } = useWorkspace()
  const itemsOf = useCommandItems()
  const { selected, isAllSelected } = useAtom(list.status)
  const total = new Intl.NumberFormat(localeOf(i18n.language)).format(selected)
  const allowed = commands.filter((id) => {
    const command = registry.get(id)
    return command !== undefined && isEverAllowed(command, commandContext())
  })
  return (
    <>
      <p role="status" className="sr-only">
        {selected > 0 ? t('selected', { count: selected }) : ''}
      </p>
      {selected > 0 && (
        <div
          role="toolbar"
          aria-label={t('selection')}
          className="flex min-w-0 items-center gap-2 border-y border-line bg-selected px-4 py-1.5 desk:px-6"
        >
          <span className="mr-1 min-w-0 truncate font-medium">
            {isAllSelected ? t('selectedAll', { total }) : t('selected', { count: selected })}
          </span>
          <OverflowRow
            items={allowed}
            keyOf={(id) => id}
            render={(id) => <CommandButton command={id} size="sm" />}
            more={(hidden) => (
              <Menu
                label={t('more')}
                items={itemsOf(hidden)}
                trigger={<IconButton size="sm" icon="more" label={t('more')} />}
              />
            )}
          />
          <IconButton
            size="sm"
            icon="x"
            label={t('clearSelection')}
            keys="Escape"
            onClick={list.clearSelection}
          />
        </div>
      )}
    </>
  )
}
