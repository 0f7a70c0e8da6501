import { and, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { products } from '../../db/schema/goods.ts'
import { orders, shippings } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/users.ts'
import { type ReadRecords, recordReader } from '../../crud/record-reader.ts'
import { isBilled } from './shipping-source.ts'

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
    customerName: orders.customerName,
    customerPhone: orders.customerPhone,
    customerAddress: orders.customerAddress,
    quantity: orders.quantity,
    price: orders.price,
    totalPrice: orders.totalPrice,
    sourceLink: orders.sourceLink,
    sourceName: orders.sourceName,
    status: shippings.status,
    comment: shippings.comment,
    delivery: shippings.delivery,
    deliveryName: delivery.name,
    attempts: shippings.attempts,
    postponedTo: shippings.postponedTo,
    collected: shippings.collected,
    outAt: shippings.outAt,
    deliveredAt: shippings.deliveredAt,
    settledAt: shippings.settledAt,
    isBilled,
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
