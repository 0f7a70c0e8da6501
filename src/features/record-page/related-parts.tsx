import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Customer, CustomerOrder } from '../../../domain/customers/customer.ts'
import type { SpokenOrder } from '../../../domain/customers/customer-sentence.ts'
import type { Handover, HandoverWithLines } from '../../../domain/handovers/handover.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Payout, PayoutWithLines } from '../../../domain/payouts/payout.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { codeOf } from '../../../machines/failure.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { CountCell, MoneyCell, StatusCell, StockCell, TextCell } from '../../resources/cells/cells.tsx'
import { resourceViews } from '../../resources/registry.ts'
import type { RelatedList } from '../../resources/shared/resource-view.ts'
import { orderLooks, shippingLooks } from '../../resources/shared/status-tones.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CustomerSentence } from '../customers/customer-sentence.tsx'
import { HandoverLines } from '../handovers/handover-lines.tsx'
import { PayoutLines } from '../payouts/payout-lines.tsx'
import { IntakeParts, RawEvent } from './intake-parts.tsx'
import { KeyParts } from './key-parts.tsx'
import { ProductProfit } from './product-profit.tsx'
import { ManifestLines, StockMovements } from './record-lists.tsx'
import { Figure, Loaded, Part, RecordLink } from './record-part.tsx'
import { RelatedRecords } from './related-records.tsx'
import { SourceSetup } from './source-setup.tsx'
import { concerns, useLiveQuery, useRecord } from './use-live-query.ts'
import { UserParts } from './user-parts.tsx'
import { WebhookSetup } from './webhook-setup.tsx'

/** Related records on a record's page. */
export const RelatedParts = ({ resource, record }: { resource: ResourceName; record: AnyRecord }) => {
  const { t } = useTranslation('record')
  const Parts = parts[resource] as ComponentType<{ record: AnyRecord }> | undefined
  const related: readonly RelatedList<never>[] = resourceViews[resource].related ?? []
  return (
    <>
      {Parts !== undefined && <Parts record={record} />}
      {related.map((list) => (
        <RelatedRecords
          key={list.titleKey}
          record={record}
          of={resource}
          resource={list.resource}
          where={list.where(record as never)}
          title={t(list.titleKey)}
          empty={t(list.emptyKey)}
        />
      ))}
    </>
  )
}

const OrderParts = ({ record }: { record: Order }) => (
  <>
    <Parcel order={record} />
    <CustomerOrders record={record} spoken={record} isSelf={({ id }) => id === record.id} />
  </>
)

/** What is to be known before anything of the record is read. */
export const RecordNotice = ({ resource, record }: { resource: ResourceName; record: AnyRecord }) =>
  resource === 'orders' && (record as Order).isBlocked ? <BlockedCustomer order={record as Order} /> : null

/** Why the customer is blocked; leads to the blocks of the number for those who may read them. */
const BlockedCustomer = ({ order: { blockedReason, customerPhone } }: { order: Order }) => {
  const { t } = useTranslation(['orders', 'blocked'])
  const { user } = useWorkspace()
  return (
    <p className="flex items-start gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-sm">
      <Icon name="ban" className="mt-0.5 text-danger" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {t('orders:blockedFor', { reason: blockedReason })}
      </span>
      {admits('/blocked/list', user) && (
        <Link
          to={paths.list('blocked', customerPhone)}
          className="shrink-0 rounded-sm text-accent-text hover:underline"
        >
          {t('blocked:title')}
        </Link>
      )}
    </p>
  )
}

const ShippingParts = ({ record }: { record: Shipping }) => (
  <>
    <OrderOfParcel shipping={record} />
    {record.handover !== null && <HandoverOfParcel id={record.handover} />}
    <CustomerOrders record={record} isSelf={({ shipping }) => shipping === record.id} />
  </>
)

/** The order's parcel and courier; users who may not read parcels see the order's fields. */
const Parcel = ({ order }: { order: Order }) => {
  const { t } = useTranslation(['record', 'shippings', 'orders'])
  const { user } = useWorkspace()
  const { shipping, shippingStatus } = order
  return (
    <Part title={t('shippings:one')}>
      {shipping === null || shippingStatus === null ? (
        <p className="text-sm text-ink-muted">{t('record:noParcel')}</p>
      ) : admits('/shippings/view/:id', user) ? (
        <ReadParcel id={shipping} />
      ) : (
        <ul>
          <li className="flex min-h-8 items-center gap-3 text-sm">
            <span className="flex min-w-0 flex-1">
              <TextCell value={order.deliveryName} />
            </span>
            <ParcelStatus status={shippingStatus} />
          </li>
        </ul>
      )}
    </Part>
  )
}

const ReadParcel = ({ id }: { id: string }) => {
  const { t } = useTranslation(['record', 'shippings'])
  const query = useRecord('shippings', id)
  return (
    <Loaded query={query} empty={t('record:noParcel')} isEmpty={() => false}>
      {({ number, deliveryName, status, collected, country }) => (
        <ul>
          <RecordLink
            to={paths.view('shippings', id)}
            number={number}
            side={
              <>
                {collected !== null && <MoneyCell amount={collected} country={country} />}
                <ParcelStatus status={status} />
              </>
            }
          >
            {deliveryName ?? t('record:noDelivery')}
          </RecordLink>
        </ul>
      )}
    </Loaded>
  )
}

const OrderOfParcel = ({ shipping: { order, orderNumber, productName } }: { shipping: Shipping }) => {
  const { t } = useTranslation(['orders'])
  const { user } = useWorkspace()
  if (!admits('/orders/view/:id', user)) return null
  return (
    <Part title={t('orders:one')}>
      <ul>
        <RecordLink to={paths.view('orders', order)} number={orderNumber}>
          {productName}
        </RecordLink>
      </ul>
    </Part>
  )
}

/** The handover of a parcel's cash, which must be undone before the parcel is reopened. */
const HandoverOfParcel = ({ id }: { id: string }) => {
  const { t } = useTranslation(['handovers'])
  const query = useRecord('handovers', id)
  return (
    <Part title={t('handovers:one')}>
      <Loaded query={query} empty={t('handovers:lines.none')} isEmpty={() => false}>
        {({ number, receivedByName, counted, country }) => (
          <ul>
            <RecordLink
              to={paths.view('handovers', id)}
              number={number}
              side={<MoneyCell amount={counted} country={country} />}
            >
              {receivedByName}
            </RecordLink>
          </ul>
        )}
      </Loaded>
    </Part>
  )
}

const ParcelStatus = ({ status }: { status: Shipping['status'] }) => (
  <StatusCell look={shippingLooks[status]} label={`shippings:status.${status}`} />
)

type CustomerOrdersProps = {
  record: Pick<Order, 'id' | 'customerPhone' | 'country'>
  /** The order that the customer's sentence is about; none for a parcel, whose order is decided. */
  spoken?: SpokenOrder
  isSelf: (order: CustomerOrder) => boolean
}

/** Of the basket that the record is of, where the customer's orders say which. */
const basketOf = ({ latest }: Customer, isSelf: CustomerOrdersProps['isSelf']): string | null =>
  latest.find(isSelf)?.basket ?? null

/** Other orders of the customer with their outcomes. */
const CustomerOrders = ({ record, spoken, isSelf }: CustomerOrdersProps) => {
  const { t, i18n } = useTranslation(['record', 'customers', 'orders', 'shippings'])
  const { api, user } = useWorkspace()
  const { customerPhone: phone, country } = record
  const query = useLiveQuery<Customer | null>(
    {
      queryKey: queryKeys.customer(country, phone),
      queryFn: ({ signal }) => api.customers.one(phone, { signal, country }).catch(nullIfUnknown),
    },
    ({ resource, ids }, customer) => {
      if (resource !== 'orders' && resource !== 'shippings') return false
      const known = customer?.latest.flatMap(({ id, shipping }) => [id, shipping]) ?? []
      return ids === null || ids.some((id) => known.includes(id) || id === record.id)
    },
  )
  const percent = numberFormat(localeOf(i18n.language), {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  const readsOrders = admits('/orders/view/:id', user)
  return (
    <Part title={t('record:otherOrders')}>
      <Loaded
        query={query}
        empty={t('record:noOtherOrders')}
        isEmpty={(customer) => spoken === undefined && (customer?.latest ?? []).every(isSelf)}
      >
        {(customer) =>
          customer && (
            <>
              {spoken && (
                <div className="mb-3">
                  <CustomerSentence customer={customer} order={spoken} />
                </div>
              )}
              {customer.orders > 1 && (
                <dl className="mb-2 flex flex-wrap gap-x-8 gap-y-2">
                  <Figure name={t('orders:title')}>{customer.orders - 1}</Figure>
                  {customer.confirmationRate !== null && (
                    <Figure name={t('customers:confirmationRate')}>
                      {percent.format(customer.confirmationRate)}
                    </Figure>
                  )}
                  {customer.deliveryRate !== null && (
                    <Figure name={t('customers:deliveryRate')}>
                      {percent.format(customer.deliveryRate)}
                    </Figure>
                  )}
                </dl>
              )}
              <ul>
                {customer.latest
                  .filter((order) => !isSelf(order))
                  .flatMap((order) => {
                    const to = readsOrders
                      ? paths.view('orders', order.id)
                      : order.shipping && paths.view('shippings', order.shipping)
                    const isMate = order.basket !== null && order.basket === basketOf(customer, isSelf)
                    return to ? <OtherOrder key={order.id} order={order} to={to} isMate={isMate} /> : []
                  })}
              </ul>
            </>
          )
        }
      </Loaded>
    </Part>
  )
}

type OtherOrderProps = { order: CustomerOrder; to: string; isMate: boolean }

const OtherOrder = ({ order, to, isMate }: OtherOrderProps) => (
  <RecordLink
    to={to}
    number={order.number}
    side={
      <>
        {isMate && <SameBasket />}
        <span className="hidden text-ink-muted sm:block">
          <RelativeTime
            value={order.createdAt}
            timeZone={countries[order.country].timeZone}
            style="short"
            focusable={false}
          />
        </span>
        {order.shippingStatus === null ? (
          <StatusCell look={orderLooks[order.status]} label={`orders:status.${order.status}`} />
        ) : (
          <ParcelStatus status={order.shippingStatus} />
        )}
      </>
    }
  >
    <span dir="auto" title={order.productName} className="truncate text-left">
      {order.productName}
    </span>
  </RecordLink>
)

const SameBasket = () => {
  const { t } = useTranslation('orders')
  return <span className="text-info">{t('sameBasket')}</span>
}

/** No customer visible to the user has this phone. */
const nullIfUnknown = (error: unknown): null => {
  if (codeOf(error) === 'NOT_FOUND') return null
  throw error
}

const ProductParts = ({ record }: { record: Product }) => {
  const { t } = useTranslation(['products', 'affiliates', 'record'])
  const { available, reserved, quantity, affiliate } = record
  return (
    <>
      <Part title={t('record:stock')}>
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <Figure name={t('products:fields.available')}>
            <StockCell value={available} />
          </Figure>
          <Figure name={t('products:fields.reserved')}>
            <CountCell value={reserved} />
          </Figure>
          <Figure name={t('products:fields.quantity')}>
            <StockCell value={quantity} />
          </Figure>
        </dl>
      </Part>
      <ProductProfit product={record} />
      <StockMovements product={record} />
      <Part title={t('products:fields.affiliate')}>
        {affiliate === null ? (
          <p className="text-sm text-ink-muted">{t('record:noOffer')}</p>
        ) : (
          <Offer id={affiliate} />
        )}
      </Part>
    </>
  )
}

const Offer = ({ id }: { id: string }) => {
  const { t } = useTranslation('record')
  const query = useRecord('affiliates', id)
  return (
    <Loaded query={query} empty={t('noOffer')} isEmpty={() => false}>
      {({ number, name, price, country }) => (
        <ul>
          <RecordLink
            to={paths.view('affiliates', id)}
            number={number}
            side={<MoneyCell amount={price} country={country} />}
          >
            {name}
          </RecordLink>
        </ul>
      )}
    </Loaded>
  )
}

const HandoverParts = ({ record: { id } }: { record: Handover }) => {
  const { t } = useTranslation('handovers')
  const { api } = useWorkspace()
  const query = useLiveQuery(
    {
      queryKey: queryKeys.recordPart('handovers', id, 'lines'),
      // A handover's answer includes its lines.
      queryFn: ({ signal }) => api.one('handovers', id, { signal }) as Promise<HandoverWithLines>,
    },
    (event) => concerns(event, 'handovers', id),
  )
  return (
    <Part title={t('lines.title')}>
      <Loaded query={query} empty={t('lines.none')} isEmpty={({ lines }) => lines.length === 0}>
        {({ lines, country }) => <HandoverLines lines={lines} country={country} />}
      </Loaded>
    </Part>
  )
}

const PayoutParts = ({ record: { id } }: { record: Payout }) => {
  const { t } = useTranslation('payouts')
  const { api } = useWorkspace()
  const query = useLiveQuery(
    {
      queryKey: queryKeys.recordPart('payouts', id, 'lines'),
      // A payout's answer includes its lines.
      queryFn: ({ signal }) => api.one('payouts', id, { signal }) as Promise<PayoutWithLines>,
    },
    (event) => concerns(event, 'payouts', id),
  )
  return (
    <Part title={t('lines.title')}>
      <Loaded query={query} empty={t('lines.title')} isEmpty={() => false}>
        {({ lines, country }) => <PayoutLines lines={lines} country={country} />}
      </Loaded>
    </Part>
  )
}

/** Resources whose related parts are more than lists. */
const parts: Readonly<Partial<{ [resource: string]: unknown }>> = {
  orders: OrderParts,
  shippings: ShippingParts,
  products: ProductParts,
  manifests: ManifestLines,
  handovers: HandoverParts,
  payouts: PayoutParts,
  users: UserParts,
  intake: IntakeParts,
  sources: SourceSetup,
  webhooks: WebhookSetup,
  keys: KeyParts,
}

/** Parts in the second column of a record's page. */
const besideParts: Readonly<Partial<{ [resource: string]: unknown }>> = { intake: RawEvent }

export const BesideParts = ({ resource, record }: { resource: ResourceName; record: AnyRecord }) => {
  const Parts = besideParts[resource] as ComponentType<{ record: AnyRecord }> | undefined
  return Parts === undefined ? null : <Parts record={record} />
}
