import type { ReactNode } from 'react'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Customer, CustomerOrder } from '../../../domain/customers/customer.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { PaletteView, PaneProps, PaneSubject } from '../../palette/results/palette-view.ts'
import { unknownCustomer } from '../../palette/results/wording.ts'
import { orderLooks, shippingLooks } from '../../resources/shared/status-tones.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { Money } from '../../ui/format/money.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { PreviewHeader } from './preview-header.tsx'

type CustomerPreviewProps = { subject: Extract<PaneSubject, { kind: 'customer' }>; view: PaneProps['view'] }

/** Summary of a customer: orders, outcomes, what is open. */
export const CustomerPreview = ({ subject: { phone, title }, view }: CustomerPreviewProps) => {
  const { t, customers } = view
  const { phase, customer } = customers.read(phone)
  return (
    <>
      <PreviewHeader
        icon="user"
        above={customer ? formatPhone(phone) : t('customers:one')}
        title={customer?.name ?? title}
      />
      {customer && <Card customer={customer} view={view} />}
      {phase === 'loading' && <Skeleton lines={7} className="px-4 py-3" />}
      {phase === 'unknown' && (
        <p className="px-4 py-3 text-sm">
          <span className="font-medium">{unknownCustomer(view)}</span>
          <span className="block text-ink-muted">{t('customers:unknownHint')}</span>
        </p>
      )}
      {phase === 'failed' && <p className="px-4 py-3 text-sm text-ink-muted">{t('customers:failed')}</p>}
    </>
  )
}

const Card = ({ customer, view }: { customer: Customer; view: PaletteView }) => {
  const { t, language } = view
  const { byShippingStatus, country } = customer
  const percent = numberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 0 })
  const number = numberFormat(localeOf(language))
  const rate = (share: number | null) => (share === null ? t('list:none') : percent.format(share))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <dl className="flex justify-between gap-x-2 border-b border-line px-4 py-2.5">
        <Figure name={t('orders:title')}>{number.format(customer.orders)}</Figure>
        <Figure name={t('customers:confirmationRate')}>{rate(customer.confirmationRate)}</Figure>
        <Figure name={t('customers:deliveryRate')}>{rate(customer.deliveryRate)}</Figure>
        <Figure name={t('customers:returns')} isBad={(byShippingStatus.RETURNED ?? 0) > 0}>
          {number.format(byShippingStatus.RETURNED ?? 0)}
        </Figure>
      </dl>
      <dl className="flex flex-col gap-y-1 border-b border-line px-4 py-2.5 text-sm">
        {customer.callbackAt && (
          <Fact name={t('customers:callback')} icon="calendar-clock">
            <span className="font-medium text-warning">
              <Time value={customer.callbackAt} country={country} />
            </span>
          </Fact>
        )}
        {customer.duplicates > 0 && (
          <Fact name={t('customers:toCheck')} icon="copy">
            <span className="font-medium text-attention">
              {t('customers:duplicates', { count: customer.duplicates })}
            </span>
          </Fact>
        )}
        {customer.collected.length > 0 && (
          <Fact name={t('customers:collected')} icon="banknote">
            {customer.collected.map(({ currency, amount }) => (
              <Money key={currency} amount={amount} currency={currency} className="mr-2 font-medium" />
            ))}
          </Fact>
        )}
        {customer.addresses[0] && (
          <Fact name={t('orders:fields.customerAddress')} icon="map-pin">
            <span className="line-clamp-2">{customer.addresses[0]}</span>
            {customer.addresses.length > 1 && (
              <span className="text-ink-muted">
                {t('customers:otherAddresses', { count: customer.addresses.length - 1 })}
              </span>
            )}
          </Fact>
        )}
        {customer.names.length > 1 && (
          <Fact name={t('customers:otherNames')} icon="users">
            <span className="line-clamp-1">{customer.names.slice(1).join(', ')}</span>
          </Fact>
        )}
        <Fact name={t('customers:since')} icon="clock">
          <Time value={customer.firstOrderAt} country={country} />
        </Fact>
      </dl>
      <Orders orders={customer.latest} view={view} />
    </div>
  )
}

/** As many as fit. */
const Orders = ({ orders, view: { t } }: { orders: readonly CustomerOrder[]; view: PaletteView }) => (
  <ol
    aria-label={t('customers:latest')}
    className="flex min-h-0 flex-1 flex-col flex-wrap content-start gap-x-6 overflow-hidden px-4 py-1.5 text-sm"
  >
    {orders.map((order) => (
      <li key={order.id} className="flex min-h-7 w-full items-center gap-2">
        <span className="figures w-14 shrink-0 text-ink-muted">{order.number}</span>
        <span dir="auto" title={order.productName} className="min-w-0 flex-1 truncate text-left">
          {order.productName}
        </span>
        <Outcome order={order} t={t} />
      </li>
    ))}
  </ol>
)

/** Status of the parcel if there is one, else of the order. */
const Outcome = ({ order: { status, shippingStatus }, t }: { order: CustomerOrder; t: PaletteView['t'] }) => {
  const look = shippingStatus === null ? orderLooks[status] : shippingLooks[shippingStatus]
  return (
    <StatusBadge tone={look.tone} icon={look.icon} className="shrink-0">
      {t(shippingStatus === null ? `orders:status.${status}` : `orders:shippingStatus.${shippingStatus}`)}
    </StatusBadge>
  )
}

const Time = ({ value, country }: { value: string; country: Customer['country'] }) => (
  <RelativeTime value={value} timeZone={countries[country].timeZone} style="short" focusable={false} />
)

const Figure = ({ name, isBad, children }: { name: string; isBad?: boolean; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col-reverse">
    <dt title={name} className="truncate text-xs text-ink-muted">
      {name}
    </dt>
    <dd className={isBad ? 'figures text-lg font-semibold text-danger' : 'figures text-lg font-semibold'}>
      {children}
    </dd>
  </div>
)

const Fact = ({ name, icon, children }: { name: string; icon: IconName; children: ReactNode }) => (
  <div className="flex items-start gap-2">
    <dt className="flex w-30 shrink-0 items-start gap-1.5 text-ink-muted">
      <Icon name={icon} size={14} className="mt-0.5" />
      <span className="min-w-0 leading-tight wrap-anywhere hyphens-auto">{name}</span>
    </dt>
    <dd className="min-w-0 flex-1">{children}</dd>
  </div>
)
