import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import type { PayoutLine } from '../../../domain/payouts/payout.ts'
import { WeekCell } from '../../resources/invoices/view.tsx'
import { Money } from '../../ui/format/money.tsx'

/** Invoices of a payout with what it pays of each, on screen and in print. */
export const PayoutLines = ({ lines, country }: { lines: readonly PayoutLine[]; country: CountryCode }) => {
  const { t } = useTranslation(['payouts', 'invoices'])
  const { currency } = countries[country]
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-b border-line-strong text-xs text-ink-muted">
          <th scope="col" className={`${cellClass} text-left`}>
            {t('invoices:one')}
          </th>
          <th scope="col" className={`${cellClass} text-left`}>
            {t('invoices:fields.week')}
          </th>
          <th scope="col" className={`${cellClass} text-right`}>
            {t('payouts:lines.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ invoice, code, week, amount }) => (
          <tr key={invoice} className="border-b border-line">
            <td className={`${cellClass} figures`}>
              <Link
                to={paths.invoice(invoice)}
                className="rounded-sm text-accent-text hover:underline print:text-inherit"
              >
                {code}
              </Link>
            </td>
            <td className={cellClass}>
              <WeekCell week={week} />
            </td>
            <td className={`${cellClass} text-right`}>
              <Money amount={amount} currency={currency} tone="plain" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cellClass = 'px-2 py-1.5 align-top font-normal'
