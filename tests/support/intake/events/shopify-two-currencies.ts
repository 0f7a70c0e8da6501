import { watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Shown in euros to the buyer, sold in the shop’s currency: only the latter counts. */
export const shopifyTwoCurrencies: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: { 'x-shopify-topic': 'orders/create' },
  body: `{"id":5003,"name":"#1012","created_at":"2026-08-04T05:24:22Z","currency":"XOF","presentment_currency":"EUR",
"financial_status":"pending","total_price":"15000.00","total_outstanding":"15000.00",
"total_price_set":{"shop_money":{"amount":"15000.00","currency_code":"XOF"},"presentment_money":{"amount":"22.87","currency_code":"EUR"}},
"shipping_address":{"name":"Awa Koné","phone":"+2250708091011","address1":"Cocody","city":"Abidjan","country_code":"CI"},
"line_items":[{"id":1,"title":"Montre","sku":"MTR-01","quantity":1,"price":"15000.00",
"price_set":{"presentment_money":{"amount":"22.87","currency_code":"EUR"}}}]}`,
  reading: { kind: 'order', currency: 'XOF', outstanding: 15000, items: [{ price: 15000 }] },
  orders: [{ product: watch.id, quantity: 1, price: 15000 }],
}
