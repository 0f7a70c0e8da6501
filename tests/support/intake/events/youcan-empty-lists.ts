import { lamp } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Empty lists for the shipping address and the notes; the customer's own address, a line without SKU, found by its name. */
export const youCanEmptyLists: EventFixture = {
  kind: 'youcan',
  country: 'ic',
  headers: {},
  body: `{"id":"0b8d1a0e-1f0f-4c0d-8d3e-55a3b0a9e001","ref":26,"total":"9000","currency":"xof","created_at":1785821062,
"notes":[],"customer":{"first_name":"Awa","last_name":null,"phone":"0708091011","address":"Treichville","city":"Abidjan"},
"variants":[{"price":"9000","quantity":"1","variant":{"sku":"","product":{"name":"LAMPE  Solaire"}}}],"payment":[],
"shipping":{"address":[]}}`,
  reading: {
    kind: 'order',
    name: '26',
    createdAt: '2026-08-04T05:24:22.000Z',
    currency: 'XOF',
    customer: { name: 'Awa', phones: ['0708091011'] },
    address: { lines: ['Treichville'], city: 'Abidjan' },
    note: null,
    items: [{ id: 'LAMPE  Solaire', sku: null, quantity: 1, price: 9000 }],
    outstanding: 9000,
  },
  orders: [
    {
      product: lamp.id,
      customerName: 'Awa',
      customerAddress: 'Treichville, Abidjan',
      quantity: 1,
      price: 9000,
    },
  ],
}
