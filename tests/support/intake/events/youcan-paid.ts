import { lamp } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Paid by another gateway than cash on delivery: nothing is collected. */
export const youCanPaid: EventFixture = {
  kind: 'youcan',
  country: 'ic',
  headers: {},
  body: `{"id":"7d3c1a52-1f0f-4c0d-8d3e-55a3b0a9e012","ref":"043","total":9000,"currency":"XOF","created_at":"2026-08-04T05:24:22+00:00",
"customer":{"full_name":"Awa Koné","phone":"0708091011","city":"Abidjan"},"payment":{"gateway_type":2},
"variants":[{"id":"a1","price":9000,"quantity":1,"variant":{"sku":"LMP-02"}}]}`,
  reading: { kind: 'order', customer: { name: 'Awa Koné' }, outstanding: 0, isPaid: true },
  orders: [{ product: lamp.id, customerAddress: 'Abidjan', price: 0 }],
}
