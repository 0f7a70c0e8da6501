import { type PurchaseRequest, requests } from '../../../domain/requests/request.ts'
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
import { imageUpload, ownerOptions } from '../shared/reference-options.ts'
import type { ResourceForm } from '../shared/resource-view.ts'
import { answerLooks } from '../shared/status-tones.ts'

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

export const requestForm: ResourceForm<'requests'> = {
  createFields: requests.fields,
  updateFields: requests.updateFields,
  choices: (api, translate) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    owner: { search: ownerOptions(api) },
    productImage: { upload: imageUpload(api) },
  }),
}
