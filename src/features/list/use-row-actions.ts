import { useMemo } from 'react'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import { type ColumnAction, columnActions } from '../../table/list-column.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** What the mouse does with a row: the commands that the keys run, as far as the person may. */
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
