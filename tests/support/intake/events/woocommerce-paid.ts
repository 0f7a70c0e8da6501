import { watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Paid by card, an update that comes first, PHP's empty lists for objects, no topic but its parts. */
export const wooCommercePaid: EventFixture = {
  kind: 'woocommerce',
  country: 'ic',
  headers: { 'x-wc-webhook-resource': 'order', 'x-wc-webhook-event': 'updated' },
  body: `{"id":"728","status":"processing","currency":"XOF","date_created_gmt":"2026-08-04T05:24:22","date_paid_gmt":"2026-08-04T05:25:00",
"total":"30000","payment_method":"stripe","customer_note":"","shipping":[],"billing":{"first_name":"Awa","last_name":".",
"address_1":"Yopougon","city":"Abidjan","country":"CI","phone":"225 07 08 09 10 11"},
"line_items":[{"id":316,"name":"Montre","quantity":2,"sku":"MTR-01","price":15000,"total":"30000"}],"meta_data":{}}`,
  reading: {
    kind: 'order',
    externalId: '728',
    name: '#728',
    event: 'updated',
    customer: { name: 'Awa', phones: ['225 07 08 09 10 11'] },
    note: null,
    outstanding: 0,
    isPaid: true,
  },
  orders: [
    { product: watch.id, customerName: 'Awa', customerPhone: '+2250708091011', quantity: 2, price: 0 },
  ],
}
