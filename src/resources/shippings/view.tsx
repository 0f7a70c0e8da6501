import { collectedDifference } from '../../../domain/shippings/collected.ts'
import { whyNotEditShipping } from '../../../domain/shippings/policy.ts'
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
import { commentColumn, createdColumn, numberColumn, statusAtColumn } from '../cells/shared-columns.tsx'
import { defineView } from '../shared/define-view.ts'
import { shippingLooks } from '../shared/status-tones.ts'
import { shippingActions } from './commands.ts'

const shippingColumns: readonly ListColumn<Shipping>[] = [
  numberColumn('shippings'),
  {
    id: 'customerName',
    narrow: 'title',
    header: 'shippings:fields.customerName',
    width: 200,
    minWidth: 112,
    sortKey: 'customerName',
    pinned: true,
    cell: ({ customerName }) => <TextCell value={customerName} />,
  },
  {
    id: 'status',
    action: 'status',
    narrow: 'side',
    header: 'shippings:fields.status',
    width: 150,
    sortKey: 'status',
    cell: ({ status }) => <StatusCell look={shippingLooks[status]} label={`shippings:status.${status}`} />,
  },
  {
    id: 'customerPhone',
    narrow: 'detail',
    header: 'shippings:fields.customerPhone',
    width: 164,
    cell: ({ customerPhone }) => <PhoneCell value={customerPhone} />,
  },
  {
    id: 'customerAddress',
    header: 'shippings:fields.customerAddress',
    width: 260,
    minWidth: 120,
    cell: ({ customerAddress }) => <TextCell value={customerAddress} />,
  },
  {
    id: 'totalPrice',
    narrow: 'meta',
    header: 'shippings:fields.totalPrice',
    width: 130,
    align: 'end',
    sortKey: 'totalPrice',
    isMoney: true,
    cell: ({ totalPrice, country }) => <MoneyCell amount={totalPrice} country={country} />,
  },
  {
    id: 'product',
    narrow: 'detail',
    header: 'shippings:fields.product',
    width: 200,
    minWidth: 104,
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
    minWidth: 104,
    cell: ({ deliveryName }) => <TextCell value={deliveryName} />,
  },
  {
    id: 'orderNumber',
    header: 'shippings:fields.orderNumber',
    width: 100,
    cell: ({ orderNumber }) => <NumberCell value={orderNumber} />,
  },
  createdColumn('shippings'),
  statusAtColumn('shippings'),
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
    sortKey: 'postponedTo',
    cell: ({ postponedTo }) => <DayCell value={postponedTo} />,
  },
  {
    id: 'collected',
    header: 'shippings:fields.collected',
    width: 130,
    align: 'end',
    isMoney: true,
    cell: ({ collected, country }) => <MoneyCell amount={collected} country={country} />,
  },
  {
    id: 'difference',
    header: 'shippings:fields.difference',
    width: 120,
    align: 'end',
    isMoney: true,
    hidden: true,
    // Nearly always even: only a difference is shown.
    cell: ({ collected, totalPrice, country }) => {
      const difference = collected === null ? 0 : collectedDifference(collected, totalPrice)
      return <MoneyCell amount={difference === 0 ? null : difference} country={country} />
    },
  },
  commentColumn('shippings'),
  {
    id: 'outAt',
    header: 'shippings:fields.outAt',
    width: 130,
    hidden: true,
    sortKey: 'outAt',
    cell: ({ outAt, country }) => <TimeCell value={outAt} country={country} />,
  },
  {
    id: 'settledAt',
    header: 'shippings:fields.settledAt',
    width: 130,
    hidden: true,
    sortKey: 'settledAt',
    cell: ({ settledAt, country }) => <TimeCell value={settledAt} country={country} />,
  },
  {
    id: 'deliveredAt',
    header: 'shippings:fields.deliveredAt',
    width: 130,
    hidden: true,
    cell: ({ deliveredAt, country }) => <TimeCell value={deliveredAt} country={country} />,
  },
  {
    id: 'condition',
    header: 'shippings:fields.condition',
    width: 130,
    hidden: true,
    cell: ({ condition }) => <WordCell label={condition && `shippings:condition.${condition}`} />,
  },
  {
    id: 'isBilled',
    header: 'shippings:fields.isBilled',
    width: 100,
    hidden: true,
    cell: ({ isBilled }) => <WordCell label={isBilled ? 'users:yes' : 'users:no'} />,
  },
  {
    id: 'isHandedOver',
    header: 'shippings:fields.isHandedOver',
    width: 120,
    hidden: true,
    cell: ({ status, isHandedOver }) => (
      <WordCell label={status === 'DELIVERED' ? (isHandedOver ? 'users:yes' : 'users:no') : null} />
    ),
  },
]

/** Where a parcel goes to is set right in its row: it has no screen of its own. */
export const shippingView = defineView(shippingActions, {
  columns: shippingColumns,
  bulk: [
    'shipping.assign',
    'shipping.print-labels',
    'shipping.dispatch',
    'shipping.deliver',
    'shipping.status',
    'shipping.comment',
  ],
  main: ['shipping.assign', 'shipping.status'],
  firstSteps: ['go.orders', 'go.triage'],
  form: { whyNotEdit: whyNotEditShipping },
})
