import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { orderVerbs } from '../../../domain/fulfillment/order-status.ts'
import type { Values } from '../../../domain/lib/field.ts'
import { moveOrder } from '../../../domain/orders/move-order.ts'
import {
  type Order,
  type OrderMoveInput,
  orders as orderDefinition,
  priceOrder,
} from '../../../domain/orders/order.ts'
import {
  type MovableOrder,
  whyNotChangeField,
  whyNotDeleteOrder,
  whyNotEditOrder,
  whyNotMoveOrder,
} from '../../../domain/orders/policy.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { StepOptions } from '../../crud/apply-steps.ts'
import type { ParsedTarget } from '../../crud/choose-records.ts'
import { type Batch, differences } from '../../crud/record-changes.ts'
import { readUpdate } from '../../crud/write-records.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { orders } from '../../db/schema/orders.ts'
import { orderList, twinsOf } from '../../queries/orders.ts'
import { applyFulfillmentSteps, changeFulfillments } from './apply-change.ts'
import { followOrder } from './derive-shipping.ts'
import { type HeldOrder, holdOrders, type OrderValues, orderValuesOf } from './fulfillment-step.ts'
import { refuseUnknownZone } from './order-zones.ts'
import { findCouriers } from './shippings.ts'
import { type HeldProduct, holdStock, type Stock } from './stock.ts'
import { type ComingOrder, takenReferences } from './write-orders.ts'

/** Changes the status of orders: one or all of a target. */
export const moveOrders = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  move: OrderMoveInput,
  options: StepOptions,
): Promise<ChangeReport> => {
  const couriers = await findCouriers(tx, [move.delivery])
  const verb = orderVerbs[move.status]
  const report = await changeFulfillments(
    tx,
    actor,
    target,
    {
      verb,
      movesStock: (order) => move.status === 'CONFIRMED' || order.status === 'CONFIRMED',
      decide: (order, stock) => {
        const code = whyNotMoveOrder(actor, asMovable(order, stock), move)
        if (code !== null) return { code }
        const isDeliverable = !move.delivery || couriers.get(move.delivery) === order.country
        if (!isDeliverable) return { code: 'DELIVERY_GUY_NOT_FOUND' }
        const next = moveOrder(orderValuesOf(order), move, options.batch.at.toISOString())
        return { next: followOrder(order, next, { delivery: move.delivery ?? null }), verb }
      },
    },
    options,
  )
  if (!options.dryRun || move.status !== 'CANCELLED') return report
  const twins = await countLastTwins(
    tx,
    report.changed.map(({ id }) => id),
  )
  return twins === 0 ? report : { ...report, twins }
}

/** How many of the orders have likely duplicates, all of them cancelled or among these. */
const countLastTwins = async (tx: Transaction, ids: readonly string[]): Promise<number> => {
  if (ids.length === 0) return 0
  const { rows } = await tx.execute<{ twins: number }>(sql`
    select count(*)::integer as twins from orders
    where ${isOneOf(orders.id, ids)} and exists (${twinsOf(sql`true`)})
      and not exists (${twinsOf(sql`other.status <> 'CANCELLED' and not (${sql`other.id = any(${sql.param([...ids])}::uuid[])`})`)})`)
  return rows[0]?.twins ?? 0
}

/** Facts for the domain's rules, with the product's current stock. */
export const asMovable = (order: HeldOrder, stock: Stock): MovableOrder => ({
  status: order.status,
  country: order.country,
  owner: order.owner,
  quantity: order.quantity,
  available: stock.available(order.product) ?? 0,
  shippingStatus: order.shipping?.status ?? null,
})

const verb = 'order.delete'

/** Soft deletion: undo restores. */
export const deleteOrders = (
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
        const code = whyNotDeleteOrder(actor, order)
        return code === null
          ? { next: followOrder(order, { ...orderValuesOf(order), isDeleted: true }), verb }
          : { code }
      },
    },
    options,
  )

type Update = Partial<Values<typeof orderDefinition.updateFields>>

/** Updates the given fields. `version`: the one seen (null: any); @throws Refused `STALE_VERSION` with the present state */
export const updateOrder = async (
  tx: Transaction,
  actor: Actor,
  { id, version, body }: { id: string; version: number | null; body: unknown },
  batch: Batch,
): Promise<Order> => {
  const condition = sql`${isOneOf(orders.id, [id])} and ${orders.deletedAt} is null`
  const [order] = await holdOrders(tx, condition, { lock: true })
  if (order === undefined || whyNot(actor, 'order.update', order) !== null) throw new Refused('NOT_FOUND')
  if (version !== null && version !== order.version) {
    throw new Refused('STALE_VERSION', { current: (await orderList.read(tx, [id]))[0] })
  }
  const update: Update = await readUpdate(body, {
    fields: orderDefinition.updateFields,
    shapes: orderDefinition.shapes,
    country: order.country,
    readPresent: async () => (await orderList.read(tx, [id]))[0],
  })
  await refuseUnknownZone(tx, order.country, update.zone)
  const product = update.product ?? order.product
  const taken = await takenReferences(tx, await asComing(tx, order, { ...update, product }))
  const stock = await holdStock(tx, [order.product, product], {
    lock: order.status === 'CONFIRMED' ? 'update' : 'share',
  })
  const next = merge(order, update, stock.product(product))
  const code = whyNotEditOrder(actor, { ...order, ...asMovable(order, stock) }, next)
  if (code !== null) throw new Refused(code)
  demandFields(actor, order, next, update)
  if (taken.has(id)) {
    const path = next.externalRef === order.externalRef ? 'product' : 'externalRef'
    throw new Refused('ALREADY_IMPORTED', { errors: [{ path, code: 'ALREADY_IMPORTED' }] })
  }
  if (differences(orderValuesOf(order), next) !== null) {
    await applyFulfillmentSteps(tx, actor, batch, [
      { order, next: followOrder(order, next), verb: 'order.update' },
    ])
  }
  return (await orderList.read(tx, [id]))[0]!
}

/** Only changed fields are checked, so that a whole record can be sent. @throws Refused */
const demandFields = (actor: Actor, order: HeldOrder, next: OrderValues, update: Update): void => {
  // Price and total follow from product and quantity.
  const follows = (name: string) => name === 'totalPrice' || (name === 'price' && update.price === undefined)
  const changed = Object.keys(differences(orderValuesOf(order), next)?.after ?? {}).filter(
    (name) => !follows(name),
  )
  const errors = changed.flatMap((path) => {
    const code = whyNotChangeField(actor, order, path)
    return code === null ? [] : [{ path, code: code === 'FORBIDDEN' ? 'READ_ONLY' : code }]
  })
  const isReadOnly = errors.some(({ code }) => code === 'READ_ONLY')
  if (errors.length > 0) throw new Refused(isReadOnly ? 'VALIDATION_FAILED' : errors[0]!.code, { errors })
}

/** The order with a new reference or owner, for the uniqueness check; the owner is its product's. */
const asComing = async (
  tx: Transaction,
  order: HeldOrder,
  { product, externalRef = order.externalRef }: { product: string; externalRef?: string | null },
): Promise<ComingOrder[]> => {
  const isSame = externalRef === order.externalRef && product === order.product
  if (externalRef === null || isSame) return []
  const owner = (await holdStock(tx, [product], { lock: null })).product(product)?.owner
  const isKept = externalRef === order.externalRef && owner === order.owner
  return owner === undefined || isKept ? [] : [{ ...order, externalRef, owner }]
}

/** A new product changes the owner, and the price unless given. */
const merge = (order: HeldOrder, update: Update, product: HeldProduct | undefined): OrderValues => {
  if (product === undefined || product.isDeleted || product.country !== order.country) {
    throw new Refused('PRODUCT_NOT_FOUND', { errors: [{ path: 'product', code: 'PRODUCT_NOT_FOUND' }] })
  }
  const isSameProduct = product.id === order.product
  const quantity = update.quantity ?? order.quantity
  const price = update.price === undefined && isSameProduct ? order.price : update.price
  return {
    ...orderValuesOf(order),
    ...update,
    product: product.id,
    owner: isSameProduct ? order.owner : product.owner,
    quantity,
    ...accepted(priceOrder({ quantity, price }, product)),
  }
}
