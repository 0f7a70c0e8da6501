import { watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Paid by card: nothing is collected. Objects where lists are expected, amounts as numbers, an empty object as a list. */
export const shopifyPaid: EventFixture = {
  kind: 'shopify',
  country: 'sn',
  headers: { 'x-shopify-topic': 'orders/paid' },
  body: `{"id":450789469,"admin_graphql_api_id":"gid://shopify/Order/450789469","name":"#DKR-77","updated_at":"2026-08-04T05:24:22Z",
"currency":"XOF","financial_status":"paid","total_price":30000,"total_outstanding":"0.00","customer":[],
"shipping_address":[{"name":"Modou Fall","phone":"77 123 45 67","address1":"Rue 10","city":"Dakar","country_code":"SN"}],
"line_items":{"0":{"id":1,"name":"Montre","sku":"MTR-01","quantity":"2","price":15000}}}`,
  reading: {
    kind: 'order',
    externalId: '450789469',
    event: 'paid',
    customer: { name: 'Modou Fall', phones: ['77 123 45 67'] },
    items: [{ id: '1', quantity: 2, price: 15000 }],
    outstanding: 0,
    isPaid: true,
  },
  orders: [{ product: watch.id, customerPhone: '+221771234567', quantity: 2, price: 0 }],
}
