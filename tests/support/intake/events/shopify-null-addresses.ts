import { watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** No address at all, and the id only as a number beyond 2^53, as a retried delivery of an older API version. */
export const shopifyNullAddresses: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: { 'x-shopify-topic': 'orders/create' },
  body: `{"id":820982911946154508,"order_number":1002,"created_at":"2026-08-04T05:24:22+00:00","currency":"XOF",
"financial_status":"pending","total_price":"15000.00","note":null,"phone":"0708091011","shipping_address":null,
"billing_address":null,"customer":{"first_name":null,"last_name":"Traoré","default_address":null,"phone":null},
"line_items":[{"id":866550311766439020,"title":"Montre","variant_title":"","sku":"MTR-01","quantity":1,"price":"15000.00"}]}`,
  reading: {
    kind: 'order',
    externalId: '820982911946154508',
    name: '#1002',
    changedAt: '2026-08-04T05:24:22.000Z',
    customer: { name: 'Traoré', phones: ['0708091011'] },
    address: { lines: [], city: null, countryCode: null },
    note: null,
    items: [{ id: '866550311766439020', sku: 'MTR-01', name: 'Montre', quantity: 1, price: 15000 }],
    outstanding: 15000,
  },
  orders: [
    {
      product: watch.id,
      customerName: 'Traoré',
      customerPhone: '+2250708091011',
      customerAddress: '—',
      comment: null,
      quantity: 1,
      price: 15000,
    },
  ],
}
