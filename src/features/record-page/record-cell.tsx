import type { ReactNode } from 'react'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { columnsOf } from '../preview/columns-of.ts'

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
