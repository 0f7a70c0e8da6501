import type { PurchaseRequest } from '../../../domain/requests/request.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { CountCell, StatusCell } from '../cells/cells.tsx'
import {
  commentColumn,
  createdColumn,
  descriptionColumn,
  imageColumn,
  nameColumn,
  numberColumn,
  ownerColumn,
  priceColumn,
} from '../cells/shared-columns.tsx'
import { answerLooks } from '../status-tones.ts'

export const requestColumns: readonly ListColumn<PurchaseRequest>[] = [
  numberColumn('requests'),
  nameColumn('requests', 240),
  imageColumn('requests'),
  {
    id: 'status',
    action: 'status',
    narrow: 'side',
    header: 'requests:fields.status',
    width: 150,
    sortKey: 'status',
    cell: ({ status }) => <StatusCell look={answerLooks[status]} label={`requests:status.${status}`} />,
  },
  {
    id: 'quantity',
    header: 'requests:fields.quantity',
    width: 92,
    align: 'end',
    sortKey: 'quantity',
    cell: ({ quantity }) => <CountCell value={quantity} />,
  },
  { ...priceColumn('requests'), narrow: 'meta' },
  ownerColumn('requests'),
  descriptionColumn('requests'),
  createdColumn('requests'),
  commentColumn('requests'),
]
