import type { Fields, Values } from '../lib/field.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import { orderFields } from './order.ts'
import { orderStatuses } from './order-status.ts'

/**
 * What a status call says. `delivery` is the delivery guy of the shipping that a confirmation makes, `callbackAt` when
 * somebody who was not reachable is to be called again: an instant. `reason` is why it is cancelled: a line more of its comment.
 */
export const orderMoveFields = {
  status: { kind: 'choice', values: orderStatuses, required: true },
  comment: orderFields.comment,
  delivery: { kind: 'reference', resource: 'users' },
  callbackAt: { kind: 'date' },
  reason: { kind: 'text', max: 200 },
} as const satisfies Fields

export type OrderMoveInput = Values<typeof orderMoveFields>

/** Only a confirmation makes a shipping that a delivery guy could be given, and only who did not answer is called again. */
export const checkOrderMove = (move: OrderMoveInput): Result<OrderMoveInput> => {
  if (move.delivery && move.status !== 'CONFIRMED') {
    return refuse('VALIDATION_FAILED', [{ path: 'delivery', code: 'UNKNOWN_FIELD' }])
  }
  if (move.reason && move.status !== 'CANCELLED') {
    return refuse('VALIDATION_FAILED', [{ path: 'reason', code: 'UNKNOWN_FIELD' }])
  }
  if (!move.callbackAt) return accept(move)
  if (move.status !== 'NOT_REACHABLE') {
    return refuse('VALIDATION_FAILED', [{ path: 'callbackAt', code: 'UNKNOWN_FIELD' }])
  }
  // A day alone is no time to call.
  return move.callbackAt.includes('T')
    ? accept(move)
    : refuse('VALIDATION_FAILED', [{ path: 'callbackAt', code: 'NOT_A_DATE' }])
}
