import { useTranslation } from 'react-i18next'
import { type Invoice, isOverdue } from '../../../domain/invoices/invoice.ts'
import { whyNotEditInvoice } from '../../../domain/invoices/policy.ts'
import { paperOf } from '../../../domain/invoices/totals.ts'
import { DateCell, StatusCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { invoiceLooks } from '../shared/status-tones.ts'
import { invoiceActions } from './commands.ts'

/** Formats an ISO week, `2026-W47`. */
export const WeekCell = ({ week }: { week: string }) => {
  const { t } = useTranslation('invoices')
  const [year, number] = week.split('-W')
  return <span className="figures">{t('week', { year, number: Number(number) })}</span>
}

/** Named on phones, where the list has no headings. Red with a word when it has passed unpaid. */
const DueCell = (invoice: Pick<Invoice, 'status' | 'dueAt' | 'country'>) => {
  const { t } = useTranslation('invoices')
  const { dueAt, country } = invoice
  const isLate = isOverdue(invoice, Date.now())
  return (
    <span className="whitespace-nowrap" title={isLate ? t('overdue') : undefined}>
      {isLate && <span className="sr-only">{t('overdue')} </span>}
      <span className="text-ink-muted sm:hidden">{t('fields.dueAt')} </span>
      <DateCell value={dueAt} country={country} isLate={isLate} />
    </span>
  )
}

const invoiceColumns = columnsOf('invoices', {
  code: {
    action: 'open',
    width: 170,
    minWidth: undefined,
    cell: ({ code }) => <span className="figures">{code}</span>,
  },
  status: {
    looks: invoiceLooks,
    width: 120,
    // Called by who owes, as on its page and paper.
    cell: (invoice) => (
      <StatusCell
        look={invoiceLooks[invoice.status]}
        label={`invoices:paper.${paperOf(invoice)}.${invoice.status}`}
      />
    ),
  },
  owner: { narrow: 'meta', width: 200, minWidth: undefined },
  week: { narrow: 'detail', width: 110, minWidth: undefined, cell: ({ week }) => <WeekCell week={week} /> },
  totalShipments: { width: 90 },
  totalWithoutFees: { width: 150 },
  totalWithFees: { narrow: 'meta', width: 150 },
  paidAmount: { width: 140 },
  remaining: { width: 150 },
  dueAt: { narrow: 'detail', width: 150, cell: (invoice) => <DueCell {...invoice} /> },
  paidAt: { width: 150, cell: ({ paidAt, country }) => <DateCell value={paidAt} country={country} /> },
  shippingFees: { width: 160 },
  upsellFees: { width: 160 },
  cashFees: { width: 160 },
  expeditionFees: { width: 160 },
  otherFees: { width: 160 },
  createdAt: { narrow: undefined },
  notes: { width: 220, minWidth: undefined, hidden: true },
  number: { narrow: undefined, pinned: false, hidden: true },
})

/** Only fees and notes can be edited. */
export const invoiceView = defineView(invoiceActions, {
  columns: invoiceColumns,
  bulk: ['invoice.pay-out', 'invoice.pay', 'invoice.unpay', 'invoice.status'],
  main: ['invoice.pay-out', 'invoice.pay', 'invoice.edit', 'invoice.print'],
  actions: ['invoice.generate'],
  firstSteps: ['invoice.generate'],
  form: { whyNotEdit: whyNotEditInvoice },
})
