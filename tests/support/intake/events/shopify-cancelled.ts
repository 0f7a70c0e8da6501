import type { EventFixture } from '../event-fixture.ts'

/** Cancelled before it was delivered. */
export const shopifyCancelled: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: { 'x-shopify-topic': 'orders/cancelled', 'x-shopify-triggered-at': '2026-08-05T00:00:00Z' },
  body: `{"id":9007199254740993,"admin_graphql_api_id":"gid://shopify/Order/820982911946154509","name":"#1001",
"updated_at":"2026-08-05T00:00:00+00:00","cancelled_at":"2026-08-05T00:00:00+00:00","cancel_reason":"customer","currency":"XOF",
"financial_status":"voided","total_price":"41500.00","total_outstanding":"0.00","line_items":[
{"id":866550311766439020,"name":"Montre","sku":"MTR-01","quantity":2,"current_quantity":0,"price":"15000.00"}]}`,
  reading: {
    kind: 'order',
    externalId: '820982911946154509',
    event: 'cancelled',
    changedAt: '2026-08-05T00:00:00.000Z',
    isCancelled: true,
    isWhole: true,
  },
  orders: [],
}
