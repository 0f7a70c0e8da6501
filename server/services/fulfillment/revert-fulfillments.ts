import { and, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { whyNotRevertFulfillment } from '../../../domain/orders/policy.ts'
import { changedBy } from '../../crud/change-report.ts'
import { restoreTexts } from '../../crud/change-texts.ts'
import type { Batch } from '../../crud/record-changes.ts'
import { type Revert, type Reverted, type RevertLine, whyNotTakeBack } from '../../crud/revert-records.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { changes } from '../../db/schema/changes.ts'
import { orders, shippings } from '../../db/schema/orders.ts'
import { applyFulfillmentSteps, decideFulfillments, recordOf } from './apply-change.ts'
import { followOrder } from './derive-shipping.ts'
import {
  asFulfillment,
  type FulfillmentResource,
  type FulfillmentStep,
  type FulfillmentValues,
  type HeldOrder,
  type HeldShipping,
  holdOrders,
  leadOf,
  mirroredDelivery,
  orderValueNames,
  orderValuesOf,
  type ShippingValues,
  shippingOf,
  shippingValueNames,
  shippingValuesOf,
} from './fulfillment-step.ts'
import { findCouriers } from './shippings.ts'
import { holdStock, type Stock } from './stock.ts'
import { takenReferences } from './write-orders.ts'

/** Undoes changes of orders and parcels, with stock and cash. Records changed since, or not fitting, are refused. */
const revertFulfillments = async (
  lead: FulfillmentResource,
  tx: Transaction,
  actor: Actor,
  lines: readonly RevertLine[],
  batch: Batch,
): Promise<Reverted> => {
  const lineOf = new Map(lines.map((line) => [line.recordId, line]))
  const held = await holdOrders(tx, chosenBy[lead]([...lineOf.keys()]), { lock: true })
  const followers = await readFollowers(tx, lead, lines, held)
  const backs = held.map((order): Back => {
    const line = lineOf.get(recordOf(lead, order).id)!
    return { order, line, ...fulfillmentBefore(lead, order, line, followers) }
  })
  const backOf = new Map(backs.map((back) => [back.order, back]))
  const facts = await findFacts(tx, backs)
  const whyNot = (back: Back): Code | null =>
    whyNotTakeBack(actor, back.line, scopedOf(lead, back.order)) ?? whyNotRevert(back, facts)
  const parted = partedMerges(backs, whyNot)
  const { steps, refused } = decideFulfillments(lead, held, facts.stock, (order) => {
    const back = backOf.get(order)!
    const code = whyNot(back) ?? (parted.has(back.line.batchId) ? 'MOVED_ON' : null)
    return code === null ? { next: back.next, verb: back.line.verb, undoes: back.undoes } : { code }
  })
  await applyFulfillmentSteps(tx, actor, batch, steps)
  return { changed: changedBy(steps.map(({ order }) => recordOf(lead, order))), refused }
}

type Back = FulfillmentBefore & { order: HeldOrder; line: RevertLine }

/** Batches of merges that cannot be taken back for both orders: undone for one, its pieces would be ordered twice, or by nobody. */
const partedMerges = (backs: readonly Back[], whyNot: (back: Back) => Code | null): ReadonlySet<string> => {
  const fit = new Map<string, number>()
  const merges = backs.filter(({ line }) => line.verb === 'order.merge')
  for (const back of merges) {
    const { batchId } = back.line
    fit.set(batchId, (fit.get(batchId) ?? 0) + (whyNot(back) === null ? 1 : 0))
  }
  return new Set([...fit].flatMap(([batchId, count]) => (count === 2 ? [] : batchId)))
}

const chosenBy = {
  orders: (ids: readonly string[]) => isOneOf(orders.id, ids),
  shippings: (ids: readonly string[]) => sql`${orders.id} in (
    select ${shippings.order} from ${shippings} where ${isOneOf(shippings.id, ids)})`,
} as const satisfies Record<FulfillmentResource, unknown>

/** Scope columns of the record that a line is about. */
const scopedOf = (lead: FulfillmentResource, order: HeldOrder) =>
  lead === 'orders' ? order : { ...shippingOf(order), country: order.country }

type Facts = {
  stock: Stock
  /** Country of each courier to be restored. */
  couriers: ReadonlyMap<string, string>
  /** Orders whose reference another order of the seller has now, or whose line of a shop became another one. */
  taken: ReadonlySet<string>
}

const findFacts = async (tx: Transaction, backs: readonly Back[]): Promise<Facts> => {
  const products = backs.flatMap(({ order, next }) => [order.product, next.order.product])
  const couriers = backs.map(({ next }) => mirroredDelivery(next.shipping))
  const coming = backs.filter(isComing).map(({ order, next }) => ({ ...order, ...next.order }))
  const taken = new Set([...(await takenReferences(tx, coming)), ...(await replacedOrders(tx, coming))])
  return {
    stock: await holdStock(tx, products, { lock: 'update' }),
    couriers: await findCouriers(tx, couriers),
    taken,
  }
}

/** Those whose line of a shop's order has become another order since. */
const replacedOrders = async (tx: Transaction, coming: readonly { id: string }[]): Promise<string[]> => {
  if (coming.length === 0) return []
  const ids = coming.map(({ id }) => id)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select line."order" as id from shop_lines line
    join shop_lines other on other.source = line.source and other.external_id = line.external_id
      and other.line = line.line and other.part = line.part and other."order" <> line."order"
    join orders kept on kept.id = other."order" and kept.deleted_at is null
    where line."order" = any(${sql.param(ids)}::uuid[])`)
  return rows.map(({ id }) => id)
}

const whyNotRevert = ({ order, next, hasMovedOn }: Back, facts: Facts): Code | null => {
  if (hasMovedOn) return 'MOVED_ON'
  const { isBilled = false, isHandedOver = false, attempts = 0 } = order.shipping ?? {}
  const present = { ...asFulfillment(order, order.shipping), isBilled, isHandedOver, wasOut: attempts > 0 }
  const available = facts.stock.available(next.order.product)
  const code = whyNotRevertFulfillment(present, asFulfillment(next.order, next.shipping), available)
  if (code !== null) return code
  const delivery = mirroredDelivery(next.shipping)
  const isAssignedAnew = delivery !== null && delivery !== order.delivery
  if (isAssignedAnew && facts.couriers.get(delivery) !== order.country) return 'DELIVERY_GUY_NOT_FOUND'
  return facts.taken.has(order.id) ? 'ALREADY_IMPORTED' : null
}

/** Restored from deletion, or to another seller or reference. */
const isComing = ({ order, next }: Back): boolean =>
  !next.order.isDeleted &&
  (order.isDeleted || next.order.owner !== order.owner || next.order.externalRef !== order.externalRef)

/** Undoes changes of orders with stock and shipping. */
export const revertOrders: Revert = (...about) => revertFulfillments('orders', ...about)

/** Undoes changes of parcels with stock, cash and order; refused if billed or handed over. */
export const revertShippings: Revert = (...about) => revertFulfillments('shippings', ...about)

type Line = typeof changes.$inferSelect

/** Former values of the dependent records, by batch and id. */
type Followers = ReadonlyMap<string, Line>

/** One batch may have several lines of a record, as of what a key did. */
const followerKey = ({ batchId, verb }: Line, id: string): string => `${batchId} ${verb} ${id}`

/** The state to restore. `hasMovedOn`: the dependent record cannot be restored with it. */
type FulfillmentBefore = { next: FulfillmentValues; undoes: FulfillmentStep['undoes']; hasMovedOn: boolean }

/** History lines of the dependent records, of the batches of these lines. */
const readFollowers = async (
  tx: Transaction,
  lead: FulfillmentResource,
  lines: readonly RevertLine[],
  held: readonly HeldOrder[],
): Promise<Followers> => {
  if (lines.length === 0) return new Map()
  const batches = [...new Set(lines.map(({ batchId }) => batchId))]
  const ids = held.flatMap(({ id, shipping }) => (lead === 'orders' ? (shipping?.id ?? []) : id))
  const rows = await tx
    .select()
    .from(changes)
    .where(
      and(
        isOneOf(changes.batchId, batches),
        isOneOf(changes.recordId, ids),
        sql`not exists (select 1 from changes later where later.undoes = changes.id)`,
      ),
    )
    .orderBy(changes.version)
  const followers = await restoreTexts(
    tx,
    rows.filter((row) => leadOf(row.verb) === lead),
  )
  return new Map(followers.map((row) => [followerKey(row, row.recordId), row]))
}

/** State before a line's change. */
const fulfillmentBefore = (
  lead: FulfillmentResource,
  order: HeldOrder,
  line: Line,
  followers: Followers,
): FulfillmentBefore =>
  lead === 'orders'
    ? beforeOrderChange(
        order,
        line,
        order.shipping === null ? undefined : followers.get(followerKey(line, order.shipping.id)),
      )
    : beforeShippingChange(order, line, followers.get(followerKey(line, order.id)))

/** A line without `before` created the order: undo deletes it. */
const beforeOrderChange = (order: HeldOrder, line: Line, follower: Line | undefined): FulfillmentBefore => {
  const back = {
    ...orderValuesOf(order),
    ...(line.before === null ? { isDeleted: true } : orderPart(line.before)),
  }
  const followed = followOrder(order, back)
  const undoes = { orders: line.id, shippings: follower?.id }
  const part = shippingPart(follower?.before ?? {})
  if (order.shipping === null || followed.shipping === null || Object.keys(part).length === 0) {
    const isMadeByIt = follower !== undefined && follower.before === null && follower.verb === 'order.confirm'
    return {
      next: isMadeByIt && hasNeverMoved(order.shipping) ? withoutParcel(followed) : followed,
      undoes,
      hasMovedOn: false,
    }
  }
  // Undoing a confirmation cancels the parcel from any status that is not out; the status rules check it. Others must restore
  // exactly.
  const isTakenBack = order.status === 'CONFIRMED' && back.status !== 'CONFIRMED'
  const shipping = { ...(isTakenBack ? followed.shipping : shippingValuesOf(order.shipping)), ...part }
  const hasMovedOn = !isTakenBack && order.shipping.version !== follower?.version
  return { next: { order: back, shipping }, undoes, hasMovedOn }
}

/** A parcel that never left goes with the confirmation that made it, whether or not a courier was set. */
const hasNeverMoved = (shipping: HeldShipping | null): boolean =>
  shipping !== null &&
  shipping.outAt === null &&
  shipping.attempts === 0 &&
  isUnsent[shipping.status] === true

const isUnsent: Partial<Record<string, true>> = { PENDING: true, ASSIGNED: true }

const withoutParcel = ({ order, shipping }: FulfillmentValues): FulfillmentValues => ({
  order,
  shipping: shipping && { ...shipping, isDeleted: true },
})

/** The order must be as the parcel's change left it, if that changed it. */
const beforeShippingChange = (
  order: HeldOrder,
  line: Line,
  follower: Line | undefined,
): FulfillmentBefore => ({
  next: {
    order: { ...orderValuesOf(order), ...orderPart(follower?.before ?? {}) },
    shipping: { ...shippingValuesOf(shippingOf(order)), ...shippingPart(line.before ?? {}) },
  },
  undoes: { shippings: line.id, orders: follower?.id },
  hasMovedOn: order.isDeleted || (follower !== undefined && follower.version !== order.version),
})

/** Ignores fields of the other record and of earlier versions. */
const partOf = (names: readonly string[], before: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(before, name)).map((name) => [name, before[name]]))

const orderPart = (before: Record<string, unknown>): Partial<FulfillmentValues['order']> =>
  partOf([...orderValueNames, 'isDeleted'], before)

const shippingPart = (before: Record<string, unknown>): Partial<ShippingValues> =>
  partOf([...shippingValueNames, 'isDeleted'], before)
