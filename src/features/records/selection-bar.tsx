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

/** In pixels. The grid has so much room below its last row. */
export const SELECTION_BAR_HEIGHT = globalThis.matchMedia?.('(pointer: coarse)').matches ? 60 : 44

/** What is selected, loaded or not, and what can be done with it, over the bottom of the rows. Announces itself. */
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
          style={{ height: SELECTION_BAR_HEIGHT }}
          className="absolute inset-x-0 bottom-0 z-10 flex min-w-0 items-center gap-2 border-t border-line-strong bg-selected px-4 shadow-float desk:px-6"
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
