import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import type { Role } from '../../../domain/access/roles.ts'
import { admits } from '../../../domain/access/routes.ts'
import type { Affiliate } from '../../../domain/affiliates/affiliate.ts'
import { countries } from '../../../domain/countries.ts'
import type { Customer, CustomerOrder } from '../../../domain/customers/customer.ts'
import { localeOf } from '../../../domain/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Package } from '../../../domain/packages/package.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { User } from '../../../domain/users/user.ts'
import { codeOf } from '../../../machines/failure.ts'
import type { Listed } from '../../api/call-options.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { AnyRecord } from '../../commands/command-context.ts'
import { CountCell, MoneyCell, StatusCell, StockCell, TextCell } from '../../resources/cells/cells.tsx'
import { orderLooks, shippingLooks } from '../../resources/status-tones.ts'
import { RelativeTime } from '../../ui/figures/relative-time.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { columnsOf } from '../preview/columns-of.ts'
import { Figure, Loaded, Part, RecordLink } from './record-part.tsx'
import { concerns, useLiveQuery, useRecord } from './use-live-query.ts'

/** What else belongs to a record, under it on its page. */
export const RelatedParts = ({ resource, record }: { resource: ResourceName; record: AnyRecord }) => {
  const Parts = parts[resource] as ComponentType<{ record: AnyRecord }> | undefined
  return Parts === undefined ? null : <Parts record={record} />
}

const OrderParts = ({ record }: { record: Order }) => (
  <>
    <Parcel order={record} />
    <CustomerOrders record={record} isSelf={({ id }) => id === record.id} />
  </>
)

const ShippingParts = ({ record }: { record: Shipping }) => (
  <>
    <OrderOfParcel shipping={record} />
    <CustomerOrders record={record} isSelf={({ shipping }) => shipping === record.id} />
  </>
)

/** The parcel of an order with who delivers it; whoever may not read parcels sees what the order says of it. */
const Parcel = ({ order }: { order: Order }) => {
  const { t } = useTranslation(['record', 'shippings', 'orders'])
  const { user } = useWorkspace()
  const { shipping, shippingStatus } = order
  return (
    <Part title={t('shippings:one')}>
      {shipping === null || shippingStatus === null ? (
        <p className="text-sm text-ink-muted">{t('record:noParcel')}</p>
      ) : admits('/shippings/view/:id', user.role) ? (
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
  if (!admits('/orders/view/:id', user.role)) return null
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

const ParcelStatus = ({ status }: { status: Shipping['status'] }) => (
  <StatusCell look={shippingLooks[status]} label={`shippings:status.${status}`} />
)

type CustomerOrdersProps = {
  record: Pick<Order, 'id' | 'customerPhone' | 'country'>
  isSelf: (order: CustomerOrder) => boolean
}

/** What else its customer has ordered, and what became of it. */
const CustomerOrders = ({ record, isSelf }: CustomerOrdersProps) => {
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
  const percent = new Intl.NumberFormat(localeOf(i18n.language), {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  const readsOrders = admits('/orders/view/:id', user.role)
  return (
    <Part title={t('record:otherOrders')}>
      <Loaded
        query={query}
        empty={t('record:noOtherOrders')}
        isEmpty={(customer) => (customer?.latest ?? []).every(isSelf)}
      >
        {(customer) =>
          customer && (
            <>
              <dl className="mb-2 flex flex-wrap gap-x-8 gap-y-2">
                <Figure name={t('orders:title')}>{customer.orders}</Figure>
                {customer.confirmationRate !== null && (
                  <Figure name={t('customers:confirmationRate')}>
                    {percent.format(customer.confirmationRate)}
                  </Figure>
                )}
                {customer.deliveryRate !== null && (
                  <Figure name={t('customers:deliveryRate')}>{percent.format(customer.deliveryRate)}</Figure>
                )}
              </dl>
              <ul>
                {customer.latest
                  .filter((order) => !isSelf(order))
                  .flatMap((order) => {
                    const to = readsOrders
                      ? paths.view('orders', order.id)
                      : order.shipping && paths.view('shippings', order.shipping)
                    return to ? <OtherOrder key={order.id} order={order} to={to} /> : []
                  })}
              </ul>
            </>
          )
        }
      </Loaded>
    </Part>
  )
}

const OtherOrder = ({ order, to }: { order: CustomerOrder; to: string }) => (
  <RecordLink
    to={to}
    number={order.number}
    side={
      <>
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
    <span title={order.productName} className="truncate">
      {order.productName}
    </span>
  </RecordLink>
)

/** Nobody the reader may see has ordered with that number. */
const nullIfUnknown = (error: unknown): null => {
  if (codeOf(error) === 'NOT_FOUND') return null
  throw error
}

const ProductParts = ({ record }: { record: Product }) => {
  const { t } = useTranslation(['products', 'affiliates', 'record'])
  const { available, reserved, quantity, affiliate, country } = record
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
      <Part title={t('products:fields.affiliate')}>
        {affiliate === null ? (
          <p className="text-sm text-ink-muted">{t('record:noOffer')}</p>
        ) : (
          <Offer id={affiliate} />
        )}
      </Part>
      <RelatedRecords
        record={record}
        of="products"
        resource="orders"
        where={{ product: record.id, country }}
        title={t('record:ordersOfProduct')}
        empty={t('record:noOrders')}
      />
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

const AffiliateParts = ({ record }: { record: Affiliate }) => {
  const { t } = useTranslation('record')
  return (
    <RelatedRecords
      record={record}
      of="affiliates"
      resource="products"
      where={{ affiliate: record.id, country: record.country }}
      title={t('productsOfOffer')}
      empty={t('noProducts')}
    />
  )
}

const PackageParts = ({ record }: { record: Package }) => {
  const { t } = useTranslation('record')
  return (
    <RelatedRecords
      record={record}
      of="packages"
      resource="users"
      where={{ package: record.id }}
      title={t('usersOfPackage')}
      empty={t('noUsers')}
    />
  )
}

const MAX_RELATED = 5

type RelatedRecordsProps = {
  record: Pick<AnyRecord, 'id'>
  of: ResourceName
  resource: 'orders' | 'products' | 'users'
  where: Where
  title: string
  empty: string
}

/** The newest records of another list that belong to this one, and how many there are. */
const RelatedRecords = ({ record, of, resource, where, title, empty }: RelatedRecordsProps) => {
  const { t } = useTranslation(resource)
  const { api, user } = useWorkspace()
  const query = useLiveQuery<Listed<ResourceRecords[typeof resource]>>(
    {
      queryKey: queryKeys.recordPart(of, record.id, resource),
      queryFn: ({ signal }) => api.list(resource, { where, limit: MAX_RELATED }, { signal }),
    },
    (event, data) =>
      event.resource === resource &&
      (event.verb.endsWith('.create') ||
        (data?.items.some(({ id }) => concerns(event, resource, id)) ?? false)),
  )
  if (!admits(`/${resource}/view/:id`, user.role)) return null
  const cell = (one: ResourceRecords[typeof resource], place: 'title' | 'side') =>
    columnsOf(resource)
      .find(({ narrow }) => narrow === place)
      ?.cell(one)
  return (
    <Part
      title={title}
      beside={
        query.data && (
          <Link
            to={paths.list(resource, queryOf(where))}
            className="figures rounded-sm text-sm text-accent-text hover:underline"
          >
            {t(`${resource}:count`, { count: query.data.total })}
          </Link>
        )
      }
    >
      <Loaded query={query} empty={empty} isEmpty={({ items }) => items.length === 0}>
        {({ items }) => (
          <ul>
            {items.map((one) => (
              <RecordLink
                key={one.id}
                to={paths.view(resource, one.id)}
                number={one.number}
                side={cell(one, 'side')}
              >
                {cell(one, 'title')}
              </RecordLink>
            ))}
          </ul>
        )}
      </Loaded>
    </Part>
  )
}

/** As the filter box writes it. */
const queryOf = (where: Where): string =>
  Object.entries(where)
    .map(([name, value]) => `${name}:${value}`)
    .join(' ')

type RoleFact = { resource: ResourceName; where: (user: User) => Where; labelKey: string }

const ownedBy = ({ id, country }: User): Where => ({ owner: id, country })

/** What a person of each role has to do with: counted, and each count leads to the list that it counts. */
const roleFacts: Record<Role, readonly RoleFact[]> = {
  admin: [],
  seller: [
    { resource: 'orders', where: ownedBy, labelKey: 'orders:title' },
    { resource: 'products', where: ownedBy, labelKey: 'products:title' },
    { resource: 'shippings', where: ownedBy, labelKey: 'shippings:title' },
    { resource: 'invoices', where: ownedBy, labelKey: 'invoices:title' },
  ],
  agent: [{ resource: 'shippings', where: ({ country }) => ({ country }), labelKey: 'shippings:title' }],
  moderator: [{ resource: 'invoices', where: ({ country }) => ({ country }), labelKey: 'invoices:title' }],
  delivery: [
    {
      resource: 'shippings',
      where: ({ id, country }) => ({ deliveryGuy: id, country }),
      labelKey: 'shippings:title',
    },
    {
      resource: 'shippings',
      where: ({ id, country }) => ({ deliveryGuy: id, country, status: 'OUT_FOR_DELIVERY' }),
      labelKey: 'shippings:status.OUT_FOR_DELIVERY',
    },
    {
      resource: 'shippings',
      where: ({ id, country }) => ({ deliveryGuy: id, country, status: 'DELIVERED' }),
      labelKey: 'shippings:status.DELIVERED',
    },
  ],
}

const UserParts = ({ record }: { record: User }) => {
  const { t } = useTranslation(['record', 'users', 'orders', 'products', 'shippings', 'invoices'])
  const facts = roleFacts[record.role]
  if (facts.length === 0) return null
  return (
    <Part title={t(`users:role.${record.role}`)}>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map((fact) => (
          <CountOf key={fact.labelKey} user={record} fact={fact} name={t(fact.labelKey)} />
        ))}
      </dl>
    </Part>
  )
}

const CountOf = ({ user, fact, name }: { user: User; fact: RoleFact; name: string }) => {
  const { t } = useTranslation(['list', 'errors'])
  const { api } = useWorkspace()
  const { resource, labelKey } = fact
  const where = fact.where(user)
  const { data, error } = useLiveQuery<Listed<unknown>>(
    {
      queryKey: queryKeys.recordPart('users', user.id, labelKey),
      queryFn: ({ signal }) => api.list(resource, { where, limit: 1 }, { signal }),
      staleTime: 60_000,
    },
    () => false,
  )
  return (
    <Figure name={name}>
      {data ? (
        <Link
          to={paths.list(resource, queryOf(where))}
          className="rounded-sm text-accent-text hover:underline"
          aria-label={`${name} ${data.total}`}
        >
          {data.total}
        </Link>
      ) : (
        <span title={error === null ? undefined : t(`errors:${codeOf(error)}`)}>{t('list:none')}</span>
      )}
    </Figure>
  )
}

const parts: { [R in ResourceName]?: ComponentType<{ record: ResourceRecords[R] }> } = {
  orders: OrderParts,
  shippings: ShippingParts,
  products: ProductParts,
  affiliates: AffiliateParts,
  packages: PackageParts,
  users: UserParts,
}
