import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Order } from '../../../domain/orders/order.ts'
import { Page } from '../../layouts/page.tsx'
import { resourceViews } from '../../resources/registry.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { AddScreen } from '../record-form/record-screens.tsx'

/** Form of a new order; a phone in the URL prefills name and address of its customer. */
export const AddOrderScreen = () => {
  const [search] = useSearchParams()
  const phone = search.get('phone')
  if (phone === null) return <AddScreen key="orders" view={resourceViews.orders} />
  return <OrderOfCustomer key={phone} phone={phone} />
}

const OrderOfCustomer = ({ phone }: { phone: string }) => {
  const { t } = useTranslation('orders')
  const { api, country } = useWorkspace()
  const [start, setStart] = useState<Partial<Order> | null>(null)
  useEffect(() => {
    const request = new AbortController()
    api.customers.one(phone, { signal: request.signal, country }).then(
      (customer) =>
        setStart({
          customerPhone: customer.phone,
          customerName: customer.name,
          customerAddress: customer.addresses[0],
        }),
      // Unknown customer or failed request: only the phone is prefilled.
      () => request.signal.aborted || setStart({ customerPhone: phone }),
    )
    return () => request.abort()
  }, [api, country, phone])
  if (start === null) {
    return (
      <Page width="column" title={t('add')}>
        <Skeleton lines={8} />
      </Page>
    )
  }
  return <AddScreen view={resourceViews.orders} start={start} />
}
