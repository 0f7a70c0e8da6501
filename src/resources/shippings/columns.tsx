import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { ListColumn } from '../../table/list-column.ts'
import {
  CountCell,
  DayCell,
  MoneyCell,
  NumberCell,
  PhoneCell,
  StatusCell,
  TextCell,
  TimeCell,
  WordCell,
} from '../cells/cells.tsx'
import { commentColumn, createdColumn, numberColumn } from '../cells/shared-columns.tsx'
import { shippingLooks } from '../status-tones.ts'

export const shippingColumns: readonly ListColumn<Shipping>[] = [
  numberColumn('shippings'),
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
  createdColumn('shippings'),
  {
    id: 'attempts',
    header: 'shippings:fields.attempts',
    width: 92,
    align: 'end',
    sortKey: 'attempts',
    cell: ({ attempts }) => <CountCell value={attempts} />,
  },
  {
    id: 'postponedTo',
    header: 'shippings:fields.postponedTo',
    width: 130,
    cell: ({ postponedTo }) => <DayCell value={postponedTo} />,
  },
  {
    id: 'collected',
    header: 'shippings:fields.collected',
    width: 130,
    align: 'end',
    cell: ({ collected, country }) => <MoneyCell amount={collected} country={country} />,
  },
  commentColumn('shippings'),
  {
    id: 'deliveredAt',
    header: 'shippings:fields.deliveredAt',
    width: 130,
    hidden: true,
    cell: ({ deliveredAt, country }) => <TimeCell value={deliveredAt} country={country} />,
  },
  {
    id: 'isBilled',
    header: 'shippings:fields.isBilled',
    width: 100,
    hidden: true,
    cell: ({ isBilled }) => <WordCell label={isBilled ? 'users:yes' : 'users:no'} />,
  },
]
