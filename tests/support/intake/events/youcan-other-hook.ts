import type { EventFixture } from '../event-fixture.ts'

export const youCanOtherHook: EventFixture = {
  kind: 'youcan',
  country: 'ic',
  headers: {},
  body: '{"id":"0b8d1a0e-1f0f-4c0d-8d3e-55a3b0a9e002","inventory":2,"product":{"name":"Montre"}}',
  reading: { kind: 'ignored', code: 'TOPIC_NOT_READ', topic: null },
  orders: [],
}
