import { useTranslation } from 'react-i18next'
import type { Invoice } from '../../../domain/invoices/invoice.ts'
import { whyNotEditInvoice } from '../../../domain/invoices/policy.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { CountCell, MoneyCell, StatusCell, TextCell, TimeCell } from '../cells/cells.tsx'
import { createdColumn, numberColumn } from '../cells/shared-columns.tsx'
import { defineView } from '../shared/define-view.ts'
import { invoiceLooks } from '../shared/status-tones.ts'
import { invoiceActions } from './commands.ts'

/** An ISO week, `2026-W47`, as people say it. */
export const WeekCell = ({ week }: { week: string }) => {
  const { t } = useTranslation('invoices')
  const [year, number] = week.split('-W')
  return <span className="figures">{t('week', { year, number: Number(number) })}</span>
}

/** What is taken from the cash collected, one column each. */
const feeColumn = (
  fee: 'shippingFees' | 'upsellFees' | 'expeditionFees' | 'otherFees',
): ListColumn<Invoice> => ({
  id: fee,
  header: `invoices:fields.${fee}`,
  width: 160,
  align: 'end',
  isMoney: true,
  cell: (invoice) => <MoneyCell amount={invoice[fee]} country={invoice.country} />,
})

const invoiceColumns: readonly ListColumn<Invoice>[] = [
  {
    id: 'code',
    action: 'open',
    narrow: 'title',
    header: 'invoices:fields.code',
    width: 170,
    sortKey: 'code',
    pinned: true,
    cell: ({ code }) => <span className="figures">{code}</span>,
  },
  {
    id: 'status',
    action: 'status',
    narrow: 'side',
    header: 'invoices:fields.status',
    width: 120,
    sortKey: 'status',
    cell: ({ status }) => <StatusCell look={invoiceLooks[status]} label={`invoices:status.${status}`} />,
  },
  {
    id: 'owner',
    narrow: 'meta',
    header: 'invoices:fields.owner',
    width: 200,
    cell: ({ ownerName }) => <TextCell value={ownerName} />,
  },
  {
    id: 'week',
    header: 'invoices:fields.week',
    width: 110,
    sortKey: 'week',
    cell: ({ week }) => <WeekCell week={week} />,
  },
  {
    id: 'totalShipments',
    header: 'invoices:fields.totalShipments',
    width: 90,
    align: 'end',
    cell: ({ totalShipments }) => <CountCell value={totalShipments} />,
  },
  {
    id: 'totalWithoutFees',
    header: 'invoices:fields.totalWithoutFees',
    width: 150,
    align: 'end',
    isMoney: true,
    cell: ({ totalWithoutFees, country }) => <MoneyCell amount={totalWithoutFees} country={country} />,
  },
  {
    id: 'totalWithFees',
    narrow: 'meta',
    header: 'invoices:fields.totalWithFees',
    width: 150,
    align: 'end',
    sortKey: 'totalWithFees',
    isMoney: true,
    cell: ({ totalWithFees, country }) => <MoneyCell amount={totalWithFees} country={country} />,
  },
  feeColumn('shippingFees'),
  feeColumn('upsellFees'),
  feeColumn('expeditionFees'),
  feeColumn('otherFees'),
  {
    id: 'dueAt',
    header: 'invoices:fields.dueAt',
    width: 150,
    cell: ({ dueAt, country }) => <TimeCell value={dueAt} country={country} />,
  },
  {
    id: 'paidAt',
    header: 'invoices:fields.paidAt',
    width: 150,
    cell: ({ paidAt, country }) => <TimeCell value={paidAt} country={country} />,
  },
  { ...createdColumn('invoices'), narrow: undefined },
  {
    id: 'notes',
    header: 'invoices:fields.notes',
    width: 220,
    hidden: true,
    cell: ({ notes }) => <TextCell value={notes} />,
  },
  { ...numberColumn('invoices'), narrow: undefined, pinned: false, hidden: true },
]

/** Its fees and notes can be edited: the rest was billed. */
export const invoiceView = defineView(invoiceActions, {
  columns: invoiceColumns,
  bulk: ['invoice.pay', 'invoice.unpay', 'invoice.status'],
  main: ['invoice.pay', 'invoice.edit', 'invoice.print'],
  actions: ['invoice.generate'],
  firstSteps: ['invoice.generate'],
  form: { whyNotEdit: whyNotEditInvoice },
})
