import type { EventFixture } from '../event-fixture.ts'

/** No address and no phone at all: it waits with the reason. */
export const wooCommerceNullAddresses: EventFixture = {
  kind: 'woocommerce',
  country: 'ic',
  headers: { 'x-wc-webhook-topic': 'order.created' },
  body: `{"id":730,"number":"730","status":"processing","currency":"XOF","date_created_gmt":"2026-08-04T05:24:22","date_paid":null,
"total":"15000","payment_method":"cod","customer_note":null,"billing":null,"shipping":null,
"line_items":[{"id":1,"name":"Montre","sku":"MTR-01","quantity":1,"price":15000,"total":"15000"}],"refunds":null}`,
  reading: {
    kind: 'order',
    customer: { name: null, phones: [] },
    address: { lines: [], city: null },
    note: null,
  },
  orders: [],
  code: 'REQUIRED',
}
