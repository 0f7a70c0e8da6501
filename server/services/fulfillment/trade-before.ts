import { and, eq } from 'drizzle-orm'
import type { RevertLine } from '../../crud/revert-rules.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { changes } from '../../db/schema/changes.ts'
import { followOrder } from './derive-shipping.ts'
import {
  type HeldOrder,
  leadOf,
  orderValueNames,
  orderValuesOf,
  type ShippingValues,
  shippingOf,
  shippingValueNames,
  shippingValuesOf,
  type TradeResource,
  type TradeStep,
  type TradeValues,
} from './trade-step.ts'

type Line = typeof changes.$inferSelect

/** What the records that only followed were, by their ids. */
export type Followers = ReadonlyMap<string, Line>

/** What an order and its shipping are to be again. `hasMovedOn` says that what followed cannot go back with it. */
export type TradeBefore = { next: TradeValues; undoes: TradeStep['undoes']; hasMovedOn: boolean }

/** The lines of the records that followed those that a batch was about. */
export const readFollowers = async (
  tx: Transaction,
  lead: TradeResource,
  lines: readonly RevertLine[],
  held: readonly HeldOrder[],
): Promise<Followers> => {
  const [first] = lines
  if (first === undefined) return new Map()
  const ids = held.flatMap(({ id, shipping }) => (lead === 'orders' ? (shipping?.id ?? []) : id))
  const rows = await tx
    .select()
    .from(changes)
    .where(and(eq(changes.batchId, first.batchId), isOneOf(changes.recordId, ids)))
  return new Map(rows.filter((row) => leadOf(row.verb) === lead).map((row) => [row.recordId, row]))
}

/** What a line's change made of an order and its shipping, taken back. */
export const tradeBefore = (
  lead: TradeResource,
  order: HeldOrder,
  line: Line,
  followers: Followers,
): TradeBefore =>
  lead === 'orders'
    ? beforeOrderChange(order, line, order.shipping === null ? undefined : followers.get(order.shipping.id))
    : beforeShippingChange(order, line, followers.get(order.id))

/** A line without `before` made the order: taking it back deletes it. */
const beforeOrderChange = (order: HeldOrder, line: Line, follower: Line | undefined): TradeBefore => {
  const back = {
    ...orderValuesOf(order),
    ...(line.before === null ? { isDeleted: true } : orderPart(line.before)),
  }
  const followed = followOrder(order, back)
  const undoes = { orders: line.id, shippings: follower?.id }
  const part = shippingPart(follower?.before ?? {})
  if (order.shipping === null || followed.shipping === null || Object.keys(part).length === 0) {
    return { next: followed, undoes, hasMovedOn: false }
  }
  // A confirmation takes the parcel back wherever it has got to meanwhile, as long as it is not out: that is decided by
  // its status. Anything else goes back exactly, or not at all.
  const isTakenBack = order.status === 'CONFIRMED' && back.status !== 'CONFIRMED'
  const shipping = { ...(isTakenBack ? followed.shipping : shippingValuesOf(order.shipping)), ...part }
  const hasMovedOn = !isTakenBack && order.shipping.version !== follower?.version
  return { next: { order: back, shipping }, undoes, hasMovedOn }
}

/** The order must stand where the parcel's change has left it, where that has touched it. */
const beforeShippingChange = (order: HeldOrder, line: Line, follower: Line | undefined): TradeBefore => ({
  next: {
    order: { ...orderValuesOf(order), ...orderPart(follower?.before ?? {}) },
    shipping: { ...shippingValuesOf(shippingOf(order)), ...shippingPart(line.before ?? {}) },
  },
  undoes: { shippings: line.id, orders: follower?.id },
  hasMovedOn: order.isDeleted || (follower !== undefined && follower.version !== order.version),
})

/** History may keep more than is written back: fields that are another record's, and those of earlier versions. */
const partOf = (names: readonly string[], before: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(before, name)).map((name) => [name, before[name]]))

const orderPart = (before: Record<string, unknown>): Partial<TradeValues['order']> =>
  partOf([...orderValueNames, 'isDeleted'], before)

const shippingPart = (before: Record<string, unknown>): Partial<ShippingValues> =>
  partOf([...shippingValueNames, 'isDeleted'], before)
