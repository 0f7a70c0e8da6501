import { watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Delivered to somebody else, whose phone is there since 5.6; the buyer left none. A note with CRLF, a company, PHP’s escapes. */
export const wooCommerceShippedElsewhere: EventFixture = {
  kind: 'woocommerce',
  country: 'ic',
  headers: { 'x-wc-webhook-topic': 'order.created' },
  body: String.raw`{"id":731,"number":"#A-731","status":"wc-pending","currency":"XOF","date_created_gmt":"2026-08-04T05:24:22","date_paid":null,
"total":"16500","shipping_total":"1500","payment_method":"cod","customer_note":"Sonner\r\n\r\nC\u00f4t\u00e9 cour",
"billing":{"first_name":"Awa","last_name":"Kon\u00e9","address_1":"Plateau","city":"Abidjan","country":"CI","phone":""},
"shipping":{"first_name":"Yao","last_name":"N\u2019Guessan","company":"Pharmacie \/ Gare","address_1":"C\u00f4te d'Ivoire 12","address_2":"",
"city":"Bouak\u00e9","state":"CI-GB","postcode":"","country":"CI","phone":"+225-07-08-09-10-11"},
"line_items":[{"id":1,"name":"Montre","sku":"MTR-01","quantity":1,"price":15000,"subtotal":"15000","total":"15000"}]}`,
  reading: {
    kind: 'order',
    name: '#A-731',
    customer: { name: 'Yao N’Guessan', phones: ['+225-07-08-09-10-11'] },
    address: {
      company: 'Pharmacie / Gare',
      lines: ["Côte d'Ivoire 12"],
      city: 'Bouaké',
      region: null,
      postcode: null,
    },
    note: 'Sonner\n\nCôté cour',
    outstanding: 16500,
    isPaid: false,
  },
  orders: [
    {
      product: watch.id,
      customerName: 'Yao N’Guessan',
      customerPhone: '+2250708091011',
      customerAddress: "Pharmacie / Gare, Côte d'Ivoire 12, Bouaké",
      comment: 'Sonner\n\nCôté cour',
      quantity: 1,
      price: 16500,
    },
  ],
}
