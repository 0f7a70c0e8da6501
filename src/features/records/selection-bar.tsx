import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ListController } from '../../table/list-controller.ts'
import { Button } from '../../ui/button.tsx'
import { CommandButton } from './command-button.tsx'

/** What is selected, loaded or not, and what can be done with it. Announces itself. */
export const SelectionBar = <T,>({
  list,
  commands,
}: {
  list: ListController<T, Where>
  commands: readonly string[]
}) => {
  const { t, i18n } = useTranslation('list')
  const { selected, isAllSelected } = useSyncExternalStore(list.status.subscribe, list.status.get)
  const total = new Intl.NumberFormat(i18n.language).format(selected)
  return (
    <>
      <p role="status" className="sr-only">
        {selected > 0 ? t('selected', { count: selected }) : ''}
      </p>
      {selected > 0 && (
        <div
          role="toolbar"
          aria-label={t('selection')}
          className="flex items-center gap-2 overflow-x-auto border-y border-line bg-selected px-4 py-1.5 desk:px-6"
        >
          <span className="mr-1 font-medium whitespace-nowrap">
            {isAllSelected ? t('selectedAll', { total }) : t('selected', { count: selected })}
          </span>
          {commands.map((id) => (
            <CommandButton key={id} command={id} size="sm" />
          ))}
          <Button size="sm" variant="ghost" keys="Escape" className="ml-auto" onClick={list.clearSelection}>
            {t('clearSelection')}
          </Button>
        </div>
      )}
    </>
  )
}
