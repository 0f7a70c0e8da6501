import { lamp, watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** A coupon over two lines with the delivery: `subtotal` before it, `total` after. */
export const wooCommerceDiscount: EventFixture = {
  kind: 'woocommerce',
  country: 'ic',
  headers: { 'x-wc-webhook-topic': 'order.created' },
  body: `{"id":732,"number":"732","status":"on-hold","currency":"XOF","date_created_gmt":"2026-08-04T05:24:22","date_paid":null,
"discount_total":"4000","shipping_total":"1000","total":"37000","payment_method":"cod","coupon_lines":[{"code":"aid","discount":"4000"}],
"billing":{"first_name":"Awa","last_name":"Koné","address_1":"Cocody","city":"Abidjan","country":"CI","phone":"0708091011"},
"line_items":[{"id":1,"name":"Montre","sku":"MTR-01","quantity":2,"price":13500,"subtotal":"30000","total":"27000"},
{"id":2,"name":"Lampe","sku":"LMP-02","quantity":1,"price":9000,"subtotal":"10000","total":"9000"}]}`,
  reading: {
    kind: 'order',
    items: [
      { id: '1', total: 27000 },
      { id: '2', total: 9000 },
    ],
    outstanding: 37000,
  },
  orders: [
    { product: watch.id, quantity: 2, price: 13875 },
    { product: lamp.id, quantity: 1, price: 9250 },
  ],
}
