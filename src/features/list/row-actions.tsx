import { useAtom } from '@xstate/store-react'
import { useMemo } from 'react'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import { isEverAllowed } from '../../commands/command.ts'
import { lazyGeneric, usePreload } from '../../lazy/lazy-with-preload.tsx'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import { type ColumnAction, columnActions } from '../../table/list-column.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useActiveRecord } from '../../table/use-list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { CellCursor } from './cell-cursor.ts'

/** Mouse actions on a row: permitted commands. */
export const useRowActions = <R extends ResourceName>({ resource }: ResourceView<R>) => {
  const { registry, commandContext, run } = useWorkspace()
  return useMemo(() => {
    const { noun } = resources[resource]
    const commands: Record<ColumnAction, string> = {
      open: `${noun}.open`,
      status: `${noun}.status`,
      take: `${noun}.take`,
    }
    const isAllowed = (action: ColumnAction) => {
      const command = registry.get(commands[action])
      return (
        command !== undefined &&
        isEverAllowed(command, { ...commandContext(), active: null, selection: null })
      )
    }
    return {
      open: () => void run(commands.open),
      act: (action: ColumnAction) => void run(commands[action]),
      allowed: columnActions.filter(isAllowed),
    }
  }, [registry, commandContext, run, resource])
}

const OpenEditor = lazyGeneric(async () => (await import('./open-editor.tsx')).OpenEditor)
const lazyParts = [OpenEditor]

type CellEditorProps<R extends ResourceName> = {
  view: ResourceView<R>
  list: ListController<ResourceRecords[R], Where>
  cursor: CellCursor
  /** Element of the active cell, if visible. */
  cell: () => HTMLElement | null
}

/** Editor of one field in its cell. */
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
