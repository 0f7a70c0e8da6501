import { useTranslation } from 'react-i18next'
import type { Handover } from '../../../domain/handovers/handover.ts'
import { DateCell, MoneyCell } from '../cells/cells.tsx'
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
  earned: {},
  keptBack: {
    // Usually 0: paid out apart.
    cell: ({ keptBack, country }) => (
      <MoneyCell amount={keptBack === 0 ? null : keptBack} country={country} />
    ),
  },
  receivedBy: { narrow: 'detail' },
  createdAt: {},
  note: { width: 240, givesWay: true },
})

/** Couriers have their own: the day names a handover, and on phones what differs is said. */
const courierColumns = handoverColumns.map((column): (typeof handoverColumns)[number] => {
  switch (column.id) {
    case 'delivery':
      return { ...column, narrow: undefined, hidden: true }
    case 'createdAt':
      return {
        ...column,
        narrow: 'title',
        cell: ({ createdAt, country }) => <DateCell value={createdAt} country={country} />,
      }
    case 'difference':
      return { ...column, narrow: 'meta', cell: (handover) => <DifferenceCell {...handover} /> }
    case 'earned':
      return { ...column, narrow: 'detail', cell: (handover) => <EarnedCell {...handover} /> }
    case 'receivedBy':
      return { ...column, narrow: undefined }
    default:
      return column
  }
})

/** Named on phones, where the list has no headings. */
const DifferenceCell = ({ difference, country }: Pick<Handover, 'difference' | 'country'>) => {
  const { t } = useTranslation('handovers')
  return (
    <span className={difference < 0 ? 'whitespace-nowrap text-danger' : 'whitespace-nowrap'}>
      <span className="sm:hidden">{t('fields.difference')} </span>
      <MoneyCell amount={difference} country={country} />
    </span>
  )
}

/** Named on phones, where the list has no headings. */
const EarnedCell = ({ earned, country }: Pick<Handover, 'earned' | 'country'>) => {
  const { t } = useTranslation('handovers')
  return (
    <span className="whitespace-nowrap">
      <span className="sm:hidden">{t('lines.earned')} </span>
      <MoneyCell amount={earned} country={country} />
    </span>
  )
}

export const handoverView = defineView(handoverActions, {
  columns: handoverColumns,
  columnsOf: { delivery: courierColumns },
  bulk: [],
  main: ['handover.receipt', 'handover.undo'],
  actions: ['handover.create'],
  firstSteps: ['handover.create'],
})
