import { type Product, products } from '../../../domain/products/product.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { CountCell, MoneyCell, StockCell, TextCell, WeightCell, WordCell } from '../cells/cells.tsx'
import {
  commentColumn,
  createdColumn,
  descriptionColumn,
  imageColumn,
  nameColumn,
  numberColumn,
  ownerColumn,
  priceColumn,
  sourceColumns,
} from '../cells/shared-columns.tsx'
import { imageUpload, ownerOptions, searchOptions } from '../shared/reference-options.ts'
import type { ResourceForm } from '../shared/resource-view.ts'

export const productColumns: readonly ListColumn<Product>[] = [
  numberColumn('products'),
  nameColumn('products', 280),
  imageColumn('products'),
  { ...priceColumn('products'), narrow: 'side' },
  {
    id: 'available',
    header: 'products:fields.available',
    width: 110,
    align: 'end',
    sortKey: 'available',
    cell: ({ available }) => <StockCell value={available} />,
  },
  {
    id: 'reserved',
    header: 'products:fields.reserved',
    width: 100,
    align: 'end',
    cell: ({ reserved }) => <CountCell value={reserved} />,
  },
  {
    id: 'quantity',
    header: 'products:fields.quantity',
    width: 100,
    align: 'end',
    sortKey: 'quantity',
    cell: ({ quantity }) => <StockCell value={quantity} />,
  },
  ownerColumn('products'),
  createdColumn('products'),
  commentColumn('products'),
  {
    id: 'storeName',
    header: 'products:fields.storeName',
    width: 180,
    minWidth: 110,
    hidden: true,
    cell: ({ storeName }) => <TextCell value={storeName} />,
  },
  {
    id: 'affiliate',
    header: 'products:fields.affiliate',
    width: 200,
    minWidth: 110,
    hidden: true,
    cell: ({ affiliateName }) => <TextCell value={affiliateName} />,
  },
  {
    id: 'type',
    header: 'products:fields.type',
    width: 110,
    hidden: true,
    cell: ({ type }) => <WordCell label={type && `products:type.${type}`} />,
  },
  {
    id: 'weight',
    header: 'products:fields.weight',
    width: 100,
    align: 'end',
    hidden: true,
    cell: ({ weight }) => <WeightCell kilograms={weight} />,
  },
  {
    id: 'initialPrice',
    header: 'products:fields.initialPrice',
    width: 140,
    align: 'end',
    hidden: true,
    isMoney: true,
    cell: ({ initialPrice, country }) => <MoneyCell amount={initialPrice} country={country} />,
  },
  ...sourceColumns<Product>('products'),
  { ...descriptionColumn('products'), hidden: true },
]

export const productForm: ResourceForm<'products'> = {
  createFields: products.fields,
  updateFields: products.updateFields,
  sections: [
    {
      id: 'goods',
      fields: [
        'owner',
        'name',
        'price',
        'initialPrice',
        'quantity',
        'quantityNote',
        'type',
        'weight',
        'productImage',
      ],
    },
    { id: 'store', fields: ['storeName', 'affiliate', 'sourceLink', 'sourceName'] },
    { id: 'notes', fields: ['description', 'comment', 'country'] },
  ],
  choices: (api, translate, { affiliate, affiliateName }) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    type: { label: (type) => translate(`products:type.${type}`) },
    owner: { search: ownerOptions(api) },
    productImage: { upload: imageUpload(api) },
    affiliate: {
      search: searchOptions(api, 'affiliates'),
      chosen: affiliate && affiliateName ? { value: affiliate, label: affiliateName } : null,
    },
  }),
}
