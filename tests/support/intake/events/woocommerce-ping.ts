import type { EventFixture } from '../event-fixture.ts'

/** Sent, unsigned and form-encoded, when a webhook is saved. */
export const wooCommercePing: EventFixture = {
  kind: 'woocommerce',
  country: 'tn',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'webhook_id=14',
  reading: { kind: 'ping' },
  orders: [],
}
