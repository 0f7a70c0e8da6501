import { orderFields, orderUpdateFields } from '../../../domain/orders/order.ts'
import { whyNotEditOrder } from '../../../domain/orders/policy.ts'
import { searchOptions } from '../reference-options.ts'
import type { ResourceForm } from '../resource-view.ts'

export const orderForm: ResourceForm<'orders'> = {
  createFields: orderFields,
  updateFields: orderUpdateFields,
  sections: [
    { id: 'sale', fields: ['product', 'quantity', 'price'] },
    { id: 'customer', fields: ['customerName', 'customerPhone', 'customerAddress'] },
    { id: 'origin', fields: ['sourceLink', 'sourceName', 'comment', 'country'] },
  ],
  choices: (api, translate, { product, productName }) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    product: {
      search: searchOptions(api, 'products'),
      chosen: product && productName ? { value: product, label: productName } : null,
    },
  }),
  whyNotEdit: (actor, order, field) =>
    whyNotEditOrder(actor, order, {
      product: field === 'product' ? '' : order.product,
      quantity: order.quantity,
      // Another one: what it will be is not known yet.
      price: field === 'quantity' || field === 'price' ? Number.NaN : order.price,
    }),
}
