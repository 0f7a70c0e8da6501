import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/countries.ts'
import type { InvoiceWithLines } from '../../../domain/invoices/invoice.ts'
import { localeOf } from '../../../domain/languages.ts'
import { isoWeekInterval } from '../../../domain/lib/iso-week.ts'
import { BrandMark } from '../../ui/icons/brand-mark.tsx'
import { brandName } from '../../ui/icons/brand-name.ts'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoiceTotals, invoiceOutcome } from './invoice-totals.tsx'
import { paymentTerms } from './payment-terms.ts'

type InvoiceSheetProps = { invoice: InvoiceWithLines; ref?: Ref<HTMLElement> }

/** The paper: all that is printed of the page. Days are those of the invoice's country. */
export const InvoiceSheet = ({ invoice, ref }: InvoiceSheetProps) => {
  const { t, i18n } = useTranslation(['invoice-page', 'invoices', 'countries'])
  const { code, country, ownerName, notes, terms } = invoice
  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-label={t('invoice-page:heading', { code })}
      className="invoice-sheet flex flex-col gap-6 rounded-lg border border-line bg-surface p-4 outline-none sm:p-8"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="flex items-center gap-2">
          <BrandMark size={28} />
          <span className="text-lg font-semibold tracking-tight">{brandName}</span>
        </div>
        <div className="sm:text-right">
          <p className="text-xs text-ink-muted">{t('invoices:one')}</p>
          <h2 className="text-xl font-semibold tracking-tight">{code}</h2>
        </div>
      </header>

      <div className="invoice-facts grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-[1fr_1fr_minmax(0,1.4fr)]">
        <Party title={t('invoice-page:issuer')} name={brandName} place={t(`countries:${country}`)} />
        <Party title={t('invoice-page:seller')} name={ownerName} place={t(`countries:${country}`)} />
        <InvoiceFacts invoice={invoice} />
      </div>

      <InvoiceLines invoice={invoice} />
      <InvoiceTotals invoice={invoice} />

      {notes !== null && <Words title={t('invoices:fields.notes')}>{notes}</Words>}
      <Words
        title={t('invoices:fields.terms')}
        lead={invoiceOutcome(invoice) === 'owes' ? undefined : t('invoice-page:termsScope')}
      >
        {paymentTerms(terms, i18n.language)}
      </Words>
    </article>
  )
}

const Party = ({ title, name, place }: { title: string; name: string; place: string }) => (
  <div className="min-w-0">
    <h3 className="text-xs text-ink-muted">{title}</h3>
    <p className="mt-0.5 font-medium break-words">{name}</p>
    <p className="text-sm text-ink-muted">{place}</p>
  </div>
)

const InvoiceFacts = ({ invoice }: InvoiceSheetProps) => {
  const { t, i18n } = useTranslation(['invoice-page', 'invoices'])
  const { timeZone } = countries[invoice.country]
  const days = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'long', timeZone })
  const dayOf = (instant: string) => days.format(Date.parse(instant))
  const shortDays = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium', timeZone })
  const week = isoWeekInterval(invoice.week, timeZone)
  const [year, number] = invoice.week.split('-W')
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('invoice-page:date'), dayOf(invoice.createdAt)],
    [t('invoices:fields.dueAt'), dayOf(invoice.dueAt)],
    [
      t('invoices:fields.week'),
      // The interval ends with the first instant of the next week.
      `${t('invoices:week', { year, number: Number(number) })} · ${shortDays.formatRange(week.from, week.to.getTime() - 1)}`,
    ],
    [t('invoices:fields.status'), t(`invoices:status.${invoice.status}`)],
    ...(invoice.paidAt === null ? [] : [[t('invoice-page:paidAt'), dayOf(invoice.paidAt)] as const]),
    [
      t('invoice-page:shipments'),
      new Intl.NumberFormat(localeOf(i18n.language)).format(invoice.totalShipments),
    ],
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

type WordsProps = { title: string; lead?: string; children: string }

const Words = ({ title, lead, children }: WordsProps) => (
  <section className="invoice-block">
    <div className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
      <h3>{title}</h3>
      {lead && <p>{lead}</p>}
    </div>
    <p className="mt-0.5 max-w-170 text-sm break-words whitespace-pre-line">{children}</p>
  </section>
)
