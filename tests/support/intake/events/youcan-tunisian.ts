import { bag, lamp } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Tunisian, three decimals in texts, two lines; the phone only in the address, notes of the seller with CRLF. */
export const youCanTunisian: EventFixture = {
  kind: 'youcan',
  country: 'tn',
  headers: { 'content-type': 'application/json' },
  body: String.raw`{"id":"7d3c1a52-1f0f-4c0d-8d3e-55a3b0a9e010","ref":"041","total":"147.900","currency":"TND","status":1,
"created_at":"2026-08-04 05:24:22","notes":"Rappeler\r\n18 h","extra_fields":{"quartier":"Lac 2"},
"customer":{"first_name":"\u0645\u062d\u0645\u062f","last_name":"\u0628\u0646 \u0639\u0644\u064a","phone":null,"city":null},
"variants":[{"id":"a1","price":"45.500","quantity":3,"variant":{"sku":"BAG-03","product":{"name":"\u062d\u0642\u064a\u0628\u0629"}}},
{"id":"a2","price":"9.400","quantity":"1","variant":{"sku":"LMP-02","product":{"name":"Lampe"}}}],
"payment":{"gateway_type":1},"shipping":{"price":"2.000","address":[{"first_name":"\u0645\u062d\u0645\u062f",
"last_name":"\u0628\u0646 \u0639\u0644\u064a","phone":"20 123 456","address":"Rue du Lac 5\/7","city":"Tunis","region":"Tunis","zip_code":"1053",
"country_code":"TN"}]}}`,
  reading: {
    kind: 'order',
    name: '041',
    createdAt: '2026-08-04T05:24:22.000Z',
    customer: { name: 'محمد بن علي', phones: ['20 123 456'] },
    address: { lines: ['Rue du Lac 5/7'], city: 'Tunis', region: 'Tunis', postcode: '1053' },
    note: 'Rappeler\n18 h',
    items: [
      { id: 'a1', quantity: 3, price: 45.5, total: 136.5 },
      { id: 'a2', quantity: 1, price: 9.4, total: 9.4 },
    ],
    outstanding: 147.9,
    isPaid: false,
  },
  orders: [
    {
      product: bag.id,
      customerName: 'محمد بن علي',
      customerPhone: '+21620123456',
      customerAddress: 'Rue du Lac 5/7, 1053 Tunis',
      comment: 'Rappeler\n18 h',
      quantity: 3,
      price: 46.123,
    },
    { product: lamp.id, quantity: 1, price: 9.531 },
  ],
}
