import type { EventFixture } from '../event-fixture.ts'

export const shopifyOtherTopic: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: { 'x-shopify-topic': 'products/update' },
  body: '{"id":788032119674292922,"title":"Montre","variants":[]}',
  reading: { kind: 'ignored', code: 'TOPIC_NOT_READ', topic: 'products/update' },
  orders: [],
}
