import { watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** No total and no payment: the prices of its lines count. `Côte d’Ivoire` escaped, the address a text beside its city. */
export const youCanWithoutTotal: EventFixture = {
  kind: 'youcan',
  country: 'ic',
  headers: { 'content-type': 'application/json' },
  body: String.raw`{"id":"7d3c1a52-1f0f-4c0d-8d3e-55a3b0a9e011","ref":"042","currency":"XOF","created_at":"2026-08-04T05:24:22+00:00",
"customer":{"first_name":"A\u00efcha","last_name":"Kon\u00e9","phone":"07-08-09-10-11","address":"Abobo \/ Gare","city":"Abidjan",
"country":"C\u00f4te d'Ivoire"},"variants":[{"id":"a1","price":15000,"quantity":2,"variant":{"sku":"mtr-01"}}],"shipping":null}`,
  reading: {
    kind: 'order',
    customer: { name: 'Aïcha Koné', phones: ['07-08-09-10-11'] },
    address: { lines: ['Abobo / Gare'], city: 'Abidjan', country: "Côte d'Ivoire" },
    outstanding: null,
  },
  orders: [{ product: watch.id, customerAddress: 'Abobo / Gare, Abidjan', quantity: 2, price: 15000 }],
  notes: ['AMOUNT_MISSING'],
}
