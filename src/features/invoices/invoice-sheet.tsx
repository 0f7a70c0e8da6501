import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { countries } from '../../../domain/core/countries.ts'
import { isLanguageCode, type LanguageCode, localeOf } from '../../../domain/core/languages.ts'
import {
  dueAfterDays,
  type Invoice,
  type InvoiceLine,
  type InvoiceWithLines,
} from '../../../domain/invoices/invoice.ts'
import { invoiceOutcome, paperOf, taxedFees } from '../../../domain/invoices/totals.ts'
import { currencyFormat } from '../../../domain/lib/currency-format.ts'
import { isoWeekInterval } from '../../../domain/lib/iso-week.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { terms as de } from '../../../locales/de/payment-terms.json'
import { terms as en } from '../../../locales/en/payment-terms.json'
import { terms as es } from '../../../locales/es/payment-terms.json'
import { terms as fr } from '../../../locales/fr/payment-terms.json'
import { terms as it } from '../../../locales/it/payment-terms.json'
import { terms as ru } from '../../../locales/ru/payment-terms.json'
import { cx } from '../../ui/cx.ts'
import { currencySymbol, Money } from '../../ui/format/money.tsx'
import { shortDay } from '../../ui/format/short-day.ts'
import { BrandMark, brandName } from '../../ui/icons/brand.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import './invoice-print.css'

type Row = { line: InvoiceLine; currency: string; day: string; status: string }

/** Columns in print order; the currency is shown once above the table. */
const columns = [
  { id: 'shipping', isNumber: false, cell: ({ line }: Row) => line.shippingNumber },
  { id: 'order', isNumber: false, cell: ({ line }: Row) => line.orderNumber },
  { id: 'day', isNumber: false, cell: ({ day }: Row) => day },
  { id: 'product', isNumber: false, isText: true, cell: ({ line }: Row) => line.productName },
  { id: 'customer', isNumber: false, isText: true, cell: ({ line }: Row) => line.customerName },
  { id: 'zone', isNumber: false, cell: ({ line }: Row) => line.zoneName },
  { id: 'status', isNumber: false, cell: ({ status }: Row) => status },
  { id: 'quantity', isNumber: true, cell: ({ line }: Row) => line.quantity },
  { id: 'collected', isNumber: true, cell: amount('collected') },
  { id: 'shippingFee', isNumber: true, cell: amount('shippingFee') },
  { id: 'upsellFee', isNumber: true, cell: amount('upsellFee') },
  { id: 'cashFee', isNumber: true, cell: amount('cashFee') },
] as const

/** Fees that not every country or week has: without any, their column says nothing. */
const rareFees = ['upsellFee', 'cashFee'] as const

const columnsOf = (lines: readonly InvoiceLine[]) => {
  const absent: readonly string[] = rareFees.filter((fee) => lines.every((line) => line[fee] === 0))
  return columns.filter(({ id }) => !absent.includes(id))
}

/** The invoice's parcels as billed; on narrow screens one block each. */
export const InvoiceLines = ({ invoice }: { invoice: InvoiceWithLines }) => {
  const { t, i18n } = useTranslation(['invoice-page', 'shippings'])
  const { currency, timeZone } = countries[invoice.country]
  const days = new Intl.DateTimeFormat(localeOf(i18n.language), { ...shortDay, timeZone })
  const shown = columnsOf(invoice.lines)
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
              {shown.map(({ id, isNumber }) => (
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
                  {shown.map((column) => (
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
/** Cell of a block: column name, value. */
const blockCellClass =
  'max-sm:flex max-sm:justify-between max-sm:gap-3 max-sm:px-0 max-sm:py-0.5 max-sm:before:text-ink-muted max-sm:before:content-[attr(data-label)]'
const alignOf = (isNumber: boolean) => (isNumber ? 'text-right' : 'text-left')

function amount(name: 'collected' | 'shippingFee' | 'upsellFee' | 'cashFee') {
  return ({ line, currency }: Row) => <Money amount={line[name]} currency={currency} showCurrency={false} />
}

const fees = ['shippingFees', 'upsellFees', 'cashFees', 'expeditionFees', 'otherFees'] as const

/** Cash collected, deductions, and the payment, or the amount owed if negative. */
export const InvoiceTotals = ({ invoice }: { invoice: InvoiceWithLines }) => {
  const { t, i18n } = useTranslation(['invoice-page', 'invoices'])
  const { currency } = countries[invoice.country]
  const { user } = useWorkspace()
  const readsPayouts = admits('/payouts/view/:id', user)
  const { totalWithFees, issuer, seller, payouts } = invoice
  const days = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium', timeZone: 'UTC' })
  const outcome = invoiceOutcome(invoice)
  const owed = currencyFormat(localeOf(i18n.language), currency).format(Math.abs(totalWithFees))
  return (
    <section className="invoice-block flex flex-col items-end gap-2" aria-label={t('invoice-page:totals')}>
      <dl className="w-full max-w-90 text-sm">
        <Line
          label={t('invoices:fields.totalWithoutFees')}
          amount={invoice.totalWithoutFees}
          {...{ currency }}
        />
        {fees.map((fee) => (
          <Line
            key={fee}
            label={t(`invoices:fields.${fee}`)}
            amount={invoice[fee]}
            {...{ currency }}
            isTaken
          />
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line-strong pt-2 text-base font-semibold">
          <dt>{t(`invoice-page:${outcome}.total`)}</dt>
          <dd>
            <Money amount={totalWithFees} currency={currency} />
          </dd>
        </div>
        {payouts.map(({ id, code, date, amount }) => (
          <Line
            key={id}
            label={
              <>
                {readsPayouts ? (
                  <Link
                    to={paths.view('payouts', id)}
                    className="figures rounded-sm text-accent-text hover:underline print:text-inherit"
                  >
                    {code}
                  </Link>
                ) : (
                  <span className="figures">{code}</span>
                )}{' '}
                · {days.format(Date.parse(date))}
              </>
            }
            amount={amount}
            {...{ currency }}
            isTaken
          />
        ))}
        {payouts.length > 0 && (
          <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-1 font-semibold">
            <dt>{t('invoices:fields.remaining')}</dt>
            <dd>
              <Money amount={invoice.remaining} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
      <p className="text-right text-sm text-pretty text-ink-muted">
        {t(`invoice-page:${outcome}.words`, {
          issuer: issuer.name ?? brandName,
          seller: seller.name,
          amount: owed,
        })}
      </p>
    </section>
  )
}

type LineProps = { label: ReactNode; amount: number; currency: string; isTaken?: boolean }

/** Deductions have a minus sign but are not red; zero has no sign. */
const Line = ({ label, amount, currency, isTaken = false }: LineProps) => (
  <div className="flex items-baseline justify-between gap-4 py-0.5">
    <dt className="text-ink-muted">{label}</dt>
    <dd className="whitespace-nowrap">
      <Money amount={isTaken && amount !== 0 ? -amount : amount} currency={currency} tone="plain" />
    </dd>
  </div>
)

const texts: Record<LanguageCode, string> = { fr, en, de, it, es, ru }

const filledIn = (text: string): string => text.replaceAll('{{days}}', String(dueAfterDays))

const ours: ReadonlySet<string> = new Set(Object.values(texts).map(filledIn))

/**
 * Terms as displayed. Unedited terms are our text, stored in the seller's language: shown in the reader's. Edited ones are
 * shown as written.
 */
export const paymentTerms = (stored: string, language: string): string =>
  ours.has(stored) && isLanguageCode(language) ? filledIn(texts[language]) : stored

type InvoiceSheetProps = { invoice: InvoiceWithLines; ref?: Ref<HTMLElement> }

/**
 * The printed part: a statement where we pay the seller, or nobody; an invoice where the seller owes us, with its terms. Days
 * are in the country's time zone. Our fees are invoiced on a sheet of their own where the country taxes them.
 */
export const InvoiceSheet = ({ invoice, ref }: InvoiceSheetProps) => {
  const { t, i18n } = useTranslation(['invoice-page', 'invoices', 'countries'])
  const { code, notes } = invoice
  const kind = paperOf(invoice)
  const words = termsOf(invoice, i18n.language)
  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-label={t(`invoice-page:paper.${kind}.heading`, { code })}
      className="print-root invoice-sheet flex flex-col gap-6 rounded-lg border border-line bg-surface p-4 outline-none sm:p-8"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="flex items-center gap-2">
          <BrandMark size={28} />
          <span className="text-lg font-semibold tracking-tight">{brandName}</span>
        </div>
        <div className="sm:text-right">
          <p className="text-xs text-ink-muted">{t(`invoice-page:paper.${kind}.name`)}</p>
          <h2 className="text-xl font-semibold tracking-tight">{code}</h2>
        </div>
      </header>

      <div className="invoice-facts grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-[1fr_1fr_minmax(0,1.4fr)]">
        <Parties invoice={invoice} />
        <InvoiceFacts invoice={invoice} />
      </div>

      <InvoiceLines invoice={invoice} />
      <InvoiceTotals invoice={invoice} />

      {notes !== null && <Words title={t('invoices:fields.notes')}>{notes}</Words>}
      {words !== null && <Words title={t('invoices:fields.terms')}>{words}</Words>}
      <FeeInvoice invoice={invoice} />
    </article>
  )
}

/** The terms that apply: ours only where the seller owes, edited ones always. */
export const termsOf = (
  invoice: Pick<Invoice, 'totalWithFees' | 'terms'>,
  language: string,
): string | null =>
  paperOf(invoice) === 'statement' && ours.has(invoice.terms) ? null : paymentTerms(invoice.terms, language)

const Parties = ({ invoice: { country, issuer, seller } }: { invoice: InvoiceWithLines }) => {
  const { t } = useTranslation(['invoice-page', 'countries'])
  const place = t(`countries:${country}`)
  return (
    <>
      <Party title={t('invoice-page:issuer')} place={place} {...issuer} name={issuer.name ?? brandName} />
      <Party title={t('invoice-page:seller')} place={place} {...seller} />
    </>
  )
}

type PartyProps = {
  title: string
  name: string
  address: string | null
  taxNumber: string | null
  place: string
}

const Party = ({ title, name, address, taxNumber, place }: PartyProps) => {
  const { t } = useTranslation('invoice-page')
  return (
    <div className="min-w-0">
      <h3 className="text-xs text-ink-muted">{title}</h3>
      <p className="mt-0.5 font-medium break-words">{name}</p>
      {address && <p className="text-sm break-words whitespace-pre-line text-ink-muted">{address}</p>}
      <p className="text-sm text-ink-muted">{place}</p>
      {taxNumber && <p className="figures text-sm text-ink-muted">{t('taxNumber', { number: taxNumber })}</p>}
    </div>
  )
}

/** Our fees with the tax in them, on a sheet of its own; none where the country has no such tax, or nothing was charged. */
const FeeInvoice = ({ invoice }: { invoice: InvoiceWithLines }) => {
  const { t, i18n } = useTranslation(['invoice-page', 'invoices'])
  const { country, code } = invoice
  const { currency, vat, timeZone } = countries[country]
  const charged = fees.filter((fee) => invoice[fee] !== 0)
  if (vat === null || charged.length === 0) return null
  const { total, net, tax } = taxedFees(invoice, country)
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'long', timeZone })
  return (
    <section
      aria-label={t('invoice-page:feeInvoice.heading', { code })}
      className="fee-invoice flex flex-col gap-4 border-t border-line-strong pt-6"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h3 className="text-lg font-semibold">{t('invoice-page:feeInvoice.heading', { code })}</h3>
        <p className="figures text-sm text-ink-muted">{day.format(Date.parse(invoice.createdAt))}</p>
      </header>
      <div className="invoice-facts grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
        <Parties invoice={invoice} />
      </div>
      <dl className="invoice-block w-full max-w-90 self-end text-sm">
        {charged.map((fee) => (
          <Line key={fee} label={t(`invoices:fields.${fee}`)} amount={invoice[fee]} {...{ currency }} />
        ))}
        <div className="my-1 border-t border-line" />
        <Line label={t('invoice-page:feeInvoice.net')} amount={net} {...{ currency }} />
        <Line label={t('invoice-page:feeInvoice.tax', { rate: vat })} amount={tax} {...{ currency }} />
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line-strong pt-2 text-base font-semibold">
          <dt>{t('invoice-page:feeInvoice.total')}</dt>
          <dd>
            <Money amount={total} currency={currency} />
          </dd>
        </div>
      </dl>
      <p className="text-right text-sm text-pretty text-ink-muted">
        {t(`invoice-page:feeInvoice.${paperOf(invoice) === 'statement' ? 'kept' : 'due'}`)}
      </p>
    </section>
  )
}

const InvoiceFacts = ({ invoice }: InvoiceSheetProps) => {
  const { t, i18n } = useTranslation(['invoice-page', 'invoices'])
  const { timeZone } = countries[invoice.country]
  const days = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'long', timeZone })
  const dayOf = (instant: string) => days.format(Date.parse(instant))
  const shortDays = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium', timeZone })
  const kind = paperOf(invoice)
  const week = isoWeekInterval(invoice.week, timeZone)
  const [year, number] = invoice.week.split('-W')
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('invoice-page:date'), dayOf(invoice.createdAt)],
    [t(`invoice-page:paper.${kind}.due`), dayOf(invoice.dueAt)],
    [
      t('invoices:fields.week'),
      // The interval's end is exclusive.
      `${t('invoices:week', { year, number: Number(number) })} · ${shortDays.formatRange(week.from, week.to.getTime() - 1)}`,
    ],
    [t('invoices:fields.status'), t(`invoices:paper.${kind}.${invoice.status}`)],
    ...(invoice.paidAt === null
      ? []
      : [[t(`invoice-page:paper.${kind}.paidAt`), dayOf(invoice.paidAt)] as const]),
    [t('invoice-page:shipments'), numberFormat(localeOf(i18n.language)).format(invoice.totalShipments)],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {facts.map(([term, value]) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-muted">{term}</dt>
          <dd className="figures text-right sm:text-left">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Words = ({ title, children }: { title: string; children: string }) => (
  <section className="invoice-block">
    <h3 className="text-xs text-ink-muted">{title}</h3>
    <p className="mt-0.5 max-w-170 text-sm break-words whitespace-pre-line">{children}</p>
  </section>
)
