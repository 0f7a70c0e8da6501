import { type RefObject, useEffect, useMemo } from 'react'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Code } from '../../../domain/codes.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import type { ResourceView } from '../../resources/resource-view.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { createCellCursor } from './cell-cursor.ts'

/** The cell cursor of a list, and what stands between a person and the cell: their role, the record, the field. */
export const useCellCursor = <R extends ResourceName>(
  { resource, form }: ResourceView<R>,
  list: ListController<ResourceRecords[R], Where>,
  grid: RefObject<HTMLDivElement | null>,
) => {
  const { user, ports } = useWorkspace()
  const cells = useMemo(() => {
    const cursor = createCellCursor(
      () => grid.current,
      (column) => form !== null && Object.hasOwn(form.updateFields, column),
    )
    const refusal = (field: string): Code | null => {
      const record = list.activeRecord()
      if (form === null || record === undefined) return 'NOT_FOUND'
      return form.whyNotEdit?.(user, record, field) ?? whyNot(user, `${resources[resource].noun}.update`)
    }
    return {
      cursor,
      /** Of the row: of no field in particular. */
      whyNot: () => refusal(''),
      start: () => {
        if (!cursor.start()) ports.notify({ tone: 'warning', titleKey: 'rows:noCell' })
      },
      edit: () => {
        const field = cursor.column.get() ?? ''
        const code = refusal(field)
        if (code === null) cursor.edit()
        else ports.notify({ tone: 'warning', titleKey: `${resource}:fields.${field}`, code })
      },
    }
  }, [resource, form, list, grid, user, ports])
  const { cursor } = cells
  // Whoever goes elsewhere with the keyboard has done with the cell, unless to write in it.
  useEffect(() => {
    const element = grid.current
    const onBlur = () => cursor.isEditing.get() || cursor.leave()
    element?.addEventListener('blur', onBlur)
    return () => element?.removeEventListener('blur', onBlur)
  }, [cursor, grid])
  return cells
}
