import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { duplicateWindowHours, type Order, orders as orderDefinition } from '../../domain/orders/order.ts'
import { listSource } from '../crud/list-source.ts'
import { type ReadRecords, recordReader } from '../crud/read-records.ts'
import { products } from '../db/schema/goods.ts'
import { orders, shippings } from '../db/schema/orders.ts'
import { users } from '../db/schema/users.ts'

const duplicateWindow = sql.raw(`interval '${duplicateWindowHours} hours'`)

/** Whether there is another order, not deleted, for the same phone, product and country; reads one index range. */
export const isDuplicate = sql<boolean>`(orders.status <> 'CANCELLED' and exists (
  select 1 from orders other
  where other.customer_phone = orders.customer_phone and other.product = orders.product
    and other.created_at between orders.created_at - ${duplicateWindow} and orders.created_at + ${duplicateWindow}
    and other.country = orders.country and other.id <> orders.id
    and other.status <> 'CANCELLED' and other.deleted_at is null))`

/** The same of a whole list: one walk over `orders_duplicate_idx`, where the nearest such orders are neighbours. */
const isOneOfDuplicates = sql<boolean>`orders.id in (
  select near.id from (
    select id, created_at, lag(created_at) over same as before, lead(created_at) over same as after
    from orders where deleted_at is null and status <> 'CANCELLED'
    window same as (partition by customer_phone, product, country order by created_at)) near
  where near.created_at - near.before <= ${duplicateWindow} or near.after - near.created_at <= ${duplicateWindow})`

/** Whether an invoice that is paid has the order's parcel. */
const isPaidOut = sql<boolean>`exists (
  select 1 from shippings parcel join invoice_lines line on line.shipping = parcel.id
    join invoices on invoices.id = line.invoice
  where parcel."order" = orders.id and invoices.status = 'PAID')`

export const orderSource = listSource(orderDefinition.list, {
  resource: 'orders',
  verb: 'order.list',
  table: orders,
  join: {
    sql: sql`left join shippings on shippings."order" = orders.id and shippings.deleted_at is null`,
    neededBy: ['shippingStatus', 'shippingSince', 'settled'],
  },
  owner: orders.owner,
  delivery: orders.delivery,
  isTallied: true,
  filters: {
    country: orders.country,
    status: orders.status,
    owner: orders.owner,
    product: orders.product,
    delivery: orders.delivery,
    attempts: orders.attempts,
    quantity: orders.quantity,
    total: orders.totalPrice,
    duplicate: isOneOfDuplicates,
    paidOut: isPaidOut,
    since: orders.statusAt,
    callback: orders.callbackAt,
    shippingStatus: shippings.status,
    shippingSince: shippings.statusAt,
    settled: shippings.settledAt,
  },
  sorts: {
    createdAt: orders.createdAt,
    number: orders.number,
    customerName: orders.customerName,
    totalPrice: orders.totalPrice,
    quantity: orders.quantity,
    attempts: orders.attempts,
    status: orders.status,
    statusAt: orders.statusAt,
    callbackAt: orders.callbackAt,
    updatedAt: orders.updatedAt,
  },
})

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
    productImage: products.productImage,
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
    statusAt: orders.statusAt,
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
