import type { EventFixture } from '../event-fixture.ts'

/** A deletion has the id alone, as a number beyond 2^53. */
export const shopifyDeleted: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: { 'x-shopify-topic': 'orders/delete', 'x-shopify-triggered-at': '2026-08-06T10:00:00Z' },
  body: '{"id":820982911946154509}',
  reading: {
    kind: 'order',
    externalId: '820982911946154509',
    event: 'deleted',
    changedAt: '2026-08-06T10:00:00.000Z',
    items: [],
    isCancelled: true,
    isWhole: false,
  },
  orders: [],
}
