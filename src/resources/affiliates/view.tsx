import { type Affiliate, affiliates } from '../../../domain/affiliates/affiliate.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { CountCell, StockCell, TakenCell } from '../cells/cells.tsx'
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

const takenColumn: ListColumn<Affiliate> = {
  id: 'product',
  action: 'take',
  narrow: 'meta',
  header: 'affiliates:columns.product',
  width: 150,
  cell: ({ product }) => <TakenCell isTaken={product !== null} />,
}

export const affiliateColumns: readonly ListColumn<Affiliate>[] = [
  numberColumn('affiliates'),
  nameColumn('affiliates', 260),
  imageColumn('affiliates'),
  { ...priceColumn('affiliates'), narrow: 'side' },
  {
    id: 'quantity',
    header: 'affiliates:fields.quantity',
    width: 100,
    align: 'end',
    sortKey: 'quantity',
    cell: ({ quantity }) => <StockCell value={quantity} />,
  },
  {
    id: 'products',
    header: 'affiliates:fields.products',
    width: 110,
    align: 'end',
    cell: ({ products }) => <CountCell value={products} />,
  },
  descriptionColumn('affiliates'),
  ownerColumn('affiliates'),
  createdColumn('affiliates'),
  commentColumn('affiliates'),
]

/** The store's column: next to the price, what the user has done with the offer or may do. */
export const storeColumns: readonly ListColumn<Affiliate>[] = affiliateColumns.flatMap((column) =>
  column.id === 'price' ? [column, takenColumn] : [column],
)

export const affiliateForm: ResourceForm<'affiliates'> = {
  createFields: affiliates.fields,
  updateFields: affiliates.updateFields,
  choices: (api, translate) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    owner: { search: ownerOptions(api) },
    productImage: { upload: imageUpload(api) },
  }),
}
