import { useAtom } from '@xstate/store-react'
import { useMemo } from 'react'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import { isEverAllowed } from '../../commands/command.ts'
import { lazyGeneric, usePreload } from '../../lazy/lazy-with-preload.tsx'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import { type ColumnAction, columnActions } from '../../table/list-column.ts'
import type { ListController } from '../../table/list-controller.ts'
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

type CellEditorsProps<R extends ResourceName> = {
  view: ResourceView<R>
  list: ListController<ResourceRecords[R], Where>
  cursor: CellCursor<ResourceRecords[R]>
}

/** Editors of fields in their cells. */
export const CellEditors = <R extends ResourceName>({ view, list, cursor }: CellEditorsProps<R>) => {
  usePreload(lazyParts)
  const edits = useAtom(cursor.edits)
  return edits.map((edit) => (
    <OpenEditor key={edit.serial} view={view} list={list} cursor={cursor} edit={edit} />
  ))
}
