import type { RecordOf, Shapes } from '../lib/shape.ts'
import { type Order, orderShapes } from '../orders/order.ts'

/** Orders that wait for a call: triage goes through these and no others. */
export const callableStatuses = ['PENDING', 'NOT_REACHABLE'] as const satisfies readonly Order['status'][]

/** How long an order stays with whoever claimed it, unless they claim it again. */
export const leaseMinutes = 5

export const claimShapes = {
  order: { kind: 'record', of: orderShapes, nullable: true },
  until: { kind: 'instant', nullable: true },
  left: { kind: 'integer' },
} as const satisfies Shapes

/**
 * What `POST orders/claim` answers: the order that is now the caller's until `until` (ISO 8601), and how many more wait
 * for a call beside it. `order` is null where nothing is left that nobody else has.
 */
export type Claim = RecordOf<typeof claimShapes>
