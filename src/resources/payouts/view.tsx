import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { payoutActions } from './commands.ts'

export const payoutView = defineView(payoutActions, {
  columns: columnsOf('payouts', {
    code: {
      action: 'open',
      width: 170,
      minWidth: undefined,
      cell: ({ code }) => <span className="figures">{code}</span>,
    },
    owner: { narrow: 'meta', width: 200, minWidth: undefined },
    date: { narrow: 'meta' },
    total: { narrow: 'side', width: 140 },
    method: { narrow: 'detail', width: 160 },
    reference: { narrow: 'detail', width: 180, givesWay: true },
    invoices: { width: 100 },
    createdAt: { narrow: undefined, hidden: true },
    number: { narrow: undefined, pinned: false, hidden: true },
  }),
  main: ['payout.receipt', 'payout.edit'],
  actions: ['payout.create'],
  form: {
    sections: [
      { id: 'payment', fields: ['seller', 'date', 'method', 'reference'] },
      { id: 'place', fields: ['country'] },
    ],
  },
})
