import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/countries.ts'
import type { InvoiceLine, InvoiceWithLines } from '../../../domain/invoices/invoice.ts'
import { localeOf } from '../../../domain/languages.ts'
import { cx } from '../../ui/cx.ts'
import { currencySymbol, Money } from '../../ui/figures/money.tsx'

type Row = { line: InvoiceLine; currency: string; day: string; status: string }

/** What a line says, in the order of the paper; amounts name their currency once, over the table. */
const columns = [
  { id: 'shipping', isNumber: false, cell: ({ line }: Row) => line.shippingNumber },
  { id: 'day', isNumber: false, cell: ({ day }: Row) => day },
  { id: 'product', isNumber: false, isText: true, cell: ({ line }: Row) => line.productName },
  { id: 'customer', isNumber: false, isText: true, cell: ({ line }: Row) => line.customerName },
  { id: 'status', isNumber: false, cell: ({ status }: Row) => status },
  { id: 'quantity', isNumber: true, cell: ({ line }: Row) => line.quantity },
  { id: 'collected', isNumber: true, cell: amount('collected') },
  { id: 'shippingFee', isNumber: true, cell: amount('shippingFee') },
  { id: 'upsellFee', isNumber: true, cell: amount('upsellFee') },
] as const

/** Every parcel on the invoice as it was when it was billed; on a narrow screen one block a parcel. */
export const InvoiceLines = ({ invoice }: { invoice: InvoiceWithLines }) => {
  const { t, i18n } = useTranslation(['invoice-page', 'shippings'])
  const { currency, timeZone } = countries[invoice.country]
  const days = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'short', timeZone })
  if (invoice.lines.length === 0) return <p className="text-ink-muted">{t('invoice-page:noLines')}</p>
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="invoice-lines" className="text-sm font-semibold">
          {t('invoice-page:lines', { count: invoice.lines.length })}
        </h3>
        <p className="text-xs text-ink-muted">
          {t('invoice-page:amounts', { currency: currencySymbol(localeOf(i18n.language), currency) })}
        </p>
      </div>
      <section
        aria-labelledby="invoice-lines"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
        tabIndex={0}
        className="invoice-lines overflow-x-auto"
      >
        <table className="w-full border-collapse text-sm max-sm:block">
          <thead className="max-sm:sr-only">
            <tr className="border-b border-line-strong">
              {columns.map(({ id, isNumber }) => (
                <th
                  key={id}
                  scope="col"
                  className={cx(cellClass, 'text-xs text-ink-muted', alignOf(isNumber))}
                >
                  {t(`invoice-page:columns.${id}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {invoice.lines.map((line) => {
              const day = days.format(Date.parse(line.settledAt))
              const status = t(`shippings:status.${line.status}`)
              return (
                <tr
                  key={line.id}
                  className="border-b border-line max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:py-2"
                >
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={cx(
                        cellClass,
                        blockCellClass,
                        alignOf(column.isNumber),
                        'isText' in column
                          ? 'min-w-32 wrap-anywhere max-sm:col-span-2'
                          : 'figures whitespace-nowrap',
                        column.id === 'collected' && 'max-sm:col-span-2',
                      )}
                      data-label={t(`invoice-page:columns.${column.id}`)}
                    >
                      {column.cell({ line, currency, day, status })}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const cellClass = 'px-2 py-1.5 align-top font-normal first:pl-0 last:pr-0'
/** A cell of a block: its column's name, then its value. */
const blockCellClass =
  'max-sm:flex max-sm:justify-between max-sm:gap-3 max-sm:px-0 max-sm:py-0.5 max-sm:before:text-ink-muted max-sm:before:content-[attr(data-label)]'
const alignOf = (isNumber: boolean) => (isNumber ? 'text-right' : 'text-left')

function amount(name: 'collected' | 'shippingFee' | 'upsellFee') {
  return ({ line, currency }: Row) => <Money amount={line[name]} currency={currency} showCurrency={false} />
}
