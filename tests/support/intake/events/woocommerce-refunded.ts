import type { EventFixture } from '../event-fixture.ts'

/** Refunded wholly: an update with another status, which makes no order. */
export const wooCommerceRefunded: EventFixture = {
  kind: 'woocommerce',
  country: 'ic',
  headers: { 'x-wc-webhook-topic': 'order.updated' },
  body: `{"id":734,"number":"734","status":"refunded","currency":"XOF","date_modified_gmt":"2026-08-04T06:24:22","total":"30000.00",
"refunds":[{"id":742,"total":"-30000.00"}],"billing":{"first_name":"Awa","phone":"0708091011"},
"line_items":[{"id":1,"name":"Montre","sku":"MTR-01","quantity":2,"price":15000,"total":"30000.00"}]}`,
  reading: { kind: 'order', event: 'refunded', isRefunded: true, outstanding: 0 },
  orders: [],
  code: 'CANCELLED_IN_SHOP',
}
