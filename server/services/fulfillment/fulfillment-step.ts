import { eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { Fulfillment } from '../../../domain/fulfillment/stock-rules.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import type { Executor } from '../../db/drizzle.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { orders, shippings } from '../../db/schema/orders.ts'
import { orderList } from '../../queries/orders.ts'
import { isBilled, shippingList } from '../../queries/shippings.ts'

/** An order and its shipping change together, by one writer (`applyFulfillmentSteps`): these are the shapes that it takes. */
export type FulfillmentResource = 'orders' | 'shippings'

type OrderRow = typeof orders.$inferSelect
type ShippingRow = typeof shippings.$inferSelect

/**
 * The columns of an order that a change can write; what history keeps of it, under the same names. `delivery` is not
 * among them: it mirrors the shipping's.
 */
export const orderValueNames = [
  'owner',
  'product',
  'customerName',
  'customerPhone',
  'customerAddress',
  'quantity',
  'price',
  'totalPrice',
  'sourceLink',
  'sourceName',
  'externalRef',
  'status',
  'statusAt',
  'comment',
  'attempts',
  'callbackAt',
] as const satisfies readonly (keyof OrderRow)[]

/** The columns of a shipping that a change can write. `owner` is not among them: it is its order's. */
export const shippingValueNames = [
  'status',
  'statusAt',
  'comment',
  'delivery',
  'attempts',
  'postponedTo',
  'collected',
  'outAt',
  'deliveredAt',
  'settledAt',
  'condition',
] as const satisfies readonly (keyof ShippingRow)[]

/**
 * Values as history keeps them: an instant is its ISO text. `statusAt` of a status that a change gives is the instant of
 * the change, unless it names another one (`stampStatus`); null is no other.
 */
type Kept<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? string | null : Row[Name] }

export type OrderValues = Kept<Pick<OrderRow, (typeof orderValueNames)[number]>> & { isDeleted: boolean }
export type ShippingValues = Kept<Pick<ShippingRow, (typeof shippingValueNames)[number]>> & {
  isDeleted: boolean
}

export type HeldShipping = ShippingValues &
  Pick<ShippingRow, 'id' | 'number' | 'version' | 'updatedAt' | 'owner'> & {
    isBilled: boolean
    isHandedOver: boolean
  }

/** An order and its shipping as they stood when their change was decided, locked until the transaction ends. */
export type HeldOrder = OrderValues &
  Pick<OrderRow, 'id' | 'number' | 'version' | 'country' | 'updatedAt' | 'delivery'> & {
    shipping: HeldShipping | null
  }

/** What an order and its shipping are to be. A shipping where the order has none yet is made. */
export type FulfillmentValues = { order: OrderValues; shipping: ShippingValues | null }

/**
 * A change of one order and its shipping, decided and not yet written. `undoes` are the history lines that it takes
 * back.
 */
export type FulfillmentStep = {
  order: HeldOrder
  next: FulfillmentValues
  verb: string
  undoes?: Partial<Record<FulfillmentResource, string>>
  /** The parcel is given out to its courier: it comes onto a manifest. */
  isManifested?: true
}

/** What is decided for one order: the step to take, or why it stays as it is. */
export type FulfillmentDecision = Omit<FulfillmentStep, 'order'> | { code: Code }

/** The record that a verb is about: `shipping.deliver` is the shipping's, whatever it does to the order. */
export const leadOf = (verb: string): FulfillmentResource =>
  verb.startsWith('shipping.') ? 'shippings' : 'orders'

/** The shipping of an order that was chosen by it. */
export const shippingOf = ({ shipping, number }: HeldOrder): HeldShipping => {
  if (shipping === null) throw new Error(`order ${number} has no shipping`)
  return shipping
}

/**
 * A step with the instants at which its records get their statuses: that of the change, where a status is another than
 * before. An undo names the earlier instant itself.
 */
export const stampStatus = (step: FulfillmentStep, at: string): FulfillmentStep => {
  const { order, next } = step
  const { shipping } = next
  return {
    ...step,
    next: {
      order: { ...next.order, statusAt: statusAtOf(order, next.order, at) },
      shipping: shipping && { ...shipping, statusAt: statusAtOf(order.shipping, shipping, at) },
    },
  }
}

type Timed = Pick<OrderValues, 'statusAt'> & { status: string }

const statusAtOf = (before: Timed | null, next: Timed, at: string): string => {
  if (before === null || next.statusAt === null) return at
  return next.status !== before.status && next.statusAt === before.statusAt ? at : next.statusAt
}

const keptOfOrder = [...orderValueNames, 'isDeleted'] as const
const keptOfShipping = [...shippingValueNames, 'isDeleted'] as const

export const orderValuesOf = (order: OrderValues): OrderValues => pick(order, keptOfOrder)

export const shippingValuesOf = (shipping: ShippingValues): ShippingValues => pick(shipping, keptOfShipping)

/** What an order and its shipping are to their product's stock. */
export const asFulfillment = (
  order: OrderValues,
  shipping: ShippingValues | null,
): Fulfillment & OrderValues => ({
  ...order,
  shippingStatus: shipping?.status ?? null,
  condition: shipping?.condition ?? null,
})

/** The same, as little as the counting of stock looks at. */
export const asCounted = (
  { status, quantity, isDeleted }: OrderValues,
  shipping: ShippingValues | null,
): Fulfillment => ({
  status,
  quantity,
  isDeleted,
  shippingStatus: shipping?.status ?? null,
  condition: shipping?.condition ?? null,
})

/** Whose parcel the order's is at present: what its `delivery` says. */
export const mirroredDelivery = (shipping: ShippingValues | null): string | null =>
  shipping === null || shipping.isDeleted || shipping.status === 'CANCELLED' ? null : shipping.delivery

const pick = <Row, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> => {
  const picked = {} as Pick<Row, Name>
  for (const name of names) picked[name] = row[name]
  return picked
}

/**
 * Reads the orders that a change is about, with their shippings, by id; with `lock` nobody else changes them until the
 * transaction ends. Everybody locks orders first and products second, each in the order of ids: so nobody can wait for
 * somebody who waits for them. An order's lock covers its shipping too, and whether an invoice or a handover has it.
 */
export const holdOrders = async (
  tx: Executor,
  condition: SQL,
  options: { lock: boolean },
): Promise<HeldOrder[]> => {
  if (!options.lock) return readHeld(tx, condition)
  const ids = await lockOrders(tx, condition)
  if (ids.length === 0) return []
  // A statement of its own, and the condition once more: one that waited for a lock has seen the world before it waited.
  return readHeld(tx, sql`${isOneOf(orders.id, ids)} and ${condition}`)
}

/** The condition that chooses the orders of a target's records, within the actor's reach for the verb. */
export const chosenOrders = (
  resource: FulfillmentResource,
  actor: Actor,
  verb: Verb,
  target: ParsedTarget,
): SQL =>
  resource === 'orders'
    ? targetSql(orderList.source, actor, verb, target)
    : sql`${orders.id} in (
        select ${shippings.order} from ${shippings} where ${targetSql(shippingList.source, actor, verb, target)})`

const lockOrders = async (tx: Executor, condition: SQL): Promise<string[]> => {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(condition)
    .orderBy(orders.id)
    .for('update')
  return rows.map((row) => row.id)
}

const readHeld = async (tx: Executor, condition: SQL): Promise<HeldOrder[]> => {
  const rows = await tx
    .select({ order: orders, shipping: shippings, isBilled })
    .from(orders)
    .leftJoin(shippings, eq(shippings.order, orders.id))
    .where(condition)
    .orderBy(orders.id)
  return rows.map(({ order: { deletedAt, ...order }, shipping, isBilled }) => ({
    ...order,
    statusAt: order.statusAt.toISOString(),
    callbackAt: order.callbackAt?.toISOString() ?? null,
    isDeleted: deletedAt !== null,
    shipping: shipping === null ? null : toHeldShipping(shipping, isBilled),
  }))
}

const toHeldShipping = (
  { deletedAt, handover, ...row }: typeof shippings.$inferSelect,
  isBilled: boolean,
): HeldShipping => ({
  ...row,
  statusAt: row.statusAt.toISOString(),
  outAt: row.outAt?.toISOString() ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  settledAt: row.settledAt?.toISOString() ?? null,
  isDeleted: deletedAt !== null,
  isBilled,
  isHandedOver: handover !== null,
})
