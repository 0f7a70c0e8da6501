import { orderFields, orderUpdateFields } from '../../../domain/orders/order.ts'
import { searchOptions } from '../reference-options.ts'
import type { ResourceForm } from '../resource-view.ts'

export const orderForm: ResourceForm<'orders'> = {
  createFields: orderFields,
  updateFields: orderUpdateFields,
  choices: (api, translate, { product, productName }) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    product: {
      search: searchOptions(api, 'products'),
      chosen: product && productName ? { value: product, label: productName } : null,
    },
  }),
}
