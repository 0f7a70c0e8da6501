import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import type { ShippingStatus } from '../fulfillment/shipping-status.ts'
import { isOut, whyNotMoveOrder } from '../orders/policy.ts'
import {
  type DecisionContext,
  type Difference,
  type IntakeDecision,
  type IntakeOrder,
  isLive,
  type ShopState,
} from './decision.ts'
import { isEnded } from './event-order.ts'
import type { ShopOrder } from './shop-order.ts'
import {
  type OrderPlan,
  type PlannedOrder,
  type ShopContact,
  shopContact,
  shopReference,
  shopToOrders,
} from './shop-to-orders.ts'

type Changes = Pick<IntakeDecision, 'create' | 'update' | 'cancel' | 'differences'>

const contactFields = ['customerName', 'customerPhone', 'customerAddress', 'city', 'comment'] as const

/** Whom and where: changed until the parcel has left. */
export const compareContacts = (
  { orders }: OrderPlan,
  { said, applied, made }: ShopState,
  { country, isReplay = false }: DecisionContext,
): Pick<Changes, 'update' | 'differences'> => {
  const last = contactOf(said, country)
  const taken = contactOf(applied, country)
  const now = orders[0]!.input
  const changes = made.filter(isLive).flatMap((order) =>
    contactFields.flatMap((field) => {
      const [ours, shop] = [order[field] ?? null, now[field] ?? null]
      const before = isReplay ? taken : last
      if (shop === ours || shop === before?.[field]) return []
      const isOurs = ours !== last?.[field] && ours !== taken?.[field]
      return [{ order: order.id, field, ours, shop, code: isOurs ? 'CHANGED_HERE' : whyNotReached(order) }]
    }),
  )
  return {
    update: changes.flatMap(({ order, field, shop, code }) =>
      code === null ? [{ order, fields: { [field]: shop } }] : [],
    ),
    differences: changes.flatMap(({ code, ...change }) => (code === null ? [] : [{ ...change, code }])),
  }
}

const contactOf = (order: ShopOrder | null, country: CountryCode): ShopContact | null => {
  const read = order === null ? null : shopContact(order, country)
  return read?.ok ? read.value.contact : null
}

/**
 * Lines, pieces and prices: changed together or not at all, so that the basket still collects what is outstanding. Only while
 * all its orders are open: a confirmed customer was told a price.
 */
export const compareContents = (
  event: ShopOrder,
  { orders }: OrderPlan,
  { said, applied, made }: ShopState,
  context: DecisionContext,
): Changes => {
  const last = plannedOf(said, context)
  const taken = plannedOf(applied, context)
  const before = context.isReplay ? taken : last
  if (before !== null && isSameContent(before, orders)) return nothing
  const oldOnes = (one: Key) => [...(last ?? []), ...(taken ?? [])].filter((other) => isSameKey(one, other))
  const newOf = (one: Key) => orders.find((other) => isSameKey(one, other))
  const added = orders.filter((one) => !made.some((order) => isSameKey(one, order)))
  const back = made.filter((order) => newOf(order) !== undefined && isTakenOut(order, oldOnes(order)))
  // What was cancelled with its line concerns nobody any more.
  const concerned = made.filter((order) => oldOnes(order).length > 0 || newOf(order) !== undefined)
  const gone = concerned.filter((order) => isLive(order) && newOf(order) === undefined)
  const stays = concerned.flatMap((order) => {
    const input = newOf(order)?.input
    return input === undefined || order.isDeleted ? [] : [{ order, input }]
  })
  const codes = [
    event.isFulfilled ? 'FULFILLED_IN_SHOP' : null,
    ...concerned.map((order) => whyNotChangeContent(order, oldOnes(order), context)),
    ...gone.map((order) => whyNotMoveOrder(context.actor, order, { status: 'CANCELLED' })),
  ] as const
  const code = codes.find((one) => one !== null) ?? null
  const changed = stays.flatMap(({ order, input }) =>
    contentFields
      .filter((field) => order[field] !== input[field])
      .map((field) => ({ order, field, shop: input[field] })),
  )
  if (code !== null) return { ...nothing, differences: shownContents({ changed, added, back, gone }, code) }
  return {
    create: added.map((planned, at) =>
      withReference(planned, shopReference(event, context.source, made.length + at)),
    ),
    update: changed.map(({ order, field, shop }) => ({ order: order.id, fields: { [field]: shop } })),
    cancel: gone.map(({ id }) => id),
    differences: [],
  }
}

const nothing: Changes = { create: [], update: [], cancel: [], differences: [] }

type ChangedContents = {
  changed: { order: IntakeOrder; field: (typeof contentFields)[number]; shop: number }[]
  added: PlannedOrder[]
  /** Orders of lines that the shop has taken out and in again. */
  back: IntakeOrder[]
  gone: IntakeOrder[]
}

/** The changes as differences, since one of them is not allowed. */
const shownContents = ({ changed, added, back, gone }: ChangedContents, code: Code): Difference[] => [
  ...changed.map(
    ({ order, field, shop }): Difference => ({ order: order.id, field, ours: order[field], shop, code }),
  ),
  ...added.map(({ line }): Difference => ({ order: null, field: 'line', ours: null, shop: line, code })),
  ...back.map(
    ({ id, status }): Difference => ({ order: id, field: 'status', ours: status, shop: 'PENDING', code }),
  ),
  ...gone.map(({ id, line }): Difference => ({ order: id, field: 'line', ours: line, shop: null, code })),
]

const plannedOf = (order: ShopOrder | null, context: DecisionContext): PlannedOrder[] | null => {
  const plan = order === null ? null : shopToOrders(order, context)
  return plan?.ok && plan.value.kind === 'plan' ? plan.value.orders : null
}

type Key = Pick<PlannedOrder, 'line' | 'part'>
const isSameKey = (one: Key, other: Key): boolean => one.line === other.line && one.part === other.part

const contentFields = ['quantity', 'price'] as const

const isSameContent = (was: readonly PlannedOrder[], now: readonly PlannedOrder[]): boolean =>
  was.length === now.length &&
  was.every((old) =>
    now.some(
      (one) => isSameKey(old, one) && contentFields.every((field) => one.input[field] === old.input[field]),
    ),
  )

/** Code why lines, pieces and prices of the order are only shown, or null. `said`: what the shop has said of it. */
const whyNotChangeContent = (
  order: IntakeOrder,
  said: readonly PlannedOrder[],
  { actor }: DecisionContext,
): Code | null => {
  if (isTakenOut(order, said)) return whyNotMoveOrder(actor, order, { status: 'PENDING' })
  if (!isLive(order)) return 'CHANGED_HERE'
  const code = whyNotReached(order) ?? (order.status === 'CONFIRMED' ? 'ORDER_IS_CONFIRMED' : null)
  if (code !== null) return code
  const isOurs = !said.some(({ input }) => contentFields.every((field) => order[field] === input[field]))
  return isOurs ? 'CHANGED_HERE' : null
}

/** Whether the order was cancelled with its line, which the shop may take in again. */
const isTakenOut = ({ status, isDeleted }: IntakeOrder, said: readonly PlannedOrder[]): boolean =>
  said.length === 0 && status === 'CANCELLED' && !isDeleted

/** Code why the parcel can no longer be reached, or null. */
const whyNotReached = ({ shippingStatus }: IntakeOrder): Code | null => {
  if (shippingStatus !== null && overStatuses.includes(shippingStatus)) return 'SHIPPING_IS_OVER'
  return isOut(shippingStatus) ? 'SHIPPING_IS_OUT' : null
}

const overStatuses: readonly ShippingStatus[] = ['DELIVERED', 'RETURNED', 'LOST']

/** Numbers of the basket's references are not used again. */
const withReference = (planned: PlannedOrder, externalRef: string): PlannedOrder => ({
  ...planned,
  input: { ...planned.input, externalRef },
})

/** The shop has taken back a cancellation. Reopening an order is for people. */
export const reopenedInShop = (
  { said, applied, made }: ShopState,
  { actor, isReplay = false }: DecisionContext,
): Difference[] => {
  const before = isReplay ? applied : said
  if (before === null || !isEnded(before)) return []
  return made.flatMap((order): Difference[] => {
    const code = whyNotMoveOrder(actor, order, { status: 'PENDING' })
    const isCancelled = order.status === 'CANCELLED' && !order.isDeleted
    return isCancelled && code !== null
      ? [{ order: order.id, field: 'status', ours: 'CANCELLED', shop: 'PENDING', code }]
      : []
  })
}
