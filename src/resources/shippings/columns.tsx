import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { ListColumn } from '../../table/list-column.ts'
import {
  CountCell,
  MoneyCell,
  NumberCell,
  PhoneCell,
  StatusCell,
  TextCell,
  TimeCell,
} from '../cells/cells.tsx'
import { shippingLooks } from '../status-tones.ts'

export const shippingColumns: readonly ListColumn<Shipping>[] = [
  {
    id: 'number',
    header: 'shippings:fields.number',
    width: 84,
    sortKey: 'number',
    pinned: true,
    cell: ({ number }) => <NumberCell value={number} />,
  },
  {
    id: 'customerName',
    header: 'shippings:fields.customerName',
    width: 200,
    sortKey: 'customerName',
    pinned: true,
    cell: ({ customerName }) => <TextCell value={customerName} />,
  },
  {
    id: 'status',
    header: 'shippings:fields.status',
    width: 150,
    sortKey: 'status',
    cell: ({ status }) => <StatusCell look={shippingLooks[status]} label={`shippings:status.${status}`} />,
  },
  {
    id: 'customerPhone',
    header: 'shippings:fields.customerPhone',
    width: 164,
    cell: ({ customerPhone }) => <PhoneCell value={customerPhone} />,
  },
  {
    id: 'customerAddress',
    header: 'shippings:fields.customerAddress',
    width: 260,
    cell: ({ customerAddress }) => <TextCell value={customerAddress} />,
  },
  {
    id: 'totalPrice',
    header: 'shippings:fields.totalPrice',
    width: 130,
    align: 'end',
    sortKey: 'totalPrice',
    cell: ({ totalPrice, country }) => <MoneyCell amount={totalPrice} country={country} />,
  },
  {
    id: 'product',
    header: 'shippings:fields.product',
    width: 200,
    cell: ({ productName }) => <TextCell value={productName} />,
  },
  {
    id: 'quantity',
    header: 'shippings:columns.quantity',
    width: 64,
    align: 'end',
    cell: ({ quantity }) => <CountCell value={quantity} />,
  },
  {
    id: 'delivery',
    header: 'shippings:fields.delivery',
    width: 170,
    cell: ({ deliveryName }) => <TextCell value={deliveryName} />,
  },
  {
    id: 'orderNumber',
    header: 'shippings:fields.orderNumber',
    width: 100,
    cell: ({ orderNumber }) => <NumberCell value={orderNumber} />,
  },
  {
    id: 'createdAt',
    header: 'shippings:fields.createdAt',
    width: 130,
    sortKey: 'createdAt',
    cell: ({ createdAt, country }) => <TimeCell value={createdAt} country={country} />,
  },
]
