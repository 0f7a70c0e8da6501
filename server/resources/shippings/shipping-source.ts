import { sql } from 'drizzle-orm'
import { shippingList } from '../../../domain/shippings/shipping-list.ts'
import { orders, shippings } from '../../database/schema/orders.ts'
import { listSource } from '../engine/list-source.ts'

export const shippingSource = listSource(shippingList, {
  resource: 'shippings',
  verb: 'shipping.list',
  table: shippings,
  join: {
    sql: sql`join orders on orders.id = shippings."order"`,
    neededBy: ['total', 'customerName', 'totalPrice'],
  },
  owner: shippings.owner,
  delivery: shippings.delivery,
  filters: {
    country: shippings.country,
    status: shippings.status,
    owner: shippings.owner,
    deliveryGuy: shippings.delivery,
    total: orders.totalPrice,
  },
  sorts: {
    createdAt: shippings.createdAt,
    number: shippings.number,
    customerName: orders.customerName,
    totalPrice: orders.totalPrice,
    status: shippings.status,
    updatedAt: shippings.updatedAt,
  },
})
