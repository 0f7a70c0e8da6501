import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Shipping, shippings as shippingDefinition } from '../../domain/shippings/shipping.ts'
import { listSource } from '../crud/list-source.ts'
import { type ReadRecords, recordReader } from '../crud/read-records.ts'
import { products } from '../db/schema/goods.ts'
import { orders, shippings } from '../db/schema/orders.ts'
import { users } from '../db/schema/users.ts'

/** Whether an invoice has the parcel. */
export const isBilled = sql<boolean>`exists (select 1 from invoice_lines line where line.shipping = shippings.id)`

/**
 * Whether the cash of a parcel is with its delivery guy: delivered, not handed over, and since the day from which it is
 * kept account of (ADR 0056).
 */
export const isCashInHand = sql<boolean>`(shippings.status = 'DELIVERED' and shippings.handover is null
  and shippings.delivered_at >= coalesce((select at from cash_start), '-infinity'))`

export const isHandedOver = sql<boolean>`(shippings.handover is not null)`

export const shippingSource = listSource(shippingDefinition.list, {
  resource: 'shippings',
  verb: 'shipping.list',
  table: shippings,
  join: {
    // They are of one country, which an index by the customer's name begins with.
    sql: sql`join orders on orders.id = shippings."order" and orders.country = shippings.country`,
    neededBy: ['product', 'total', 'customerName', 'totalPrice'],
  },
  owner: shippings.owner,
  delivery: shippings.delivery,
  isTallied: true,
  filters: {
    country: shippings.country,
    status: shippings.status,
    owner: shippings.owner,
    deliveryGuy: shippings.delivery,
    product: orders.product,
    attempts: shippings.attempts,
    total: orders.totalPrice,
    difference: shippings.difference,
    billed: isBilled,
    cash: { conditions: { 'with-driver': isCashInHand, 'handed-over': isHandedOver } },
    since: shippings.statusAt,
    out: shippings.outAt,
    condition: shippings.condition,
    settled: shippings.settledAt,
    postponed: shippings.postponedTo,
  },
  sorts: {
    createdAt: shippings.createdAt,
    number: shippings.number,
    customerName: orders.customerName,
    totalPrice: orders.totalPrice,
    attempts: shippings.attempts,
    status: shippings.status,
    statusAt: shippings.statusAt,
    outAt: shippings.outAt,
    settledAt: shippings.settledAt,
    postponedTo: shippings.postponedTo,
    updatedAt: shippings.updatedAt,
  },
})

const owner = alias(users, 'owner_user')
const delivery = alias(users, 'delivery_user')

/** The shippings of these ids that are not deleted, as the API gives them, in no particular order. */
export const readShippings: ReadRecords<Shipping> = recordReader(
  'shippings by id',
  {
    id: shippings.id,
    number: shippings.number,
    version: shippings.version,
    country: shippings.country,
    owner: shippings.owner,
    ownerName: owner.name,
    order: shippings.order,
    orderNumber: orders.number,
    product: orders.product,
    productName: products.name,
    productImage: products.productImage,
    customerName: orders.customerName,
    customerPhone: orders.customerPhone,
    customerAddress: orders.customerAddress,
    quantity: orders.quantity,
    price: orders.price,
    totalPrice: orders.totalPrice,
    sourceLink: orders.sourceLink,
    sourceName: orders.sourceName,
    status: shippings.status,
    statusAt: shippings.statusAt,
    comment: shippings.comment,
    delivery: shippings.delivery,
    deliveryName: delivery.name,
    attempts: shippings.attempts,
    postponedTo: shippings.postponedTo,
    collected: shippings.collected,
    condition: shippings.condition,
    outAt: shippings.outAt,
    deliveredAt: shippings.deliveredAt,
    settledAt: shippings.settledAt,
    isBilled,
    isHandedOver,
    handover: shippings.handover,
    createdAt: shippings.createdAt,
    updatedAt: shippings.updatedAt,
  },
  (query, isAsked) =>
    query
      .from(shippings)
      .innerJoin(orders, eq(orders.id, shippings.order))
      .innerJoin(products, eq(products.id, orders.product))
      .innerJoin(owner, eq(owner.id, shippings.owner))
      .leftJoin(delivery, eq(delivery.id, shippings.delivery))
      .where(and(isAsked, isNull(shippings.deletedAt))),
)
