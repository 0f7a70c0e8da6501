import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { MoneyCell, TextCell } from '../../resources/cells/cells.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CustomerOrders } from './customer-orders.tsx'
import { ParcelStatus } from './parcel-status.tsx'
import { Loaded, Part, RecordLink } from './record-part.tsx'
import { useNamedRecord } from './use-live-query.ts'

export const OrderParts = ({ record }: { record: Order }) => (
  <>
    <Parcel order={record} />
    <CustomerOrders record={record} spoken={record} isSelf={({ id }) => id === record.id} />
  </>
)

export const ShippingParts = ({ record }: { record: Shipping }) => (
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
  const query = useNamedRecord('shippings', id)
  return (
    <Loaded query={query} empty={t('record:noParcel')} isEmpty={(parcels) => parcels.length === 0}>
      {(parcels) => (
        <ul>
          {parcels.map(({ number, deliveryName, status, collected, country }) => (
            <RecordLink
              key={id}
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
          ))}
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
  const query = useNamedRecord('handovers', id)
  return (
    <Part title={t('handovers:one')}>
      <Loaded query={query} empty={t('handovers:lines.none')} isEmpty={(handovers) => handovers.length === 0}>
        {(handovers) => (
          <ul>
            {handovers.map(({ number, receivedByName, counted, country }) => (
              <RecordLink
                key={id}
                to={paths.view('handovers', id)}
                number={number}
                side={<MoneyCell amount={counted} country={country} />}
              >
                {receivedByName}
              </RecordLink>
            ))}
          </ul>
        )}
      </Loaded>
    </Part>
  )
}
