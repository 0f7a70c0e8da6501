import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Customer, CustomerOrder } from '../../../domain/customers/customer.ts'
import type { SpokenOrder } from '../../../domain/customers/customer-sentence.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { codeOf } from '../../../machines/failure.ts'
import { queryKeys } from '../../api/query-client.ts'
import { StatusCell } from '../../resources/cells/cells.tsx'
import { orderLooks } from '../../resources/shared/status-tones.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CustomerSentence } from '../customers/customer-sentence.tsx'
import { ParcelStatus } from './parcel-status.tsx'
import { Figure, Loaded, Part, RecordLink } from './record-part.tsx'
import { useLiveQuery } from './use-live-query.ts'

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
export const CustomerOrders = ({ record, spoken, isSelf }: CustomerOrdersProps) => {
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
