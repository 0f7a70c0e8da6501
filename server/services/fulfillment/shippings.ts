import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import {
  type ShippingVerb,
  shippingStock,
  shippingVerbs,
} from '../../../domain/fulfillment/shipping-status.ts'
import type { Values } from '../../../domain/lib/field.ts'
import { assignShipping, moveShipping } from '../../../domain/shippings/move-shipping.ts'
import {
  assignedStatus,
  shippingVerb,
  whyNotAssignShipping,
  whyNotDeleteShipping,
  whyNotEditShipping,
  whyNotMoveShipping,
} from '../../../domain/shippings/policy.ts'
import {
  type Shipping,
  type ShippingMoveInput,
  shippings as shippingDefinition,
} from '../../../domain/shippings/shipping.ts'
import { Refused } from '../../core/errors.ts'
import type { StepOptions } from '../../crud/apply-steps.ts'
import type { ParsedTarget } from '../../crud/choose-records.ts'
import { type Batch, differences } from '../../crud/record-changes.ts'
import { readUpdate } from '../../crud/write-records.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { orders, shippings } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/users.ts'
import { shippingList } from '../../queries/shippings.ts'
import { applyFulfillmentSteps, changeFulfillments } from './apply-change.ts'
import { followOrder } from './derive-shipping.ts'
import {
  type FulfillmentValues,
  type HeldOrder,
  type HeldShipping,
  holdOrders,
  orderValuesOf,
  type ShippingValues,
  shippingOf,
  shippingValuesOf,
} from './fulfillment-step.ts'
import { refuseUnknownZone } from './order-zones.ts'
import { holdStock } from './stock.ts'

/** Changes the status of parcels, with stock, cash, and on cancellation their orders. */
export const moveShippings = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  move: ShippingMoveInput,
  options: StepOptions,
): Promise<ChangeReport> => {
  const couriers = await findCouriers(tx, [move.delivery])
  return moveEach(
    tx,
    actor,
    target,
    { verb: shippingVerbs[move.status], moveOf: () => move, couriers },
    options,
  )
}

/** Applies a carrier's sheet as one batch. */
export const applySheet = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  rows: ReadonlyMap<string, ShippingMoveInput>,
  { batch, ...options }: StepOptions,
): Promise<ChangeReport> =>
  moveEach(
    tx,
    actor,
    target,
    { verb: 'shipping.apply-sheet', moveOf: ({ id }) => rows.get(id)!, couriers: new Map() },
    { ...options, batch: { ...batch, historyVerb: 'shipping.apply-sheet' } },
  )

type Moves = {
  verb: Verb
  moveOf: (shipping: HeldShipping) => ShippingMoveInput
  /** Country of each courier named. */
  couriers: ReadonlyMap<string, string>
}

const moveEach = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  { verb, moveOf, couriers }: Moves,
  options: StepOptions,
): Promise<ChangeReport> => {
  const at = options.batch.at.toISOString()
  return changeFulfillments(
    tx,
    actor,
    target,
    {
      verb,
      movesStock: (order) => {
        const shipping = shippingOf(order)
        return shippingStock[shipping.status] !== shippingStock[moveOf(shipping).status]
      },
      decide: (order) => {
        const shipping = shippingOf(order)
        const move = moveOf(shipping)
        const { delivery = null } = move
        const { country, totalPrice } = order
        const code = whyNotMoveShipping(actor, { ...shipping, country, totalPrice }, move)
        if (code !== null) return { code }
        if (delivery !== null && couriers.get(delivery) !== order.country) {
          return { code: 'DELIVERY_GUY_NOT_FOUND' }
        }
        const from = delivery === null ? shipping.status : assignedStatus(shipping.status)
        const verb = shippingVerb(from, move.status)
        const moved = moveShipping(shippingValuesOf(shipping), move, { at, totalPrice })
        const next = movedFulfillment(order, moved, verb)
        return delivery === null ? { next, verb } : { next, verb, isManifested: true }
      },
    },
    options,
  )
}

/** Cancelling a parcel unconfirms its order. */
const movedFulfillment = (
  order: HeldOrder,
  shipping: ShippingValues,
  verb: ShippingVerb,
): FulfillmentValues =>
  verb === 'shipping.cancel'
    ? { ...followOrder(order, { ...orderValuesOf(order), status: 'CANCELLED' }), shipping }
    : { order: orderValuesOf(order), shipping }

const verb = 'shipping.delete'

/** Soft deletion of cancelled parcels. The row is reused if the order is confirmed again. */
export const deleteShippings = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  options: StepOptions,
): Promise<ChangeReport> =>
  changeFulfillments(
    tx,
    actor,
    target,
    {
      verb,
      movesStock: () => false,
      hidesRecords: true,
      decide: (order) => {
        const shipping = shippingOf(order)
        const { country, status: orderStatus } = order
        const code = whyNotDeleteShipping(actor, { ...shipping, country, orderStatus })
        const next = {
          order: orderValuesOf(order),
          shipping: { ...shippingValuesOf(shipping), isDeleted: true },
        }
        return code === null ? { next, verb } : { code }
      },
    },
    options,
  )

type Update = Partial<Values<typeof shippingDefinition.updateFields>>

/** Updates a parcel's address (on its order) and comment; `version` as in `updateOrder`. */
export const updateShipping = async (
  tx: Transaction,
  actor: Actor,
  { id, version, body }: { id: string; version: number | null; body: unknown },
  batch: Batch,
): Promise<Shipping> => {
  const [order] = await holdOrders(tx, orderOfShipping(id), { lock: true })
  if (order === undefined) throw new Refused('NOT_FOUND')
  const shipping = { ...shippingOf(order), country: order.country }
  if (whyNot(actor, 'shipping.update', shipping) !== null) throw new Refused('NOT_FOUND')
  if (version !== null && version !== shipping.version) {
    throw new Refused('STALE_VERSION', { current: (await shippingList.read(tx, [id]))[0] })
  }
  const { comment = shipping.comment, ...address }: Update = await readUpdate(body, {
    fields: shippingDefinition.updateFields,
    shapes: shippingDefinition.shapes,
    country: order.country,
    readPresent: async () => (await shippingList.read(tx, [id]))[0],
  })
  await refuseUnknownZone(tx, order.country, address.zone)
  const code = whyNotEditShipping(actor, shipping)
  if (code !== null) throw new Refused(code)
  // Shared lock against a concurrent rename of the product, which writes the same search entry.
  await holdStock(tx, [order.product], { lock: 'share' })
  const present: FulfillmentValues = { order: orderValuesOf(order), shipping: shippingValuesOf(shipping) }
  const next = {
    order: { ...present.order, ...address },
    shipping: { ...shippingValuesOf(shipping), comment },
  }
  const isChanged = differences(present.order, next.order) !== null || comment !== shipping.comment
  if (isChanged) await applyFulfillmentSteps(tx, actor, batch, [{ order, next, verb: 'shipping.update' }])
  return (await shippingList.read(tx, [id]))[0]!
}

const orderOfShipping = (id: string) => sql`${orders.id} in (
  select ${shippings.order} from ${shippings}
  where ${isOneOf(shippings.id, [id])} and ${shippings.deletedAt} is null)`

/** Country of those users who are active couriers. */
export const findCouriers = async (
  tx: Executor,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, string>> => {
  const named = [...new Set(ids.filter((id) => id != null))]
  if (named.length === 0) return new Map()
  const rows = await tx
    .select({ id: users.id, country: users.country })
    .from(users)
    .where(
      sql`${isOneOf(users.id, named)} and ${users.role} = 'delivery' and ${users.isActivated} and ${users.deletedAt} is null`,
    )
  return new Map(rows.map((row) => [row.id, row.country]))
}

/** Assigns parcels to a courier of their country; null unassigns. */
export const assignShippings = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  { delivery }: { delivery: string | null },
  options: StepOptions,
): Promise<ChangeReport> => {
  const couriers = await findCouriers(tx, [delivery])
  const verb = delivery === null ? 'shipping.unassign' : 'shipping.assign'
  return changeFulfillments(
    tx,
    actor,
    target,
    {
      verb,
      movesStock: () => false,
      decide: (order) => {
        const shipping = shippingOf(order)
        const code = whyNotAssignShipping(actor, { ...shipping, country: order.country }, delivery)
        if (code !== null) return { code }
        if (delivery !== null && couriers.get(delivery) !== order.country) {
          return { code: 'DELIVERY_GUY_NOT_FOUND' }
        }
        const assigned = assignShipping(shippingValuesOf(shipping), delivery, options.batch.at.toISOString())
        return { next: { order: orderValuesOf(order), shipping: assigned }, verb }
      },
    },
    options,
  )
}
