import type { EventFixture } from '../event-fixture.ts'

export const wooCommerceDeleted: EventFixture = {
  kind: 'woocommerce',
  country: 'tn',
  headers: { 'x-wc-webhook-topic': 'order.deleted' },
  body: '{"id":727}',
  reading: {
    kind: 'order',
    externalId: '727',
    event: 'deleted',
    changedAt: null,
    isCancelled: true,
    isWhole: false,
  },
  orders: [],
}
