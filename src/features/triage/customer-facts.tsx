import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/countries.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { StatusCell } from '../../resources/cells/cells.tsx'
import { orderLooks, shippingLooks } from '../../resources/status-tones.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { RelativeTime } from '../../ui/figures/relative-time.tsx'

const mostShown = 3

/** What became of everything else that this customer has ordered: whether a parcel would be taken. */
export const CustomerFacts = ({ order, customer }: { order: Order; customer: Customer | null }) => {
  const { t } = useTranslation(['triage', 'orders', 'shippings'])
  const others = customer?.latest.filter(({ id }) => id !== order.id) ?? []
  const {
    DELIVERED: delivered = 0,
    RETURNED: returned = 0,
    REFUSED: refused = 0,
  } = customer?.byShippingStatus ?? {}
  const cancelled = (customer?.byStatus.CANCELLED ?? 0) - (order.status === 'CANCELLED' ? 1 : 0)
  return (
    <section
      aria-label={t('triage:customer.title')}
      className="min-h-10 border-t border-line px-5 py-2 desk:[@media(min-height:820px)]:py-4"
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="text-xs text-ink-muted">{t('triage:customer.title')}</h3>
        {customer === null && <Skeleton lines={1} className="max-w-60" />}
        {customer !== null && customer.orders <= 1 && <span>{t('triage:customer.new')}</span>}
        {customer !== null && customer.orders > 1 && (
          <ul className="figures flex flex-wrap gap-x-4 gap-y-1">
            <li>{t('triage:customer.others', { count: customer.orders - 1 })}</li>
            {delivered > 0 && (
              <li className="font-medium text-success">
                {t('triage:customer.delivered', { count: delivered })}
              </li>
            )}
            {returned + refused > 0 && (
              <li className="font-medium text-danger">
                {t('triage:customer.returned', { count: returned + refused })}
              </li>
            )}
            {cancelled > 0 && (
              <li className="text-ink-muted">{t('triage:customer.cancelled', { count: cancelled })}</li>
            )}
          </ul>
        )}
      </div>
      {others.length > 0 && (
        <ul className="mt-1 flex flex-col gap-0.5 text-sm">
          {others.slice(0, mostShown).map((other) => (
            <li key={other.id} className="flex min-w-0 items-center gap-3">
              <span className="figures text-ink-muted">{other.number}</span>
              {other.shippingStatus === null ? (
                <StatusCell look={orderLooks[other.status]} label={`orders:status.${other.status}`} />
              ) : (
                <StatusCell
                  look={shippingLooks[other.shippingStatus]}
                  label={`shippings:status.${other.shippingStatus}`}
                />
              )}
              <span title={other.productName} className="min-w-0 flex-1 truncate">
                {other.productName}
              </span>
              <span className="text-ink-muted">
                <RelativeTime
                  value={other.createdAt}
                  timeZone={countries[other.country].timeZone}
                  style="short"
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
