import { MoneyCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { handoverActions } from './commands.ts'

const handoverColumns = columnsOf('handovers', {
  number: {},
  delivery: { width: 200, minWidth: 120, filter: 'deliveryGuy' },
  counted: { narrow: 'side' },
  expected: {},
  difference: {
    // Usually 0: only differences are shown.
    cell: ({ difference, country }) => (
      <MoneyCell amount={difference === 0 ? null : difference} country={country} />
    ),
  },
  parcels: { width: 90 },
  receivedBy: { narrow: 'detail' },
  createdAt: {},
  note: { width: 240, givesWay: true },
})

export const handoverView = defineView(handoverActions, {
  columns: handoverColumns,
  bulk: [],
  main: ['handover.receipt', 'handover.undo'],
  actions: ['handover.create'],
  firstSteps: ['handover.create'],
})
