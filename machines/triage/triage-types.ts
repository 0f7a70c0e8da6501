import type { Code } from '../../domain/core/codes.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Failure } from '../failure.ts'

/** Claimed orders at a time: the one on screen and those that follow. */
export const handSize = 4

/** Outcome of a call: body of the status call. `comment`: the order's whole new comment. */
export type Decision = {
  status: 'CONFIRMED' | 'CANCELLED' | 'NOT_REACHABLE'
  comment?: string
  /** Instant when to call the customer again. */
  callbackAt?: string
}

/**
 * An order handled in this session, in its former state. `id`: idempotency key of its outcome. Skipped if without decision.
 * `undoing`: claimed again while its outcome is being undone.
 */
export type Handled = {
  id: string
  order: Order
  decision: Decision | null
  /** Epoch milliseconds. */
  at: number
  state: 'sending' | 'done' | 'undoing'
  batchId: string | null
}

/** What happened to the order on screen without the user's action. */
export type TriageNotice = {
  kind: 'lost' | 'moved' | 'changed' | 'takenOver' | 'freed'
  number: number
  name: string
  /** Who took it over, or freed it. */
  by?: string
}

/** By order: who took it over, or freed it. */
export type TakenOrders = Readonly<Record<string, { kind: 'takenOver' | 'freed'; by: string }>>

export type TriageContext = {
  where: Where
  /** The first is on screen. */
  hand: readonly Order[]
  /** Request of the claim under way. */
  asked: ClaimRequest | null
  /** Ids in the hand that another user changed since they were read. */
  touched: readonly string[]
  taken: TakenOrders
  /** No further orders are available, as far as known. */
  isDrained: boolean
  /** The hand or the counts may be outdated; claim again. */
  isStale: boolean
  left: number
  /** Orders with a later callback, and when the next is due. */
  waiting: number
  nextAt: string | null
  /** When the calling hours begin again; null while they last. */
  opensAt: string | null
  /** Orders whose calls are used up. */
  spent: number
  /** Last first. */
  handled: readonly Handled[]
  /** Skipped or unreached: not claimed again in this session unless requested. */
  passed: readonly string[]
  /** Code of the refused outcome, by order id. */
  troubles: Readonly<Record<string, Code>>
  notice: TriageNotice | null
  failure: Failure | null
  tries: number
  /** Orders to claim first if available: the one left last. */
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
  /** `order`: the one the user saw; no other is decided. */
  | { type: 'order.decide'; id: string; order: string; decision: Decision; at: number }
  | { type: 'order.skip'; id: string; order: string; at: number }
  /** Undoes the given outcome, or the last possible. */
  | { type: 'order.undo'; id?: string }
  | { type: 'outcome.sent'; id: string; batchId: string | null }
  | { type: 'outcome.refused'; id: string; code: Code }
  | { type: 'outcome.undone'; id: string }
  | { type: 'outcome.stayed'; id: string }
  /** These orders changed (null: too many to list). `isOwn`: by this user. */
  | { type: 'orders.changed'; ids: readonly string[] | null; isOwn: boolean; taken?: TakenOrders }
  /** Offers skipped and unreached orders again. */
  | { type: 'triage.again' }
  | { type: 'triage.pause' }
  | { type: 'triage.resume' }
  | { type: 'triage.retry' }
  | { type: 'network.online' }
  | { type: 'network.offline' }

/** Events for the code that sends outcomes and holds claims. */
export type TriageEmitted =
  | { type: 'triage.send'; id: string; order: Order; decision: Decision }
  | { type: 'triage.takeBack'; id: string; batchId: string | null }
  | { type: 'triage.letGo' }
