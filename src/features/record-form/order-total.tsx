import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { isId } from '../../../domain/lib/field.ts'
import { orderFields, priceOrder } from '../../../domain/orders/order.ts'
import { queryKeys } from '../../api/query-client.ts'
import { readDraft } from '../../form/form-model.ts'
import type { FormNoteProps } from '../../form/record-form.tsx'
import { Money } from '../../ui/format/money.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'

const { quantity, price } = orderFields
const soldFields = { quantity, price }

/** What the order comes to, as the server will compute it: an empty price is the product's own. */
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
