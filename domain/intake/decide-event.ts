import type { Actor } from '../access/actor.ts'
import type { Code } from '../core/codes.ts'
import type { Refusal } from '../lib/result.ts'
import { whyNotMoveOrder } from '../orders/policy.ts'
import { compareContacts, compareContents, reopenedInShop } from './compare-change.ts'
import {
  type DecisionContext,
  type Difference,
  type IntakeDecision,
  type IntakeOrder,
  isLive,
  type KnownShopOrder,
  type MergedWith,
  type OrderUpdate,
  type ShopState,
} from './decision.ts'
import { isEnded, isLateCreation, isOlderEvent, isWhollyRefunded } from './event-order.ts'
import type { ShopOrder, ShopReading } from './shop-order.ts'
import { shopToOrders } from './shop-to-orders.ts'
import { type IntakeVerdict, isShownOnly } from './verdicts.ts'

/** Decides what an event changes, given what is known of its order. Deciding the same event again changes nothing. */
export const decideEvent = (
  event: ShopReading,
  known: KnownShopOrder | null,
  context: DecisionContext,
): IntakeDecision => {
  if (event.kind === 'ping') return decision('ignored')
  if (event.kind === 'ignored') return decision('ignored', { code: event.code })
  const { said = null, applied = null, orders: made = [], isTakenBack = false } = known ?? {}
  const isOlder = said !== null && isOlderEvent(event, said)
  // Something that the shop said before is still only shown, or was taken back: the newest state is tried again.
  const isUndecided = said !== null && (applied !== null || isTakenBack || isEnded(said))
  if (isOlder && context.isReplay && isUndecided) return decideEvent(said, known, context)
  if (isOlder) return decision('ignored', { code: 'OLDER_EVENT' })
  // Only a replay makes again what somebody has taken back; what the shop says meanwhile is remembered for it.
  if (isTakenBack && !context.isReplay && event.isWhole && !isEnded(event))
    return decision('ignored', { code: 'TAKEN_BACK', said: event })
  if (made.length === 0 && isLateCreation(event, said) && !context.isReplay)
    return decision('ignored', { code: 'CANCELLED_IN_SHOP' })
  if (made.length === 0) return decideNew(event, context)
  const before = { said, applied: applied ?? said, made }
  const isRefund = said !== null && event.event === 'refunded' && isWhollyRefunded(event, said)
  if (isEnded(event) || isRefund) return decideEnd(event, before, context)
  if (event.isWhole) return decideChange(event, before, context)
  // Part of it was refunded; what is left, only an update says.
  return decision('refused', { code: 'REFUNDED_IN_PART' })
}

const decision = (verdict: IntakeVerdict, rest: Partial<IntakeDecision> = {}): IntakeDecision => ({
  verdict,
  code: null,
  errors: [],
  basket: null,
  create: [],
  update: [],
  cancel: [],
  differences: [],
  unmapped: [],
  notes: [],
  said: null,
  applied: null,
  ...rest,
})

const refused = ({ code, errors = [] }: Refusal): IntakeDecision => decision('refused', { code, errors })

/** Nothing has been made of the order yet. An ended one is remembered, so that its creation cannot come after it. */
const decideNew = (event: ShopOrder, context: DecisionContext): IntakeDecision => {
  if (isEnded(event)) return decision('ignored', { code: 'CANCELLED_IN_SHOP', said: event })
  if (!event.isWhole) return decision('ignored', { code: 'NOTHING_ORDERED' })
  if (event.isFulfilled && event.event !== 'created')
    return decision('ignored', { code: 'FULFILLED_IN_SHOP' })
  const plan = shopToOrders(event, context)
  if (!plan.ok) return refused(plan)
  if (plan.value.kind === 'needs-product')
    return decision('needs-product', { code: 'PRODUCT_NOT_MAPPED', unmapped: plan.value.items })
  const { basket, orders, notes } = plan.value
  return decision('created', { basket, create: orders, notes, said: event })
}

/**
 * Cancels what may still be cancelled; the rest waits, with the first event that says so. Later ones say nothing new: whoever has
 * opened an order again, or waits for its parcel, replays.
 */
const decideEnd = (
  event: ShopOrder,
  before: ShopState,
  { actor, isReplay = false }: DecisionContext,
): IntakeDecision => {
  const said = ended(event, before.said)
  if (!isReplay && before.said !== null && isEnded(before.said)) return outcome({ said })
  const others = ({ mergedWith = [] }: IntakeOrder) =>
    mergedWith.filter((merged) => !before.made.some(({ id }) => id === merged.order))
  const judged = before.made
    .filter((order) => isLive(order) || others(order).length > 0)
    .map((order) => ({ order, code: whyNotEnd(order, actor, others(order)) }))
  const cancel = judged.filter(({ code }) => code === null).map(({ order }) => order.id)
  const differences = judged.flatMap(({ order, code }): Difference[] =>
    code === null ? [] : [{ order: order.id, field: 'status', ours: order.status, shop: 'CANCELLED', code }],
  )
  return outcome({ cancel, differences, said })
}

/**
 * A parcel that came back or was lost needs no cancelling. A kept order would take another one's pieces with it, and those of a
 * dropped one are in the order that was kept: people take them apart.
 */
const whyNotEnd = (order: IntakeOrder, actor: Actor, merged: readonly MergedWith[]): Code | null => {
  if (order.shippingStatus === 'RETURNED' || order.shippingStatus === 'LOST') return 'SHIPPING_IS_OVER'
  if (merged.length === 0) return whyNotMoveOrder(actor, order, { status: 'CANCELLED' })
  return merged.every(({ isCorrected }) => isCorrected) ? 'CHANGED_HERE' : 'MERGED_HERE'
}

/** An event with only an id ends what the shop said before. */
const ended = (event: ShopOrder, said: ShopOrder | null): ShopOrder => {
  if (event.isWhole || said === null) return event
  const { changedAt, triggeredAt } = event.changedAt === null ? said : event
  return { ...said, event: event.event, changedAt, triggeredAt, isCancelled: true }
}

/**
 * Compares what the shop said before, what we have, what it says now. What it has changed is applied where ours is still what it
 * said, else shown.
 */
const decideChange = (event: ShopOrder, before: ShopState, context: DecisionContext): IntakeDecision => {
  const plan = shopToOrders(event, context)
  if (!plan.ok) return refused(plan)
  if (plan.value.kind === 'needs-product')
    return decision('needs-product', { code: 'PRODUCT_NOT_MAPPED', unmapped: plan.value.items })
  const contact = compareContacts(plan.value, before, context)
  const contents = compareContents(event, plan.value, before, context)
  const differences = [...reopenedInShop(before, context), ...contact.differences, ...contents.differences]
  const isBehind = before.applied !== before.said && !context.isReplay
  // An order that is cancelled or deleted here follows once it is back, by a replay or the next event.
  const isHeldBack = before.made.some((order) => !isLive(order))
  return outcome({
    basket: plan.value.basket,
    create: contents.create,
    update: merged([...contact.update, ...contents.update]),
    cancel: contents.cancel,
    differences,
    notes: plan.value.notes,
    said: event,
    applied: differences.length > 0 || isBehind || isHeldBack ? before.applied : null,
  })
}

/** Nothing changed: a duplicate. Something only shown: ignored if nobody has to see to it, else refused. */
const outcome = (rest: Partial<IntakeDecision>): IntakeDecision => {
  const { create = [], update = [], cancel = [], differences = [] } = rest
  const first = differences.find(({ code }) => !isShownOnly(code)) ?? differences[0]
  const code = first?.code ?? null
  const isChanged = create.length + update.length + cancel.length > 0
  if (isChanged) return decision('updated', { ...rest, code })
  if (code === null) return decision('duplicate', { ...rest, notes: [] })
  return decision(isShownOnly(code) ? 'ignored' : 'refused', { ...rest, code })
}

/** One update for each order. */
const merged = (updates: readonly OrderUpdate[]): OrderUpdate[] => {
  const byOrder = new Map<string, OrderUpdate['fields']>()
  for (const { order, fields } of updates) byOrder.set(order, { ...byOrder.get(order), ...fields })
  return [...byOrder].map(([order, fields]) => ({ order, fields }))
}
