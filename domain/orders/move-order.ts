import { addToComment } from '../comments/comment.ts'
import type { Order, OrderMoveInput } from './order.ts'

/** Fields that moves write; `statusAt` as in `moveShipping`. */
export type MovedOrderFields = Pick<Order, 'status' | 'comment' | 'attempts' | 'callbackAt' | 'calledAt'> & {
  statusAt: string | null
}

/** The order after a status call allowed by `whyNotMoveOrder`. `at`: ISO instant. */
export const moveOrder = <O extends MovedOrderFields>(order: O, move: OrderMoveInput, at: string): O => {
  const comment = move.comment ?? order.comment
  const isMissedCall = move.status === 'NOT_REACHABLE'
  return {
    ...order,
    status: move.status,
    statusAt: move.status === order.status ? order.statusAt : at,
    comment: move.reason ? addToComment(comment, move.reason) : comment,
    attempts: order.attempts + (isMissedCall ? 1 : 0),
    calledAt: isMissedCall ? at : order.calledAt,
    // Only a move with `callbackAt` schedules a call.
    callbackAt: isMissedCall && move.callbackAt ? new Date(move.callbackAt).toISOString() : null,
  }
}
