import type { RecordOf, Shapes } from '../lib/shape.ts'
import { type Order, orders as orderDefinition } from '../orders/order.ts'

/** Orders that wait for a call: triage goes through these and no others. */
export const callableStatuses = ['PENDING', 'NOT_REACHABLE'] as const satisfies readonly Order['status'][]

/** How long an order stays with the user who claimed it, unless they claim it again. */
export const leaseMinutes = 5

/** How many orders one call may take, and how many it may keep. */
export const largestHand = 10
export const mostKept = 100

export const claimShapes = {
  order: { kind: 'record', of: orderDefinition.shapes, nullable: true },
  ahead: { kind: 'list', of: orderDefinition.shapes },
  kept: { kind: 'list', of: orderDefinition.shapes },
  until: { kind: 'instant', nullable: true },
  left: { kind: 'integer' },
  waiting: { kind: 'integer' },
  nextAt: { kind: 'instant', nullable: true },
} as const satisfies Shapes

/**
 * What `POST orders/claim` answers: `order` is now the caller's, and so are those `ahead` of it where more than one was
 * asked for, and the ones `kept` as they are at present; all until `until` (ISO 8601). `left` counts those that wait
 * for a call in addition to what the caller has, `waiting` those whose customer asked to be called later, the next one at
 * `nextAt`. `order` is null where nothing is left that nobody else has, or nothing was asked for.
 */
export type Claim = RecordOf<typeof claimShapes>

/** Why customers cancel on the phone, the most frequent first. */
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

/** Chosen instead of a reason. */
export const noCancelReason = 'none'
