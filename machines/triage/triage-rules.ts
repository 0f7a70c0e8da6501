import type { Order } from '../../domain/orders/order.ts'
import { type Claim, callableStatuses } from '../../domain/triage/claim.ts'
import {
  type ClaimRequest,
  type Handled,
  handSize,
  type TriageContext,
  type TriageNotice,
} from './triage-types.ts'

/** The next claim request: keeps the hand and orders whose outcome is being sent, and fills up the rest. */
export const claimRequest = ({ where, hand, handled, passed, resume }: TriageContext): ClaimRequest => {
  const underWay = handled.filter(({ state }) => state !== 'done').map(({ order }) => order.id)
  const keep = [...new Set([...hand.map(({ id }) => id), ...resume, ...underWay])]
  return { where, except: passed, keep, count: Math.max(0, handSize - hand.length - resume.length) }
}

/** Whether the last claim kept the order, so that its counts exclude it. */
export const isAsked = ({ asked }: TriageContext, order: string): boolean =>
  asked?.keep.includes(order) === true

/** The hand after the answer of a claim. */
export const afterClaim = (context: TriageContext, claim: Claim): Partial<TriageContext> => {
  const { handled, resume, troubles, touched, taken } = context
  const asked = context.asked ?? claimRequest(context)
  const kept = new Map(claim.kept.map((order) => [order.id, order]))
  const undoing = idsOf(handled.filter(({ state }) => state === 'undoing'))
  const stays = (order: Order): Order | null => {
    // Being undone or not kept: the server's version is older than what is on screen.
    if (undoing.has(order.id) || !asked.keep.includes(order.id)) return order
    const present = kept.get(order.id)
    return present !== undefined && isCallable(present) ? present : null
  }
  const hand = context.hand.map(stays).filter((order) => order !== null)
  const decided = new Set([...idsOf(handled.filter(({ state }) => state === 'sending')), ...context.passed])
  const resumed = resume.flatMap((id) => kept.get(id) ?? []).filter(isCallable)
  const given = [...resumed, ...(claim.order ? [claim.order] : []), ...claim.ahead]
  const fresh = given.filter(({ id }) => !decided.has(id) && !hand.some((order) => order.id === id))
  const inHand = idsOf([...hand, ...fresh].map((order) => ({ order })))
  const [before] = context.hand
  return {
    hand: [...hand, ...fresh],
    isDrained: (claim.order === null ? 0 : 1 + claim.ahead.length) < asked.count,
    left: claim.left,
    waiting: claim.waiting,
    nextAt: claim.nextAt,
    opensAt: claim.opensAt,
    spent: claim.spent,
    notice: (before && noticeOf(before, hand[0], kept.get(before.id), { touched, taken })) ?? context.notice,
    touched: [],
    taken: {},
    troubles: Object.fromEntries(Object.entries(troubles).filter(([id]) => inHand.has(id))),
    failure: null,
    tries: 0,
    resume: [],
  }
}

const noticeOf = (
  before: Order,
  now: Order | undefined,
  present: Order | undefined,
  { touched, taken }: Pick<TriageContext, 'touched' | 'taken'>,
): TriageNotice | null => {
  const { number, customerName: name } = before
  const turn = taken[before.id]
  if (now?.id !== before.id && turn !== undefined) return { ...turn, number, name }
  if (now?.id !== before.id) return { kind: present === undefined ? 'lost' : 'moved', number, name }
  return now.version > before.version && touched.includes(before.id)
    ? { kind: 'changed', number, name }
    : null
}

export type Face = 'opening' | 'calling' | 'empty' | 'paused' | 'offline' | 'failed'

/** What the screen shows. A claimed order stays visible while offline. */
export const faceOf = (isPaused: boolean, { hand, failure, isDrained }: TriageContext): Face => {
  if (isPaused) return 'paused'
  if (hand.length > 0) return 'calling'
  if (failure !== null) return failure.code === 'OFFLINE' ? 'offline' : 'failed'
  return isDrained ? 'empty' : 'opening'
}

/** Returns an order: to the screen if that is empty, else as the next one. */
export const backInHand = (hand: readonly Order[], order: Order): readonly Order[] => {
  const [first, ...others] = hand.filter(({ id }) => id !== order.id)
  return first === undefined ? [order] : [first, order, ...others]
}

/** Outcomes that can be undone, last first. */
export const undoable = (handled: readonly Handled[]): readonly Handled[] =>
  handled.filter(
    ({ state, batchId, decision }) =>
      state === 'sending' || (state === 'done' && (batchId !== null || decision === null)),
  )

/** Skipped and unreached orders are not claimed again at once; those with a callback are due by themselves. */
export const isPassed = ({ decision }: Pick<Handled, 'decision'>): boolean =>
  decision === null || (decision.status === 'NOT_REACHABLE' && decision.callbackAt === undefined)

const HOUR_MS = 3_600_000
/** A longer time between two outcomes is a break. */
const MAX_CALL_MS = 10 * 60_000
/** With less work and fewer outcomes than these, the rate is not meaningful. */
const MIN_WORKED_MS = 60_000
const MIN_OUTCOMES = 20

/** Orders per hour over the last twenty outcomes without breaks; null before a minute of work or twenty outcomes. */
export const callsPerHour = (handled: readonly Handled[]): number | null => {
  const spans = handled
    .filter(({ decision, state }) => decision !== null && state !== 'undoing')
    .slice(0, 21)
    .flatMap(({ at }, index, all) => (all[index + 1] ? [at - all[index + 1]!.at] : []))
    .filter((span) => span < MAX_CALL_MS)
  const worked = spans.reduce((sum, span) => sum + span, 0)
  const isKnown = spans.length >= 3 && worked >= MIN_WORKED_MS
  const isMany = spans.length >= MIN_OUTCOMES - 1 && worked > 0
  return isKnown || isMany ? (spans.length * HOUR_MS) / worked : null
}

const isCallable = ({ status }: Order): boolean => (callableStatuses as readonly string[]).includes(status)

const idsOf = (those: readonly { order: Order }[]): ReadonlySet<string> =>
  new Set(those.map(({ order }) => order.id))
