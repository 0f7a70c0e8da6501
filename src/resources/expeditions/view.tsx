import { type Expedition, expeditions } from '../../../domain/expeditions/expedition.ts'
import { whyNotEditExpedition } from '../../../domain/expeditions/policy.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { CountCell, DayCell, PhoneCell, StatusCell, TextCell, WeightCell, WordCell } from '../cells/cells.tsx'
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
import { imageUpload, ownerOptions, scannedOption, searchOptions } from '../shared/reference-options.ts'
import type { ResourceForm } from '../shared/resource-view.ts'
import { answerLooks } from '../shared/status-tones.ts'

export const expeditionColumns: readonly ListColumn<Expedition>[] = [
  numberColumn('expeditions'),
  nameColumn('expeditions', 220),
  imageColumn('expeditions'),
  {
    id: 'status',
    action: 'status',
    narrow: 'side',
    header: 'expeditions:fields.status',
    width: 150,
    sortKey: 'status',
    cell: ({ status }) => <StatusCell look={answerLooks[status]} label={`expeditions:status.${status}`} />,
  },
  {
    id: 'quantity',
    header: 'expeditions:fields.quantity',
    width: 92,
    align: 'end',
    sortKey: 'quantity',
    cell: ({ quantity }) => <CountCell value={quantity} />,
  },
  {
    id: 'product',
    header: 'expeditions:fields.product',
    width: 190,
    minWidth: 110,
    cell: ({ productName }) => <TextCell value={productName} />,
  },
  {
    id: 'mode',
    header: 'expeditions:fields.mode',
    width: 96,
    cell: ({ mode }) => <WordCell label={`expeditions:mode.${mode}`} />,
  },
  {
    id: 'transporterName',
    header: 'expeditions:fields.transporterName',
    width: 180,
    minWidth: 110,
    cell: ({ transporterName }) => <TextCell value={transporterName} />,
  },
  {
    id: 'expeditionDate',
    header: 'expeditions:fields.expeditionDate',
    width: 130,
    sortKey: 'expeditionDate',
    cell: ({ expeditionDate }) => <DayCell value={expeditionDate} />,
  },
  {
    id: 'providedDate',
    header: 'expeditions:fields.providedDate',
    width: 130,
    cell: ({ providedDate }) => <DayCell value={providedDate} />,
  },
  {
    id: 'from',
    header: 'expeditions:fields.from',
    width: 150,
    minWidth: 100,
    cell: ({ from }) => <TextCell value={from} />,
  },
  {
    id: 'weight',
    header: 'expeditions:fields.weight',
    width: 100,
    align: 'end',
    cell: ({ weight }) => <WeightCell kilograms={weight} />,
  },
  { ...priceColumn('expeditions'), sortKey: undefined },
  ownerColumn('expeditions'),
  createdColumn('expeditions'),
  {
    id: 'transporterPhone',
    header: 'expeditions:fields.transporterPhone',
    width: 164,
    hidden: true,
    cell: ({ transporterPhone }) => <PhoneCell value={transporterPhone} />,
  },
  {
    id: 'packageInformation',
    header: 'expeditions:fields.packageInformation',
    width: 220,
    minWidth: 110,
    hidden: true,
    cell: ({ packageInformation }) => <TextCell value={packageInformation} />,
  },
  { ...descriptionColumn('expeditions'), hidden: true },
  { ...commentColumn('expeditions'), hidden: true },
]

export const expeditionForm: ResourceForm<'expeditions'> = {
  createFields: expeditions.fields,
  updateFields: expeditions.updateFields,
  sections: [
    { id: 'goods', fields: ['owner', 'name', 'price', 'quantity', 'product', 'productImage'] },
    {
      id: 'transport',
      fields: ['mode', 'from', 'expeditionDate', 'providedDate', 'transporterName', 'transporterPhone'],
    },
    { id: 'package', fields: ['weight', 'packageInformation'] },
    { id: 'notes', fields: ['description', 'comment', 'country'] },
  ],
  choices: (api, translate, { product, productName }) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    mode: { label: (mode) => translate(`expeditions:mode.${mode}`) },
    owner: { search: ownerOptions(api) },
    productImage: { upload: imageUpload(api) },
    product: {
      search: searchOptions(api, 'products'),
      scanned: scannedOption(api, 'products'),
      chosen: product && productName ? { value: product, label: productName } : null,
    },
  }),
  whyNotEdit: (actor, expedition, field) =>
    whyNotEditExpedition(actor, expedition, {
      product: field === 'product' ? '' : expedition.product,
      // Another one: what it will be is not known yet.
      quantity: field === 'quantity' ? Number.NaN : expedition.quantity,
    }),
}
