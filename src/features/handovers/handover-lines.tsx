import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { actorScope } from '../../../domain/access/actor.ts'
import { paths } from '../../../domain/access/paths.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { HandoverLine } from '../../../domain/handovers/handover.ts'
import { cx } from '../../ui/cx.ts'
import { currencySymbol, Money } from '../../ui/format/money.tsx'
import { shortDay } from '../../ui/format/short-day.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

type HandoverLinesProps = { lines: readonly HandoverLine[]; country: CountryCode }

/** Parcels of a handover with their cash, on screen and in print. */
export const HandoverLines = ({ lines, country }: HandoverLinesProps) => {
  const { t, i18n } = useTranslation('handovers')
  const { user } = useWorkspace()
  // Where couriers earn nothing by the parcel, their papers have no empty column.
  const hasEarnings = lines.some(({ earned }) => earned !== 0)
  const maySeeTariffs = actorScope(user, 'tariff.view') !== null
  const { currency, timeZone } = countries[country]
  const locale = localeOf(i18n.language)
  const days = new Intl.DateTimeFormat(locale, { ...shortDay, hour: '2-digit', minute: '2-digit', timeZone })
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="px-2 pb-1 text-left text-sm text-ink-muted">
        {t('parcels', { count: lines.length })} ·{' '}
        {t('lines.amounts', { currency: currencySymbol(locale, currency) })}
      </caption>
      <thead>
        <tr className="border-b border-line-strong text-xs text-ink-muted">
          <th scope="col" className={`${cellClass} text-left`}>
            {t('lines.parcel')}
          </th>
          <th scope="col" className={`${cellClass} text-left`}>
            {t('lines.customer')}
          </th>
          <th scope="col" className={cx(cellClass, 'text-left', hasEarnings && wideClass)}>
            {t('lines.delivered')}
          </th>
          <th scope="col" className={`${cellClass} text-right`}>
            {t('lines.due')}
          </th>
          <th scope="col" className={`${cellClass} text-right`}>
            {t('lines.collected')}
          </th>
          {hasEarnings && (
            <th scope="col" className={`${cellClass} text-right`}>
              {t('lines.earned')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map(
          ({
            shipping,
            shippingNumber,
            customerName,
            deliveredAt,
            totalPrice,
            collected,
            comment,
            ...line
          }) => (
            <tr
              key={shipping}
              className={cx('border-b border-line', collected !== totalPrice && 'bg-warning-soft')}
            >
              <td className={`${cellClass} figures`}>
                <Link
                  to={paths.view('shippings', shipping)}
                  className="rounded-sm text-accent-text hover:underline print:text-inherit"
                >
                  {shippingNumber}
                </Link>
              </td>
              <td className={`${cellClass} wrap-anywhere`} dir="auto">
                {customerName}
                {collected !== totalPrice && comment !== null && (
                  <span className="block text-xs whitespace-pre-line text-ink-muted">{comment}</span>
                )}
              </td>
              <td className={cx(cellClass, 'figures', hasEarnings && wideClass)}>
                {days.format(Date.parse(deliveredAt))}
              </td>
              <td className={`${cellClass} text-right`}>
                <Money amount={totalPrice} currency={currency} showCurrency={false} />
              </td>
              <td className={cx(cellClass, 'text-right', collected !== totalPrice && 'font-semibold')}>
                <Money amount={collected} currency={currency} showCurrency={false} />
              </td>
              {hasEarnings && (
                <td className={`${cellClass} text-right`}>
                  <Money amount={line.earned} currency={currency} showCurrency={false} />
                  {line.tariff !== null && (
                    <span className="block text-xs text-ink-muted" dir="auto">
                      {maySeeTariffs ? (
                        <Link
                          to={paths.view('tariffs', line.tariff)}
                          className="rounded-sm hover:underline print:text-inherit"
                        >
                          {line.zoneName ?? t('lines.rest')}
                        </Link>
                      ) : (
                        (line.zoneName ?? t('lines.rest'))
                      )}
                    </span>
                  )}
                </td>
              )}
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

const cellClass = 'px-2 py-1.5 align-top font-normal'
/** On paper and on screens that have room for six columns. */
const wideClass = 'max-sm:hidden print:table-cell'
