import { watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** The JSON of the documentation. */
export const genericCreated: EventFixture = {
  kind: 'generic',
  country: 'ic',
  headers: { 'content-type': 'application/json' },
  body: `{"id":"WEB-1","createdAt":"2026-08-04T05:24:22Z","currency":"XOF","customer":{"name":"Awa Koné","phone":"07 08 09 10 11"},
"address":{"line":"Cocody Angré","city":"Abidjan"},"items":[{"sku":"MTR-01","name":"Montre","quantity":1,"price":15000}],
"outstanding":16500,"note":"Sonner deux fois"}`,
  reading: {
    kind: 'order',
    externalId: 'WEB-1',
    name: 'WEB-1',
    event: 'created',
    outstanding: 16500,
    isPaid: false,
    isWhole: true,
  },
  orders: [
    {
      product: watch.id,
      customerName: 'Awa Koné',
      customerPhone: '+2250708091011',
      customerAddress: 'Cocody Angré, Abidjan',
      comment: 'Sonner deux fois',
      quantity: 1,
      price: 16500,
    },
  ],
}
