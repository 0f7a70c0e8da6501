import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Order } from '../../../domain/orders/order.ts'
import { products } from '../../db/schema/goods.ts'
import { orders, shippings } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/users.ts'
import { type ReadRecords, recordReader } from '../../crud/record-reader.ts'
import { isDuplicate } from './order-source.ts'

const owner = alias(users, 'owner_user')
const delivery = alias(users, 'delivery_user')

/** The orders of these ids that are not deleted, as the API gives them, in no particular order. */
export const readOrders: ReadRecords<Order> = recordReader(
  'orders by id',
  {
    id: orders.id,
    number: orders.number,
    version: orders.version,
    country: orders.country,
    owner: orders.owner,
    ownerName: owner.name,
    product: orders.product,
    productName: products.name,
    productAvailable: sql<number>`${products.quantity} - ${products.reserved}`,
    customerName: orders.customerName,
    customerPhone: orders.customerPhone,
    customerAddress: orders.customerAddress,
    quantity: orders.quantity,
    price: orders.price,
    totalPrice: orders.totalPrice,
    sourceLink: orders.sourceLink,
    sourceName: orders.sourceName,
    externalRef: orders.externalRef,
    status: orders.status,
    comment: orders.comment,
    delivery: orders.delivery,
    deliveryName: delivery.name,
    attempts: orders.attempts,
    callbackAt: orders.callbackAt,
    claimedBy: sql<string | null>`(select claim."user" from order_claims claim
    where claim."order" = ${orders.id} and claim.until > now())`,
    isDuplicate,
    shipping: shippings.id,
    shippingStatus: shippings.status,
    createdAt: orders.createdAt,
    updatedAt: orders.updatedAt,
  },
  (query, isAsked) =>
    query
      .from(orders)
      .innerJoin(owner, eq(owner.id, orders.owner))
      .innerJoin(products, eq(products.id, orders.product))
      .leftJoin(shippings, and(eq(shippings.order, orders.id), isNull(shippings.deletedAt)))
      .leftJoin(delivery, eq(delivery.id, orders.delivery))
      .where(and(isAsked, isNull(orders.deletedAt))),
)
