import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { ResourceView } from '../../resources/resource-view.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { CellCursor } from './cell-cursor.ts'
import { CellForm } from './cell-form.tsx'

type OpenEditorProps<R extends ResourceName> = {
  view: ResourceView<R>
  list: ListController<ResourceRecords[R], Where>
  cursor: CellCursor
  record: ResourceRecords[R]
  name: string
  anchor: HTMLElement
}

/** The field itself, and what becomes of it. */
export const OpenEditor = <R extends ResourceName>({
  view: { resource, form },
  list,
  cursor,
  record: current,
  name,
  anchor,
}: OpenEditorProps<R>) => {
  const { t } = useTranslation([resource, 'rows', 'users'])
  const { api, ports } = useWorkspace()
  // The record as it was when it was opened: what another saves meanwhile is met by the version, not by the box.
  const [record] = useState(current)
  const choices = useMemo(() => form?.choices(api, t, record) ?? {}, [form, api, t, record])
  const field = form?.updateFields[name]
  if (field === undefined) return null
  const close = (step: 1 | -1 | null) => {
    cursor.endEdit()
    if (step !== null && cursor.move(step)) cursor.edit()
  }
  return (
    <CellForm<R>
      resource={resource}
      name={name}
      field={field}
      record={record}
      choices={choices}
      anchor={anchor}
      onSaved={(saved, step) => {
        list.applyChanges([{ type: 'upsert', record: saved }])
        ports.notify({
          tone: 'success',
          titleKey: 'rows:saved',
          values: { field: t(`${resource}:fields.${name}`) },
        })
        close(step)
      }}
      onClose={close}
    />
  )
}
