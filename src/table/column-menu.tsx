import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { isPinned, isShown, withPinned, withShown } from './column-layout.ts'
import type { ListColumn } from './list-column.ts'
import { useColumnLayout } from './use-column-layout.ts'

export type ColumnMenuProps<T> = {
  columns: readonly ListColumn<T>[]
  /** The same as the grid's. */
  storageKey: string
}

/** Which columns a list shows, and which stay in view while the others scroll. */
export const ColumnMenu = <T,>({ columns, storageKey }: ColumnMenuProps<T>) => {
  const { t } = useTranslation('table')
  const [layout, setLayout] = useColumnLayout(storageKey)
  const shown = columns.filter((column) => isShown(column, layout))
  const items: MenuItem[] = [
    { id: 'shown', heading: t('columns.shown') },
    ...columns.map((column) => ({
      id: `show ${column.id}`,
      label: t(column.header),
      checked: shown.includes(column),
      whyNot: shown.length === 1 && shown.includes(column) ? t('columns.last') : null,
      onSelect: () => setLayout(withShown(layout, column.id, !shown.includes(column))),
    })),
    { id: 'pinned', heading: t('columns.pinned') },
    ...shown.map((column) => ({
      id: `pin ${column.id}`,
      label: t('columns.pin', { column: t(column.header) }),
      checked: isPinned(column, layout),
      onSelect: () => setLayout(withPinned(layout, column.id, !isPinned(column, layout))),
    })),
  ]
  return (
    <Menu
      label={t('columns.choose')}
      items={items}
      trigger={<IconButton icon="columns" label={t('columns.choose')} />}
    />
  )
}
