import type { EventFixture } from '../event-fixture.ts'

/** A refund names its order by another member than an order does. */
export const shopifyRefund: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: { 'x-shopify-topic': 'refunds/create' },
  body: `{"id":890088186047892319,"admin_graphql_api_id":"gid://shopify/Refund/890088186047892319","order_id":820982911946154509,
"created_at":"2026-08-07T10:00:00Z","note":"Things were damaged","refund_line_items":[{"id":1,"quantity":1,
"line_item_id":866550311766439021,"line_item":{}}],"transactions":[]}`,
  reading: {
    kind: 'order',
    externalId: '820982911946154509',
    event: 'refunded',
    changedAt: '2026-08-07T10:00:00.000Z',
    note: null,
    items: [],
    isRefunded: false,
    isWhole: false,
    refundedItems: [{ id: '866550311766439021', quantity: 1 }],
  },
  orders: [],
}
