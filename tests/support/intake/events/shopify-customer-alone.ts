import { watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Neither address: name, phone and place are the customer’s own. */
export const shopifyCustomerAlone: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: { 'x-shopify-topic': 'orders/create' },
  body: `{"id":5006,"name":"#1015","created_at":"2026-08-04T05:24:22Z","currency":"XOF","financial_status":"pending",
"total_price":"15000.00","total_outstanding":null,"phone":null,"shipping_address":null,"billing_address":null,"note":"",
"customer":{"first_name":"Awa","last_name":"Koné","phone":"+225 07 08 09 10 11","default_address":{"first_name":null,"last_name":null,
"name":"","address1":"Adjamé","city":"Abidjan","phone":null,"country_code":"CI"}},
"line_items":[{"id":1,"title":"Montre","variant_title":null,"sku":"MTR-01","quantity":1,"price":"15000.00"}]}`,
  reading: {
    kind: 'order',
    customer: { name: 'Awa Koné', phones: ['+225 07 08 09 10 11'] },
    address: { lines: ['Adjamé'], city: 'Abidjan' },
    note: null,
    outstanding: 15000,
  },
  orders: [{ product: watch.id, customerAddress: 'Adjamé, Abidjan', comment: null, price: 15000 }],
}
