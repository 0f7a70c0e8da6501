import type { ReactNode } from 'react'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'
import type { Direction } from '../../stores/record-walks.ts'
import { columnsOf } from '../record-preview/preview-header.tsx'

/** What the record's page in view lends to its commands. */
export type OpenRecord = {
  resource: ResourceName
  id: string
  /** Shows the record beside it in its list; nothing at the end of that. Null where its place in a list is not known. */
  walk: ((direction: Direction) => void) | null
  /** Back to that list. */
  leave: () => void
}

export const openRecord = createScreenActions<OpenRecord>()

type CellProps<R extends ResourceName> = {
  resource: R
  record: ResourceRecords[R]
  place: 'title' | 'side'
}

/** What the list shows at that place of a narrow row: the name, the status. */
export const Cell = <R extends ResourceName>({ resource, record, place }: CellProps<R>): ReactNode =>
  columnsOf(resource)
    .find(({ narrow }) => narrow === place)
    ?.cell(record)
