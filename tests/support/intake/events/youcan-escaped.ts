import { lamp } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** As PHP's `json_encode` writes it: letters and slashes escaped. The customer's phone lost its 0 in a spreadsheet. */
export const youCanEscaped: EventFixture = {
  kind: 'youcan',
  country: 'ic',
  headers: { 'content-type': 'application/json' },
  body: String.raw`{"id":"e1f4dd96-7e1c-4cd6-b9c8-9ede62f53eae","ref":"025","total":20000,"currency":"XOF","status":1,
"created_at":"2026-08-04T05:24:22+00:00","notes":null,"extra_fields":[],"customer":{"id":"3a0383ad-e894-4e71-8191-e146fefd7ac7",
"first_name":"A\u00efssata","last_name":"N\u2019Guessan","phone":"708091011","city":"Bouak\u00e9","address":[]},
"variants":[{"id":"bd84365e-4a6d-497a-8658-843e65b77da8","price":9000,"quantity":2,"variant":{"sku":"LMP-02",
"product":{"name":"Lampe solaire 5\/10 W","slug":"lampe"}}}],"payment":{"gateway_type":1,"status":-1,"status_text":"unpaid"},
"shipping":{"price":2000,"address":[{"first_name":"A\u00efssata","last_name":"N\u2019Guessan","phone":"","address":"March\u00e9 \/ Gare",
"city":"Bouak\u00e9","region":"Gb\u00eak\u00e9","zip_code":null,"country_code":"CI","country_name":"C\u00f4te d'Ivoire"}]}}`,
  reading: {
    kind: 'order',
    externalId: 'e1f4dd96-7e1c-4cd6-b9c8-9ede62f53eae',
    name: '025',
    event: 'created',
    customer: { name: 'Aïssata N’Guessan', phones: ['708091011'] },
    address: { lines: ['Marché / Gare'], city: 'Bouaké', region: 'Gbêké', countryCode: 'CI' },
    items: [
      {
        id: 'bd84365e-4a6d-497a-8658-843e65b77da8',
        sku: 'LMP-02',
        name: 'Lampe solaire 5/10 W',
        quantity: 2,
        price: 9000,
      },
    ],
    outstanding: 20000,
    isPaid: false,
  },
  orders: [
    {
      product: lamp.id,
      customerName: 'Aïssata N’Guessan',
      customerPhone: '+2250708091011',
      customerAddress: 'Marché / Gare, Bouaké, Gbêké',
      quantity: 2,
      price: 10000,
    },
  ],
}
