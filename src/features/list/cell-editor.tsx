import { useAtom } from '@xstate/store-react'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { lazyGeneric, usePreload } from '../../lazy/lazy-with-preload.tsx'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useActiveRecord } from '../../table/use-list-controller.ts'
import type { CellCursor } from './cell-cursor.ts'

const OpenEditor = lazyGeneric(async () => (await import('./open-editor.tsx')).OpenEditor)
const lazyParts = [OpenEditor]

type CellEditorProps<R extends ResourceName> = {
  view: ResourceView<R>
  list: ListController<ResourceRecords[R], Where>
  cursor: CellCursor
  /** The cell that the cursor names, where it is in view. */
  cell: () => HTMLElement | null
}

/** One field of the active row, written in its cell. */
export const CellEditor = <R extends ResourceName>({ view, list, cursor, cell }: CellEditorProps<R>) => {
  usePreload(lazyParts)
  const isEditing = useAtom(cursor.isEditing)
  const column = useAtom(cursor.column)
  const record = useActiveRecord(list)
  const anchor = isEditing ? cell() : null
  if (column === null || record === undefined || anchor === null) return null
  return (
    <OpenEditor
      key={`${record.id} ${column}`}
      view={view}
      list={list}
      cursor={cursor}
      record={record}
      name={column}
      anchor={anchor}
    />
  )
}
