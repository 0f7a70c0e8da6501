import type { EventFixture } from '../event-fixture.ts'

/** A shop in euros for a country of francs. */
export const shopifyOtherCurrency: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: { 'x-shopify-topic': 'orders/create' },
  body: `{"id":5004,"name":"#1013","created_at":"2026-08-04T05:24:22Z","currency":"EUR","presentment_currency":"XOF",
"financial_status":"pending","total_price":"22.87","total_outstanding":"22.87",
"shipping_address":{"name":"Awa Koné","phone":"+2250708091011","address1":"Cocody","city":"Abidjan","country_code":"CI"},
"line_items":[{"id":1,"title":"Montre","sku":"MTR-01","quantity":1,"price":"22.87"}]}`,
  reading: { kind: 'order', currency: 'EUR', outstanding: 22.87 },
  orders: [],
  code: 'OTHER_CURRENCY',
}
