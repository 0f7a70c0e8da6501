import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { isId } from '../../../domain/lib/field.ts'
import { wholePhone } from '../../../domain/lib/phone-digits.ts'
import { orders as orderDefinition, priceOrder } from '../../../domain/orders/order.ts'
import { queryKeys } from '../../api/query-client.ts'
import { readDraft } from '../../form/form-model.ts'
import type { FormNoteProps } from '../../form/record-form.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Money } from '../../ui/format/money.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'

/** Maximum number of a phone's newest orders read. */
const MAX_ORDERS = 50

/** The customer of the typed phone: order outcomes, name and address to take over. */
export const KnownCustomer = withQueries(({ draft, country, onFill }: FormNoteProps) => {
  const { t } = useTranslation('customers')
  const { api } = useWorkspace()
  const typed = typeof draft.customerPhone === 'string' ? draft.customerPhone : ''
  const phone = wholePhone(typed, country)
  // A list, empty for a new customer: unlike `GET customers/{phone}`, no 404 is logged.
  const { data } = useQuery({
    queryKey: queryKeys.customerOrders(country, phone ?? ''),
    queryFn: ({ signal }) =>
      api.list('orders', { where: { keyword: phone ?? '', country }, limit: MAX_ORDERS }, { signal }),
    enabled: phone !== null,
  })
  const orders = data?.items.filter(({ customerPhone }) => customerPhone === phone) ?? []
  const [latest] = orders
  if (latest === undefined) return null
  const { customerName, customerAddress } = latest
  const waiting = orders.filter(({ status }) => status === 'PENDING').length
  const delivered = orders.filter(({ shippingStatus }) => shippingStatus === 'DELIVERED').length
  const returned = orders.filter(({ shippingStatus }) => shippingStatus === 'RETURNED').length
  const counts = [
    t('orders', { count: orders.length }),
    ...(waiting > 0 ? [t('waiting', { count: waiting })] : []),
    ...(delivered > 0 ? [t('delivered', { count: delivered })] : []),
    ...(returned > 0 ? [t('returned', { count: returned })] : []),
  ]
  const isTaken = draft.customerName === customerName && draft.customerAddress === customerAddress
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-surface px-3 py-2 text-sm sm:col-span-2"
    >
      <span className="min-w-0">
        <span className="font-medium">{customerName}</span>
        <span className="figures text-ink-muted">{` · ${counts.join(', ')}`}</span>
      </span>
      {!isTaken && (
        <Button size="sm" onClick={() => onFill({ customerName, customerAddress })}>
          {t('takeOver')}
        </Button>
      )}
    </div>
  )
})

const { quantity, price } = orderDefinition.fields
const soldFields = { quantity, price }

/** Total as the server computes it; an empty price is the product's. */
export const OrderTotal = withQueries(({ draft, country }: FormNoteProps) => {
  const { t } = useTranslation('orders')
  const { api } = useWorkspace()
  const { currency } = countries[country]
  const sold = readDraft(soldFields, draft, country)
  const product = typeof draft.product === 'string' && isId(draft.product) ? draft.product : null
  const { data } = useQuery({
    queryKey: queryKeys.record('products', product ?? ''),
    queryFn: ({ signal }) => api.one('products', product ?? '', { signal }),
    enabled: product !== null && sold.ok && sold.value.price === null,
  })
  const own = data?.id === product ? data?.price : undefined
  // Callers do not see the field.
  if (draft.price === undefined) return null
  const total =
    sold.ok && (sold.value.price !== null || own !== undefined)
      ? priceOrder(sold.value, { price: own ?? 0 })
      : null
  return (
    <p
      role="status"
      className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4 rounded-md bg-surface px-3 py-1.5 sm:col-span-2"
    >
      <span className="text-sm text-ink-muted">{t('fields.totalPrice')}</span>
      {total?.ok && sold.ok ? (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="figures text-sm text-ink-muted">
            {sold.value.quantity} × <Money amount={total.value.price} currency={currency} /> =
          </span>
          <Money amount={total.value.totalPrice} currency={currency} className="font-semibold" />
        </span>
      ) : (
        <span className="text-ink-faint">—</span>
      )}
    </p>
  )
})
