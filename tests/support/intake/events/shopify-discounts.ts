import { lamp, watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Discounts of two lines and the delivery in one amount, which no plain share makes: amounts are texts. */
export const shopifyDiscounts: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: { 'x-shopify-topic': 'orders/create' },
  body: `{"id":5001,"name":"#1010","created_at":"2026-08-04T05:24:22Z","currency":"XOF","financial_status":"pending",
"subtotal_price":"28200.00","total_discounts":"4800.00","total_price":"30000.00","total_outstanding":"30000.00",
"total_shipping_price_set":{"shop_money":{"amount":"1800.00","currency_code":"XOF"}},"discount_codes":[{"code":"AID","amount":"4800.00"}],
"shipping_address":{"name":"Awa Koné","phone":"0708091011","address1":"Cocody","city":"Abidjan","country_code":"CI"},
"line_items":[{"id":1,"title":"Montre","sku":"MTR-01","quantity":1,"current_quantity":1,"price":"15000.00","total_discount":"0.00",
"discount_allocations":[{"amount":"2000.00"},{"amount":"1000.00"}]},
{"id":2,"title":"Lampe","sku":"LMP-02","quantity":2,"current_quantity":2,"price":"9000.00","total_discount":"1800.00",
"discount_allocations":[]}]}`,
  reading: {
    kind: 'order',
    items: [
      { id: '1', price: 15000, total: 12000 },
      { id: '2', price: 9000, total: 16200 },
    ],
    outstanding: 30000,
  },
  orders: [
    { product: watch.id, quantity: 1, price: 12766, externalRef: 'S12 #1010' },
    { product: lamp.id, quantity: 2, price: 8617, externalRef: 'S12 #1010/2' },
  ],
}
