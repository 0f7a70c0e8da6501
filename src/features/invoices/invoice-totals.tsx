import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/countries.ts'
import type { Invoice } from '../../../domain/invoices/invoice.ts'
import { localeOf } from '../../../domain/languages.ts'
import { Money } from '../../ui/figures/money.tsx'
import { brandName } from '../../ui/icons/brand-name.ts'

const fees = ['shippingFees', 'upsellFees', 'expeditionFees', 'otherFees'] as const

/** The cash collected, what is taken from it, and what is left: for the seller to get, or where it is less than nothing to pay. */
export const InvoiceTotals = ({ invoice }: { invoice: Invoice }) => {
  const { t, i18n } = useTranslation(['invoice-page', 'invoices'])
  const { currency } = countries[invoice.country]
  const { totalWithFees, ownerName } = invoice
  const outcome = invoiceOutcome(invoice)
  const owed = new Intl.NumberFormat(localeOf(i18n.language), { style: 'currency', currency }).format(
    Math.abs(totalWithFees),
  )
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
      </dl>
      <p className="text-right text-sm text-pretty text-ink-muted">
        {t(`invoice-page:${outcome}.words`, { issuer: brandName, seller: ownerName, amount: owed })}
      </p>
    </section>
  )
}

/** Who pays whom: the issuer the seller, the seller the issuer, or nobody. */
export const invoiceOutcome = ({ totalWithFees }: Pick<Invoice, 'totalWithFees'>) =>
  totalWithFees < 0 ? 'owes' : totalWithFees === 0 ? 'even' : 'gets'

type LineProps = { label: string; amount: number; currency: string; isTaken?: boolean }

/** What is taken away has its sign before it, and is no loss: nothing of it is red. Nothing taken has none. */
const Line = ({ label, amount, currency, isTaken = false }: LineProps) => (
  <div className="flex items-baseline justify-between gap-4 py-0.5">
    <dt className="text-ink-muted">{label}</dt>
    <dd className="whitespace-nowrap">
      {isTaken && amount !== 0 && '−\u00a0'}
      <Money amount={amount} currency={currency} />
    </dd>
  </div>
)
