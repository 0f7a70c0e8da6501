import type { Code } from '../../domain/core/codes.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Failure } from '../failure.ts'

/** How many orders one has: the one on the screen, and those that follow without a wait. */
export const handSize = 4

/** What came of a call, as the status call says it. `comment` is the order's whole comment from now on. */
export type Decision = {
  status: 'CONFIRMED' | 'CANCELLED' | 'NOT_REACHABLE'
  comment?: string
  /** An instant: when the customer is to be called again. */
  callbackAt?: string
}

/**
 * An order handled in this session, in its state before. `id` is the idempotency key of its outcome. Without a
 * decision it was skipped. `undoing`: it is leased again while its outcome is being undone.
 */
export type Handled = {
  id: string
  order: Order
  decision: Decision | null
  /** In epoch milliseconds. */
  at: number
  state: 'sending' | 'done' | 'undoing'
  batchId: string | null
}

/** What happened to the order that was on the screen, without the person's doing. */
export type Notice = { kind: 'lost' | 'moved' | 'changed'; number: number; name: string }

export type TriageContext = {
  where: Where
  /** The first is on the screen. */
  hand: readonly Order[]
  /** What the claim under way asks for. */
  asked: ClaimRequest | null
  /** Those of the hand that another user has changed since they were read. */
  touched: readonly string[]
  /** Nobody else has more of what is looked for, as far as is known. */
  isDrained: boolean
  /** Something has happened that only the server knows the end of. */
  isStale: boolean
  left: number
  /** Those whose customers asked to be called later, and when the next of them is due. */
  waiting: number
  nextAt: string | null
  /** The last first. */
  handled: readonly Handled[]
  /** Skipped or not reached: not claimed again in this session unless requested. */
  passed: readonly string[]
  /** Why the server refused an order's outcome, by the order's id. */
  troubles: Readonly<Record<string, Code>>
  notice: Notice | null
  failure: Failure | null
  tries: number
  /** Orders to have first, where they can be had: the one that was left a moment ago. */
  resume: readonly string[]
}

export type TriageInput = {
  where: Where
  handled?: readonly Handled[]
  passed?: readonly string[]
  resume?: readonly string[]
}

export type ClaimRequest = {
  where: Where
  except: readonly string[]
  keep: readonly string[]
  count: number
}

export type TriageEvent =
  /** `order` is the one that the person saw: no other is ever decided. */
  | { type: 'order.decide'; id: string; order: string; decision: Decision; at: number }
  | { type: 'order.skip'; id: string; order: string; at: number }
  /** Takes back the last that can be, or the one named. */
  | { type: 'order.undo'; id?: string }
  | { type: 'outcome.sent'; id: string; batchId: string | null }
  | { type: 'outcome.refused'; id: string; code: Code }
  | { type: 'outcome.undone'; id: string }
  | { type: 'outcome.stayed'; id: string }
  /** These orders are other than they were (null: too many to name); `isOwn` where the person did it. */
  | { type: 'orders.changed'; ids: readonly string[] | null; isOwn: boolean }
  /** Passed over and called in vain: once more. */
  | { type: 'triage.again' }
  | { type: 'triage.pause' }
  | { type: 'triage.resume' }
  | { type: 'triage.retry' }
  | { type: 'network.online' }
  | { type: 'network.offline' }

/** What the machine requests from the code that sends outcomes and holds leases. */
export type TriageEmitted =
  | { type: 'triage.send'; id: string; order: Order; decision: Decision }
  | { type: 'triage.takeBack'; id: string; batchId: string | null }
  | { type: 'triage.letGo' }
