import { useTranslation } from 'react-i18next'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { whyNotChangeField, whyNotEditOrder } from '../../../domain/orders/policy.ts'
import type { Choices } from '../../form/form-model.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PiecesCell, StatusCell, TextCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { orderProductOptions } from '../shared/reference-options.ts'
import { orderLooks, shippingLooks } from '../shared/status-tones.ts'
import { orderActions } from './commands.ts'

/**
 * By importance: the last ones are out of view on small screens. Nine fit into 1280 px, seven beside the preview at 1440 px.
 */
const orderColumns = columnsOf('orders', {
  number: {},
  customerName: {
    width: 200,
    minWidth: 116,
    cell: ({ customerName, isDuplicate, isBlocked, blockedReason }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <TextCell value={customerName} />
        {isDuplicate && <DuplicateMark />}
        {isBlocked && <BlockedMark reason={blockedReason ?? ''} />}
      </span>
    ),
  },
  customerPhone: { narrow: 'detail' },
  customerAddress: { narrow: 'line', width: 240, minWidth: 84 },
  city: { width: 130, minWidth: 90, hidden: true },
  zone: { width: 140, minWidth: 90, hidden: true },
  product: { narrow: 'detail', width: 200, minWidth: 76 },
  totalPrice: { narrow: 'meta', width: 128, filter: 'total' },
  status: { looks: orderLooks, width: 140 },
  shipping: {
    header: 'shippings:one',
    filter: 'shippingStatus',
    width: 150,
    cell: ({ shippingStatus }) =>
      shippingStatus ? (
        <StatusCell look={shippingLooks[shippingStatus]} label={`shippings:status.${shippingStatus}`} />
      ) : (
        <TextCell value={null} />
      ),
  },
  createdAt: {},
  attempts: { width: 76, givesWay: true },
  quantity: {
    narrow: 'meta',
    header: 'orders:columns.quantity',
    width: 64,
    givesWay: true,
    cell: ({ quantity }) => <PiecesCell value={quantity} />,
  },
  comment: {},
  delivery: { width: 170, hidden: true },
  price: { hidden: true },
  owner: { hidden: true },
  sourceName: {},
  sourceLink: {},
  statusAt: { hidden: true },
  callbackAt: { hidden: true, filter: 'callback' },
})

const noChoices: Choices = {}

/** In a chunk of its own, because it is the console's first screen. */
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
      // What a call is about is in view on a small screen.
      {
        id: 'customer',
        fields: ['customerName', 'customerPhone', 'customerAddress', 'comment', 'city', 'zone'],
        beside: ['customerAddress', 'comment'],
      },
      { id: 'origin', fields: ['sourceLink', 'sourceName', 'externalRef', 'country'] },
    ],
    // A caller reads no products but those that the order may be changed to.
    choices: (api, _, { id, product, productName }, actor) =>
      id === undefined || scopeOf(actor, 'product.list') !== null
        ? noChoices
        : {
            product: {
              search: orderProductOptions(api, id),
              chosen: product && productName ? { value: product, label: productName } : null,
            },
          },
    whyNotEdit: (actor, order, field) =>
      whyNotChangeField(actor, order, field) ??
      whyNotEditOrder(actor, order, {
        product: field === 'product' ? '' : order.product,
        quantity: order.quantity,
        // NaN: any other value, since the new one is not known yet.
        price: field === 'quantity' || field === 'price' ? Number.NaN : order.price,
      }),
  },
})

/** Marks a likely duplicate order; does not block anything. */
const DuplicateMark = () => {
  const { t } = useTranslation(['orders', 'shippings'])
  return (
    <span title={`${t('duplicate')} · ${t('duplicateHint')}`} className="flex shrink-0 text-attention">
      <Icon name="copy" size={14} />
      <span className="sr-only">{t('duplicate')}</span>
    </span>
  )
}

/** Marks an order of a blocked customer. */
const BlockedMark = ({ reason }: { reason: string }) => {
  const { t } = useTranslation('orders')
  return (
    <span title={t('blockedFor', { reason })} className="flex shrink-0 text-danger">
      <Icon name="ban" size={14} />
      <span className="sr-only">{t('blocked')}</span>
    </span>
  )
}
