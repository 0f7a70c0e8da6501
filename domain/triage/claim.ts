import type { RecordOf, Shapes } from '../lib/shape.ts'
import { type Order, orders as orderDefinition } from '../orders/order.ts'

/** Statuses of orders that triage offers. */
export const callableStatuses = ['PENDING', 'NOT_REACHABLE'] as const satisfies readonly Order['status'][]

/** How long a claim lasts unless renewed. */
export const leaseMinutes = 5

/** How many orders one call may claim, and how many claims it may keep. */
export const largestHand = 10
export const mostKept = 100

/** Orders that are counted of each kind: of a longer queue, so many and more. */
export const mostCounted = 1_000

export const claimShapes = {
  order: { kind: 'record', of: orderDefinition.shapes, nullable: true },
  ahead: { kind: 'list', of: orderDefinition.shapes },
  kept: { kind: 'list', of: orderDefinition.shapes },
  until: { kind: 'instant', nullable: true },
  left: { kind: 'integer' },
  waiting: { kind: 'integer' },
  nextAt: { kind: 'instant', nullable: true },
  spent: { kind: 'integer' },
  opensAt: { kind: 'instant', nullable: true },
} as const satisfies Shapes

/**
 * Answer of `POST orders/claim`: `order`, the orders `ahead` and those `kept` are claimed by the caller until `until` (ISO
 * 8601). `left`: others that are to be called now; `waiting`: those to be called later, the next one at `nextAt`; `spent`: those
 * whose calls are used up; `opensAt`: when the calling hours begin again, null while they last. `order` is null if none is
 * available or none was requested. Each count ends at `mostCounted`.
 */
export type Claim = RecordOf<typeof claimShapes>

/** Reasons of cancellation on the phone, most frequent first. */
export const cancelReasons = [
  'changedMind',
  'tooExpensive',
  'neverOrdered',
  'wrongNumber',
  'boughtElsewhere',
  'tooLate',
  'outOfReach',
  'duplicate',
] as const

export type CancelReason = (typeof cancelReasons)[number]

export const isCancelReason = (value: unknown): value is CancelReason =>
  (cancelReasons as readonly unknown[]).includes(value)

/** Choice of no reason. */
export const noCancelReason = 'none'
