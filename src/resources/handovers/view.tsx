import type { Handover } from '../../../domain/handovers/handover.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { CountCell, MoneyCell, TextCell } from '../cells/cells.tsx'
import { createdColumn, numberColumn } from '../cells/shared-columns.tsx'
import { defineView } from '../shared/define-view.ts'
import { handoverActions } from './commands.ts'

const moneyColumn = (
  name: 'expected' | 'counted' | 'difference',
  more: Partial<ListColumn<Handover>> = {},
): ListColumn<Handover> => ({
  id: name,
  header: `handovers:fields.${name}`,
  width: 140,
  align: 'end',
  isMoney: true,
  cell: (handover) => <MoneyCell amount={handover[name]} country={handover.country} />,
  ...more,
})

const handoverColumns: readonly ListColumn<Handover>[] = [
  numberColumn('handovers'),
  {
    id: 'delivery',
    narrow: 'title',
    header: 'handovers:fields.delivery',
    width: 200,
    minWidth: 120,
    pinned: true,
    cell: ({ deliveryName }) => <TextCell value={deliveryName} />,
  },
  moneyColumn('counted', { narrow: 'side', sortKey: 'counted' }),
  moneyColumn('expected'),
  moneyColumn('difference', {
    sortKey: 'difference',
    // Nearly always even: only a difference is shown.
    cell: ({ difference, country }) => (
      <MoneyCell amount={difference === 0 ? null : difference} country={country} />
    ),
  }),
  {
    id: 'parcels',
    header: 'handovers:fields.parcels',
    width: 90,
    align: 'end',
    cell: ({ parcels }) => <CountCell value={parcels} />,
  },
  {
    id: 'receivedBy',
    narrow: 'detail',
    header: 'handovers:fields.receivedBy',
    width: 180,
    minWidth: 110,
    cell: ({ receivedByName }) => <TextCell value={receivedByName} />,
  },
  createdColumn('handovers'),
  {
    id: 'note',
    header: 'handovers:fields.note',
    width: 240,
    minWidth: 110,
    givesWay: true,
    cell: ({ note }) => <TextCell value={note} />,
  },
]

export const handoverView = defineView(handoverActions, {
  columns: handoverColumns,
  bulk: [],
  main: ['handover.receipt', 'handover.undo'],
  actions: ['handover.create'],
  firstSteps: ['handover.create'],
})
