import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command.ts'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { RowMenu } from '../records/row-menu.tsx'
import type { ListUrl } from '../records/use-list-query.ts'
import type { useCellCursor } from './cell-cursor.ts'
import { cellItems } from './cell-items.ts'

type CellMenuProps = {
  view: Pick<ResourceView<ResourceName>, 'resource' | 'columns'>
  record: AnyRecord | undefined
  /** Of the pressed cell, or the active one; null for the row alone. */
  column: string | null
  cells: Pick<ReturnType<typeof useCellCursor>, 'isField' | 'whyNotAt' | 'editAt'>
  url: Pick<ListUrl, 'query' | 'setQuery'>
  at: DOMRect
  onClose: () => void
}

/** The row's menu, with what concerns the pressed cell first. */
export const CellMenu = ({ view, record, column: id, cells, url, at, onClose }: CellMenuProps) => {
  const { resource } = view
  const { t, i18n } = useTranslation(['rows', 'errors', 'filter', resource])
  const { country, filters } = useWorkspace()
  // Fixed on opening: live changes must not move items.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when it opens.
  const first = useMemo(() => {
    const column = view.columns.find((one) => one.id === id)
    if (record === undefined || column === undefined) return []
    return cellItems({
      column,
      record,
      timeZone: countries[country].timeZone,
      words: { i18n, resource, filters: resources[resource].list.filters, references: filters.references },
      t: (key, values) => t(key, values ?? {}),
      query: url.query,
      setQuery: url.setQuery,
      editing: cells.isField(column.id)
        ? { whyNot: cells.whyNotAt(column.id), edit: () => void cells.editAt(column.id) }
        : undefined,
    })
  }, [])
  return <RowMenu resource={resource} at={at} first={first} onClose={onClose} />
}
