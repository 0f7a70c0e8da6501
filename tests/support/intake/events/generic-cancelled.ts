import type { EventFixture } from '../event-fixture.ts'

export const genericCancelled: EventFixture = {
  kind: 'generic',
  country: 'ic',
  headers: {},
  body: '{"id":"WEB-1","event":"canceled","updatedAt":"2026-08-05T00:00:00Z"}',
  reading: { kind: 'order', externalId: 'WEB-1', event: 'cancelled', isCancelled: true, isWhole: false },
  orders: [],
}
