import { watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** A part was refunded before it came here: totals of refunds are negative texts. */
export const wooCommerceRefundedPart: EventFixture = {
  kind: 'woocommerce',
  country: 'ic',
  headers: { 'x-wc-webhook-topic': 'order.updated' },
  body: `{"id":733,"number":"733","status":"processing","currency":"XOF","date_created_gmt":"2026-08-04T05:24:22",
"date_modified_gmt":"2026-08-04T06:24:22","date_paid":null,"total":"30000.00","payment_method":"cod",
"refunds":[{"id":740,"reason":"","total":"-4000.00"},{"id":741,"reason":null,"total":"-1000.00"}],
"billing":{"first_name":"Awa","last_name":"Koné","address_1":"Cocody","city":"Abidjan","phone":"0708091011"},
"line_items":[{"id":1,"name":"Montre","sku":"MTR-01","quantity":2,"price":15000,"total":"30000.00"}]}`,
  reading: { kind: 'order', event: 'updated', isRefunded: false, outstanding: 25000 },
  orders: [{ product: watch.id, quantity: 2, price: 12500 }],
}
