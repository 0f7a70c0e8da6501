import { amountDifference } from '../../../domain/lib/money.ts'
import { whyNotEditShipping } from '../../../domain/shippings/policy.ts'
import { MoneyCell, NumberCell, PiecesCell, WordCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { shippingLooks } from '../shared/status-tones.ts'
import { shippingActions } from './commands.ts'

const shippingColumns = columnsOf('shippings', {
  number: {},
  customerName: { width: 200, minWidth: 112 },
  status: { looks: shippingLooks },
  customerPhone: { narrow: 'detail' },
  customerAddress: { narrow: 'line', width: 260, minWidth: 120 },
  city: { width: 130, minWidth: 90, hidden: true },
  zone: { width: 140, minWidth: 90, hidden: true },
  totalPrice: { narrow: 'meta', width: 130, filter: 'total' },
  product: { narrow: 'detail', width: 200, minWidth: 104 },
  quantity: {
    narrow: 'meta',
    header: 'shippings:columns.quantity',
    width: 64,
    cell: ({ quantity }) => <PiecesCell value={quantity} />,
  },
  // On phones instead of the day of creation.
  delivery: { narrow: 'meta', width: 170, minWidth: 104, filter: 'deliveryGuy' },
  orderNumber: { align: undefined, cell: ({ orderNumber }) => <NumberCell value={orderNumber} /> },
  createdAt: { narrow: undefined },
  statusAt: {},
  attempts: { width: 92 },
  postponedTo: { filter: 'postponed' },
  collected: { width: 130 },
  difference: {
    width: 120,
    minWidth: undefined,
    align: 'end',
    isMoney: true,
    hidden: true,
    // Usually 0: only differences are shown.
    cell: ({ collected, totalPrice, country }) => {
      const difference = collected === null ? 0 : amountDifference(collected, totalPrice)
      return <MoneyCell amount={difference === 0 ? null : difference} country={country} />
    },
  },
  comment: {},
  outAt: { hidden: true, filter: 'out' },
  settledAt: { hidden: true, filter: 'settled' },
  deliveredAt: { hidden: true },
  condition: { width: 130, hidden: true },
  isRefused: { hidden: true },
  isBilled: {
    filter: 'billed',
    width: 100,
    hidden: true,
    cell: ({ isBilled }) => <WordCell label={isBilled ? 'users:yes' : 'users:no'} />,
  },
  isHandedOver: {
    hidden: true,
    cell: ({ status, isHandedOver }) => (
      <WordCell label={status === 'DELIVERED' ? (isHandedOver ? 'users:yes' : 'users:no') : null} />
    ),
  },
})

/** The address is edited in its row; there is no edit screen. */
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
