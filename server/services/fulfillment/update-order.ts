import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Values } from '../../../domain/lib/field.ts'
import { type Order, orderShapes, orderUpdateFields } from '../../../domain/orders/order.ts'
import { priceOrder } from '../../../domain/orders/price-order.ts'
import { whyNotEditOrder } from '../../../domain/orders/why-not-edit.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { orders } from '../../db/schema/orders.ts'
import { accepted, Refused } from '../../refused.ts'
import { type Batch, differences } from '../../modules/change-log/record-changes.ts'
import { readUpdate } from '../../crud/read-update.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import { readOrders } from '../../modules/orders/read-orders.ts'
import { applyTradeSteps } from './apply-trade-steps.ts'
import { followOrder } from './follow-order.ts'
import { holdOrders } from './hold-orders.ts'
import { type HeldProduct, holdStock } from './hold-stock.ts'
import { asMovable } from './move-orders.ts'
import { type ComingOrder, takenReferences } from './taken-references.ts'
import { type HeldOrder, type OrderValues, orderValuesOf } from './trade-step.ts'

type Update = Partial<Values<typeof orderUpdateFields>>

/**
 * Changes the fields given and leaves the others. `version` is the one that was edited (null: whatever stands); an
 * order that has moved on is `STALE_VERSION` with its present state.
 */
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
    throw new Refused('STALE_VERSION', { current: (await readOrders(tx, [id]))[0] })
  }
  const update: Update = await readUpdate(body, {
    fields: orderUpdateFields,
    shapes: orderShapes,
    country: order.country,
    readPresent: async () => (await readOrders(tx, [id]))[0],
  })
  const product = update.product ?? order.product
  const taken = await takenReferences(tx, await asComing(tx, order, product))
  const stock = await holdStock(tx, [order.product, product], {
    lock: order.status === 'CONFIRMED' ? 'update' : 'share',
  })
  const next = merge(order, update, stock.product(product))
  const code = whyNotEditOrder(actor, { ...order, ...asMovable(order, stock) }, next)
  if (code !== null) throw new Refused(code)
  if (taken.has(id)) {
    throw new Refused('ALREADY_IMPORTED', { errors: [{ path: 'product', code: 'ALREADY_IMPORTED' }] })
  }
  if (differences(orderValuesOf(order), next) !== null) {
    await applyTradeSteps(tx, actor, batch, [{ order, next: followOrder(order, next), verb: 'order.update' }])
  }
  return (await readOrders(tx, [id]))[0]!
}

/** The order as another seller's, where its new product is: a product's owner never changes. */
const asComing = async (tx: Transaction, order: HeldOrder, product: string): Promise<ComingOrder[]> => {
  if (order.externalRef === null || product === order.product) return []
  const owner = (await holdStock(tx, [product], { lock: null })).product(product)?.owner
  return owner === undefined || owner === order.owner ? [] : [{ ...order, owner }]
}

/** A new product brings its owner along, and its price where none is given. */
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
