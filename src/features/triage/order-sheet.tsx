import { useTranslation } from 'react-i18next'
import type { Code } from '../../../domain/core/codes.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { CustomerOrder } from '../../../domain/customers/customer.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { StatusCell } from '../../resources/cells/cells.tsx'
import { orderLooks, shippingLooks } from '../../resources/shared/status-tones.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { formatDuration, useNow } from '../../ui/format/clock.ts'
import { Money } from '../../ui/format/money.tsx'
import { callLink, phoneText } from '../../ui/format/phone.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Picture } from '../../ui/icons/picture.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { CustomerSentence } from '../customers/customer-sentence.tsx'
import { CommandButton } from '../records/command-button.tsx'
import { zoneTime } from './queue-state.tsx'
import type { OrderFacts } from './use-order-facts.ts'

const MAX_OTHER_ORDERS = 3

/** The number of the customer, as a link that dials it. */
const CustomerNumber = ({ phone }: { phone: string }) => {
  const { t } = useTranslation('triage')
  const dial = callLink(phone)
  const text = phoneText(phone)
  const look =
    'figures inline-flex rounded-sm text-2xl font-semibold tracking-tight whitespace-nowrap sm:text-3xl 2xl:text-4xl squat:text-2xl'
  if (dial === null) return <span className={cx(look, 'text-ink-muted')}>{text}</span>
  return (
    <a
      href={dial}
      aria-label={t('callNumber', { phone: text })}
      className={cx(look, 'text-accent-text hover:underline')}
    >
      {text}
    </a>
  )
}

/** Outcomes of the customer's other orders. */
const CustomerFacts = ({ order, facts }: Pick<OrderSheetProps, 'order' | 'facts'>) => {
  const { t } = useTranslation(['triage', 'orders', 'shippings', 'customers'])
  const customer = facts === 'failed' ? null : (facts?.customer ?? null)
  const isMate = ({ basket }: CustomerOrder) => basket !== null && basket === order.basket
  // What is asked about in the same call comes first.
  const others = (customer?.latest ?? [])
    .filter(({ id }) => id !== order.id)
    .toSorted((a, b) => Number(isMate(b)) - Number(isMate(a)))
  return (
    <section
      aria-label={t('triage:customer.title')}
      className="min-h-10 border-t border-line px-5 py-2 lg:[@media(min-height:820px)]:py-4"
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="text-xs text-ink-muted">{t('triage:customer.title')}</h3>
        {facts === 'failed' && <span className="text-ink-muted">{t('customers:failed')}</span>}
        {facts === null && <Skeleton lines={1} className="max-w-60" />}
        {customer !== null && <CustomerSentence customer={customer} order={order} />}
      </div>
      {others.length > 0 && (
        <ul className="mt-1 flex flex-col gap-0.5 text-sm">
          {others.slice(0, MAX_OTHER_ORDERS).map((other) => (
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
              <span dir="auto" title={other.productName} className="min-w-0 flex-1 truncate text-left">
                {other.productName}
              </span>
              {isMate(other) && <span className="text-info">{t('orders:sameBasket')}</span>}
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

type OrderSheetProps = { order: Order; facts: OrderFacts | 'failed' | null; trouble: Code | undefined }

/** The order to call with all details. */
export const OrderSheet = ({ order, facts, trouble }: OrderSheetProps) => {
  const { t } = useTranslation(['triage', 'orders', 'errors'])
  const { country, number, customerName, customerPhone, quantity, price, totalPrice } = order
  const { currency, timeZone } = countries[country]
  const commentKeys = useCommandKeys()('triage.comment')
  return (
    <article
      aria-label={t('orders:numbered', { number })}
      // Fills the height above the outcomes, which stay in place.
      className="flex flex-col rounded-lg border border-line bg-surface lg:flex-1"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-2 squat:py-1 text-sm text-ink-muted">
        <span className="figures font-medium text-ink">{t('triage:number', { number })}</span>
        <StatusCell look={orderLooks[order.status]} label={`orders:status.${order.status}`} />
        {order.basketPart !== null && (
          <StatusBadge tone="info" icon="package">
            {t('orders:basketPart', { part: order.basketPart })}
          </StatusBadge>
        )}
        {order.isDuplicate && (
          <StatusBadge tone="attention" icon="copy">
            {t('orders:duplicate')}
          </StatusBadge>
        )}
        <span className="ml-auto">
          {t('orders:fields.createdAt')} <RelativeTime value={order.createdAt} timeZone={timeZone} />
        </span>
      </div>
      {order.isBlocked && (
        <p className="flex items-start gap-2 border-b border-danger-line bg-danger-soft px-5 py-2 squat:py-1 font-semibold text-danger">
          <Icon name="ban" className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere">
            {t('orders:blockedFor', { reason: order.blockedReason })}
          </span>
        </p>
      )}
      <DueCall order={order} />
      {trouble !== undefined && (
        <p
          role="alert"
          className="flex items-start gap-2 border-b border-danger-line bg-danger-soft px-5 py-2"
        >
          <Icon name="octagon-x" className="mt-0.5 text-danger" />
          {t('triage:trouble', { reason: t(`errors:${trouble}`) })}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 px-5 py-3 squat:gap-x-2 squat:py-2 lg:[@media(min-height:820px)]:py-5">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h2 dir="auto" className="text-left text-xl font-semibold wrap-anywhere">
              {customerName}
            </h2>
            <TheirClock order={order} />
          </div>
          <CustomerNumber phone={customerPhone} />
        </div>
        <div className="flex gap-2 pb-0.5">
          <CommandButton command="triage.call" className={bareOnShort} />
          <CommandButton command="triage.copy-phone" variant="ghost" className={bareOnShort} />
        </div>
      </div>
      <dl className="grid shrink-0 grid-cols-1 gap-px border-t border-line bg-line sm:grid-cols-2">
        <Fact label={t('orders:fields.product')}>
          <span className="mt-1 flex items-center gap-3">
            <Picture
              source={order.productImage}
              size={40}
              fallback={null}
              className="rounded-md border border-line"
            />
            <span>
              <span className="font-medium">{order.productName}</span>
              {order.productAvailable < quantity && (
                <span className="text-danger"> · {t('triage:stock', { count: order.productAvailable })}</span>
              )}
            </span>
          </span>
        </Fact>
        <Fact label={t('orders:fields.totalPrice')}>
          <Money amount={totalPrice} currency={currency} className="text-lg font-semibold" />
          <span className="figures text-ink-muted">
            {' '}
            {quantity} × <Money amount={price} currency={currency} showCurrency={false} />
          </span>
        </Fact>
        <Fact label={t('orders:fields.customerAddress')}>
          <span dir="auto" className="break-words whitespace-pre-line">
            {order.customerAddress}
          </span>
          <OrderZone order={order} />
        </Fact>
        <Fact label={t('orders:fields.owner')}>
          {order.ownerName}
          {order.sourceName && <span className="text-ink-muted"> · {order.sourceName}</span>}
        </Fact>
        <Fact
          label={t('orders:fields.comment')}
          aside={commentKeys && <Keycap keys={commentKeys} tone="quiet" />}
        >
          <span className="break-words whitespace-pre-line">{order.comment ?? t('triage:noComment')}</span>
        </Fact>
        <Fact label={t('orders:fields.attempts')}>
          <PastCalls order={order} calls={facts === 'failed' ? null : (facts?.calls ?? null)} />
        </Fact>
      </dl>
      <CustomerFacts order={order} facts={facts} />
    </article>
  )
}

/** Without icons the buttons stand beside the number in every language. */
const bareOnShort = 'max-2xl:squat:[&_svg]:hidden'

/** A due callback and its delay, above everything else. */
const DueCall = ({ order: { callbackAt, country } }: { order: Order }) => {
  const { t, i18n } = useTranslation('triage')
  const now = useNow()
  if (callbackAt === null || Date.parse(callbackAt) > now) return null
  const locale = localeOf(i18n.language)
  const seconds = (now - Date.parse(callbackAt)) / 1000
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-attention-line bg-attention-soft px-5 py-2 squat:py-1 font-semibold text-attention">
      <Icon name="calendar-clock" />
      {t('promised', { time: zoneTime(new Date(callbackAt), country, locale, new Date(now)).there })}
      <span className="figures ml-auto">
        {seconds < 60 ? t('due.now') : t('due.late', { duration: formatDuration(seconds, locale) })}
      </span>
    </p>
  )
}

type FactProps = { label: string; aside?: React.ReactNode; children: React.ReactNode }

const Fact = ({ label, aside, children }: FactProps) => (
  <div className="min-w-0 bg-surface px-5 py-2 squat:py-1.5 lg:[@media(min-height:820px)]:py-4">
    <dt className="flex items-center gap-2 text-xs text-ink-muted">
      {label}
      {aside}
    </dt>
    <dd className="min-w-0 wrap-anywhere lg:[@media(min-height:820px)]:text-lg">{children}</dd>
  </div>
)

/** The customer's local time, to avoid calls at night. */
const TheirClock = ({ order: { country } }: { order: Order }) => {
  const { t, i18n } = useTranslation(['triage', 'countries'])
  const now = new Date(useNow())
  const { there } = zoneTime(now, country, localeOf(i18n.language), now)
  return (
    <p className="figures text-sm text-ink-muted">
      {t('triage:clock', { time: there, country: t(`countries:${country}`) })}
    </p>
  )
}

const MAX_CALLS = 4

/** Unanswered calls with times, and the next promised one. */
const PastCalls = ({ order, calls }: { order: Order; calls: OrderFacts['calls'] | null }) => {
  const { t, i18n } = useTranslation('triage')
  const now = new Date(useNow())
  const locale = localeOf(i18n.language)
  const timeOf = (instant: string) => {
    const { there, here } = zoneTime(new Date(instant), order.country, locale, now)
    return here === null ? there : t('bothTimes', { there, here })
  }
  return (
    <div className="flex flex-col gap-1">
      <span>{order.attempts === 0 ? t('firstCall') : t('calls', { count: order.attempts })}</span>
      {order.callbackAt !== null && Date.parse(order.callbackAt) > now.getTime() && (
        <span className="font-medium text-info">{t('promised', { time: timeOf(order.callbackAt) })}</span>
      )}
      {calls !== null && calls.length > 0 && (
        <ul aria-label={t('callTimes')} className="figures flex flex-col text-sm text-ink-muted">
          {calls.slice(0, MAX_CALLS).map(({ id, at, actorName }) => (
            <li key={id}>
              {timeOf(at)}
              {actorName && ` · ${actorName}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** City, where the address does not say it, and zone; nothing of an order that has neither. */
const OrderZone = ({ order: { city, zoneName, customerAddress } }: Pick<OrderSheetProps, 'order'>) => {
  const { t } = useTranslation('orders')
  const keys = useCommandKeys()('order.zone', ['page:triage', 'turn:order'])
  if (city === null && zoneName === null) return null
  const shownCity = city === null || customerAddress.includes(city) ? null : city
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
      {[shownCity, zoneName ?? t('uncovered')].filter((part) => part !== null).join(' · ')}
      {keys && <Keycap keys={keys} tone="quiet" />}
    </span>
  )
}
