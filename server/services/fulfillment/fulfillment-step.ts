import { eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { Fulfillment } from '../../../domain/fulfillment/stock-rules.ts'
import { pickNames } from '../../../domain/lib/shape.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import { isOneOf, valueNames, type Written, writtenValues } from '../../db/columns.ts'
import type { Executor } from '../../db/drizzle.ts'
import { orders, shippings } from '../../db/schema/orders.ts'
import { orderList } from '../../queries/orders.ts'
import { isBilled, shippingList } from '../../queries/shippings.ts'

/** Types of a joint change of an order and its shipping, written by `applyFulfillmentSteps`. */
export type FulfillmentResource = 'orders' | 'shippings'

type OrderRow = typeof orders.$inferSelect
type ShippingRow = typeof shippings.$inferSelect

/** Columns of an order that a change can write, and that history stores. Without `delivery`, which mirrors the shipping's. */
export const orderValueNames = valueNames(orders, ['delivery'])

/** Columns of a shipping that a change can write. `owner` follows its order, `difference` a trigger, `handover` the handover. */
export const shippingValueNames = valueNames(shippings, ['owner', 'order', 'difference', 'handover'])

/**
 * Row type with instants as ISO text, as in the history. A changed status gets `statusAt` from the change's instant unless it
 * is given (`stampStatus`); null means not given.
 */
export type OrderValues = Written<Pick<OrderRow, (typeof orderValueNames)[number]>> & { isDeleted: boolean }
export type ShippingValues = Written<Pick<ShippingRow, (typeof shippingValueNames)[number]>> & {
  isDeleted: boolean
}

export type HeldShipping = ShippingValues &
  Pick<ShippingRow, 'id' | 'number' | 'version' | 'updatedAt' | 'owner'> & {
    isBilled: boolean
    isHandedOver: boolean
  }

/** An order and its shipping as read, locked until commit. */
export type HeldOrder = OrderValues &
  Pick<OrderRow, 'id' | 'number' | 'version' | 'country' | 'updatedAt' | 'delivery'> & {
    shipping: HeldShipping | null
  }

/** The wanted state; creates the shipping if there is none. */
export type FulfillmentValues = { order: OrderValues; shipping: ShippingValues | null }

/** A decided change. `undoes`: history line ids. */
export type FulfillmentStep = {
  order: HeldOrder
  next: FulfillmentValues
  verb: string
  undoes?: Partial<Record<FulfillmentResource, string>>
  /** The parcel is dispatched with a courier, so it goes onto a manifest. */
  isManifested?: true
}

/** The step to take, or the code why not. */
export type FulfillmentDecision = Omit<FulfillmentStep, 'order'> | { code: Code }

/** The resource of a verb: `shipping.deliver` is the shipping's. */
export const leadOf = (verb: string): FulfillmentResource =>
  verb.startsWith('shipping.') ? 'shippings' : 'orders'

/** The shipping of an order that is known to have one. */
export const shippingOf = ({ shipping, number }: HeldOrder): HeldShipping => {
  if (shipping === null) throw new Error(`order ${number} has no shipping`)
  return shipping
}

/** Sets `statusAt` of changed statuses to `at`. An undo gives its own. */
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

export const orderValuesOf = (order: OrderValues): OrderValues => pickNames(order, keptOfOrder)

export const shippingValuesOf = (shipping: ShippingValues): ShippingValues =>
  pickNames(shipping, keptOfShipping)

/** Order and shipping as facts for the stock rules. */
export const asFulfillment = (
  order: OrderValues,
  shipping: ShippingValues | null,
): Fulfillment & OrderValues => ({
  ...order,
  shippingStatus: shipping?.status ?? null,
  condition: shipping?.condition ?? null,
})

/** The same with only the fields that stock depends on. */
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

/** Value of the order's `delivery` column. */
export const mirroredDelivery = (shipping: ShippingValues | null): string | null =>
  shipping === null || shipping.isDeleted || shipping.status === 'CANCELLED' ? null : shipping.delivery

/**
 * Reads orders with shippings by id; `lock`: until commit. Lock order: orders, then products, each by id. An order's lock
 * covers its shipping, and its invoice and handover state.
 */
export const holdOrders = async (
  tx: Executor,
  condition: SQL,
  options: { lock: boolean },
): Promise<HeldOrder[]> => {
  if (!options.lock) return readHeld(tx, condition)
  const ids = await lockOrders(tx, condition)
  if (ids.length === 0) return []
  // Read again with the condition after locking, since the locking statement's snapshot is older.
  return readHeld(tx, sql`${isOneOf(orders.id, ids)} and ${condition}`)
}

/** Condition of a target's orders within the actor's scope. */
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
    ...writtenValues(pickNames(order, orderValueNames)),
    isDeleted: deletedAt !== null,
    shipping: shipping === null ? null : toHeldShipping(shipping, isBilled),
  }))
}

const toHeldShipping = (
  { deletedAt, handover, ...row }: typeof shippings.$inferSelect,
  isBilled: boolean,
): HeldShipping => ({
  ...row,
  ...writtenValues(pickNames(row, shippingValueNames)),
  isDeleted: deletedAt !== null,
  isBilled,
  isHandedOver: handover !== null,
})
