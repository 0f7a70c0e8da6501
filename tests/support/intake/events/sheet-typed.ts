import { watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** A row of a sheet: numbers as people type them, blank cells, a phone that lost its 0, two lines of one SKU without ids. */
export const sheetTyped: EventFixture = {
  kind: 'sheet',
  country: 'ic',
  headers: {},
  body: `\ufeff{"id":42,"createdAt":"","currency":"","customer":{"name":"","phone":708091011},"address":"Marcory\\r\\nZone 4",
"items":[{"sku":"MTR-01","quantity":"1","price":"15 000 F"},{"sku":"MTR-01","quantity":2,"price":""},
{"sku":"LMP-02","quantity":0,"price":1}],"outstanding":"45000","note":""}`,
  reading: {
    kind: 'order',
    externalId: '42',
    createdAt: null,
    changedAt: null,
    currency: null,
    customer: { name: null, phones: ['708091011'] },
    items: [
      { id: 'MTR-01', quantity: 1, price: null },
      { id: 'MTR-01#2', quantity: 2, price: null },
      { id: 'LMP-02', quantity: 0, price: 1 },
    ],
    outstanding: 45000,
  },
  orders: [
    {
      product: watch.id,
      customerName: '+225 07 08 09 10 11',
      customerPhone: '+2250708091011',
      customerAddress: 'Marcory, Zone 4',
      quantity: 1,
      price: 15000,
    },
    { product: watch.id, quantity: 2, price: 15000 },
  ],
}
