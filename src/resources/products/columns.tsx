import type { Product } from '../../../domain/products/product.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { CountCell, MoneyCell, NumberCell, StockCell, TextCell, TimeCell } from '../cells/cells.tsx'

export const productColumns: readonly ListColumn<Product>[] = [
  {
    id: 'number',
    header: 'products:fields.number',
    width: 84,
    sortKey: 'number',
    pinned: true,
    cell: ({ number }) => <NumberCell value={number} />,
  },
  {
    id: 'name',
    header: 'products:fields.name',
    width: 280,
    sortKey: 'name',
    pinned: true,
    cell: ({ name }) => <TextCell value={name} />,
  },
  {
    id: 'price',
    header: 'products:fields.price',
    width: 140,
    align: 'end',
    sortKey: 'price',
    cell: ({ price, country }) => <MoneyCell amount={price} country={country} />,
  },
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
  {
    id: 'owner',
    header: 'products:fields.owner',
    width: 180,
    cell: ({ ownerName }) => <TextCell value={ownerName} />,
  },
  {
    id: 'createdAt',
    header: 'products:fields.createdAt',
    width: 130,
    sortKey: 'createdAt',
    cell: ({ createdAt, country }) => <TimeCell value={createdAt} country={country} />,
  },
  {
    id: 'comment',
    header: 'products:fields.comment',
    width: 240,
    cell: ({ comment }) => <TextCell value={comment} />,
  },
]
