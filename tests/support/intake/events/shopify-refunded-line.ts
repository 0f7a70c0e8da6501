import { lamp } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** An update after one of two lines was refunded before the order came here: no piece is left of it. */
export const shopifyRefundedLine: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: { 'x-shopify-topic': 'orders/updated' },
  body: `{"id":5002,"name":"#1011","updated_at":"2026-08-04T06:00:00Z","currency":"XOF","financial_status":"pending",
"total_price":"40000.00","current_total_price":"10000.00","total_outstanding":"10000.00",
"shipping_address":{"name":"Awa Koné","phone":"0708091011","address1":"Cocody","city":"Abidjan"},
"refunds":[{"id":1,"refund_line_items":[{"line_item_id":1,"quantity":2,"subtotal":30000}]}],
"line_items":[{"id":1,"title":"Montre","sku":"MTR-01","quantity":2,"current_quantity":0,"price":"15000.00"},
{"id":2,"title":"Lampe","sku":"LMP-02","quantity":1,"current_quantity":1,"price":"10000.00"}]}`,
  reading: {
    kind: 'order',
    event: 'updated',
    isRefunded: false,
    items: [
      { id: '1', quantity: 0 },
      { id: '2', quantity: 1 },
    ],
    outstanding: 10000,
  },
  orders: [{ product: lamp.id, quantity: 1, price: 10000 }],
}
