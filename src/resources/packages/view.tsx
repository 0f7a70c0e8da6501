import { type Plan, plans } from '../../../domain/plans/plan.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { CountCell, TextCell } from '../cells/cells.tsx'
import { createdColumn, nameColumn, numberColumn, ownerColumn } from '../cells/shared-columns.tsx'
import type { ResourceForm } from '../shared/resource-view.ts'

export const packageColumns: readonly ListColumn<Plan>[] = [
  numberColumn('packages'),
  nameColumn('packages', 260),
  {
    id: 'pack',
    narrow: 'side',
    header: 'packages:fields.pack',
    width: 140,
    sortKey: 'pack',
    cell: ({ pack }) => <TextCell value={pack} />,
  },
  {
    id: 'users',
    header: 'packages:fields.users',
    width: 120,
    align: 'end',
    cell: ({ users }) => <CountCell value={users} />,
  },
  ownerColumn('packages'),
  createdColumn('packages'),
]

export const packageForm: ResourceForm<'packages'> = {
  createFields: plans.fields,
  updateFields: plans.fields,
  choices: () => ({}),
}
