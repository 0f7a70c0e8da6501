import { useTranslation } from 'react-i18next'
import type { Order } from '../../../domain/orders/order.ts'
import { whyNotEditOrder } from '../../../domain/orders/policy.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { CountCell, MoneyCell, PhoneCell, StatusCell, TextCell, TimeCell } from '../cells/cells.tsx'
import {
  commentColumn,
  createdColumn,
  numberColumn,
  ownerColumn,
  priceColumn,
  sourceColumns,
  statusAtColumn,
} from '../cells/shared-columns.tsx'
import { defineView } from '../shared/define-view.ts'
import { orderLooks, shippingLooks } from '../shared/status-tones.ts'
import { orderActions } from './commands.ts'

/**
 * In the order of their rank: where there is less room the last ones are out of view. The first nine fit a window of
 * 1280 px, the first seven the list next to a preview at 1440 px.
 */
const orderColumns: readonly ListColumn<Order>[] = [
  numberColumn('orders'),
  {
    id: 'customerName',
    narrow: 'title',
    header: 'orders:fields.customerName',
    width: 200,
    minWidth: 116,
    sortKey: 'customerName',
    pinned: true,
    cell: ({ customerName, isDuplicate }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <TextCell value={customerName} />
        {isDuplicate && <DuplicateMark />}
      </span>
    ),
  },
  {
    id: 'customerPhone',
    narrow: 'detail',
    header: 'orders:fields.customerPhone',
    width: 164,
    cell: ({ customerPhone }) => <PhoneCell value={customerPhone} />,
  },
  {
    id: 'customerAddress',
    header: 'orders:fields.customerAddress',
    width: 240,
    minWidth: 84,
    cell: ({ customerAddress }) => <TextCell value={customerAddress} />,
  },
  {
    id: 'product',
    narrow: 'detail',
    header: 'orders:fields.product',
    width: 200,
    minWidth: 76,
    cell: ({ productName }) => <TextCell value={productName} />,
  },
  {
    id: 'totalPrice',
    narrow: 'meta',
    header: 'orders:fields.totalPrice',
    width: 128,
    align: 'end',
    sortKey: 'totalPrice',
    isMoney: true,
    cell: ({ totalPrice, country }) => <MoneyCell amount={totalPrice} country={country} />,
  },
  {
    id: 'status',
    action: 'status',
    narrow: 'side',
    header: 'orders:fields.status',
    width: 140,
    sortKey: 'status',
    cell: ({ status }) => <StatusCell look={orderLooks[status]} label={`orders:status.${status}`} />,
  },
  {
    id: 'shipping',
    header: 'shippings:one',
    width: 150,
    cell: ({ shippingStatus }) =>
      shippingStatus ? (
        <StatusCell look={shippingLooks[shippingStatus]} label={`shippings:status.${shippingStatus}`} />
      ) : (
        <TextCell value={null} />
      ),
  },
  createdColumn('orders'),
  {
    id: 'attempts',
    header: 'orders:fields.attempts',
    width: 76,
    givesWay: true,
    align: 'end',
    sortKey: 'attempts',
    cell: ({ attempts }) => <CountCell value={attempts} />,
  },
  {
    id: 'quantity',
    header: 'orders:columns.quantity',
    width: 64,
    givesWay: true,
    align: 'end',
    sortKey: 'quantity',
    cell: ({ quantity }) => <CountCell value={quantity} />,
  },
  commentColumn('orders'),
  {
    id: 'delivery',
    header: 'orders:fields.delivery',
    width: 170,
    minWidth: 110,
    hidden: true,
    cell: ({ deliveryName }) => <TextCell value={deliveryName} />,
  },
  { ...priceColumn('orders'), sortKey: undefined, hidden: true },
  { ...ownerColumn('orders'), hidden: true },
  ...sourceColumns<Order>('orders'),
  { ...statusAtColumn('orders'), hidden: true },
  {
    id: 'callbackAt',
    header: 'orders:fields.callbackAt',
    width: 130,
    sortKey: 'callbackAt',
    hidden: true,
    cell: ({ callbackAt, country }) => <TimeCell value={callbackAt} country={country} />,
  },
]

/** How the console shows orders: its first screen, so it is separate from the other resources. */
export const orderView = defineView(orderActions, {
  columns: orderColumns,
  bulk: [
    'order.confirm',
    'order.not-reachable',
    'order.cancel',
    'order.status',
    'order.comment',
    'order.delete',
  ],
  main: ['order.confirm', 'order.edit', 'order.status'],
  actions: ['order.create', 'order.import'],
  firstSteps: ['order.import', 'order.create'],
  form: {
    sections: [
      { id: 'sale', fields: ['product', 'quantity', 'price'] },
      { id: 'customer', fields: ['customerName', 'customerPhone', 'customerAddress'] },
      { id: 'origin', fields: ['sourceLink', 'sourceName', 'externalRef', 'comment', 'country'] },
    ],
    whyNotEdit: (actor, order, field) =>
      whyNotEditOrder(actor, order, {
        product: field === 'product' ? '' : order.product,
        quantity: order.quantity,
        // Another one: what it will be is not known yet.
        price: field === 'quantity' || field === 'price' ? Number.NaN : order.price,
      }),
  },
})

/** Shown next to the customer of an order that was probably placed twice; never blocks anything. */
const DuplicateMark = () => {
  const { t } = useTranslation(['orders', 'shippings'])
  return (
    <span title={`${t('duplicate')} · ${t('duplicateHint')}`} className="flex shrink-0 text-attention">
      <Icon name="copy" size={14} />
      <span className="sr-only">{t('duplicate')}</span>
    </span>
  )
}
