import { sql } from 'drizzle-orm'
import { shippingList } from '../../../domain/shippings/shipping-list.ts'
import { orders, shippings } from '../../db/schema/orders.ts'
import { listSource } from '../../crud/list-source.ts'

/** Whether an invoice has the parcel. */
export const isBilled = sql<boolean>`exists (select 1 from invoice_lines line where line.shipping = shippings.id)`

export const shippingSource = listSource(shippingList, {
  resource: 'shippings',
  verb: 'shipping.list',
  table: shippings,
  join: {
    sql: sql`join orders on orders.id = shippings."order"`,
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
    billed: isBilled,
  },
  sorts: {
    createdAt: shippings.createdAt,
    number: shippings.number,
    customerName: orders.customerName,
    totalPrice: orders.totalPrice,
    attempts: shippings.attempts,
    status: shippings.status,
    updatedAt: shippings.updatedAt,
  },
})
