import { eq, sql } from 'drizzle-orm'
import { shippings as definition } from '../../domain/shippings/shipping.ts'
import { recordList } from '../crud/record-list.ts'
import { products } from '../db/schema/goods.ts'
import { orders, shippings } from '../db/schema/orders.ts'
import { zones } from '../db/schema/zones.ts'
import { basketPart } from './orders.ts'

/** Whether the parcel is on an invoice. */
export const isBilled = sql<boolean>`exists (select 1 from invoice_lines line where line.shipping = shippings.id)`

/** Whether the courier has the parcel's cash: delivered, not handed over, since cash tracking began (ADR 0056). */
export const isCashInHand = sql<boolean>`(shippings.status = 'DELIVERED' and shippings.handover is null
  and shippings.delivered_at >= coalesce((select at from cash_start), '-infinity'))`

export const isHandedOver = sql<boolean>`(shippings.handover is not null)`

export const shippingList = recordList(definition, shippings, {
  isTallied: true,
  follows: [{ table: 'orders', on: sql`shippings."order" = moved.id` }],
  // Goods, price and customer.
  parent: orders,
  keys: {
    phone: orders.customerPhone,
    reference: orders.externalRef,
    join: sql`join orders on orders.id = shippings."order" and orders.deleted_at is null`,
  },
  join: {
    // Both have one country, the first column of the name index.
    sql: sql`join orders on orders.id = shippings."order" and orders.country = shippings.country`,
    neededBy: ['total'],
  },
  filters: {
    deliveryGuy: shippings.delivery,
    total: orders.totalPrice,
    billed: isBilled,
    cash: { conditions: { 'with-driver': isCashInHand, 'handed-over': isHandedOver } },
    since: shippings.statusAt,
    out: shippings.outAt,
    settled: shippings.settledAt,
    postponed: shippings.postponedTo,
  },
  fields: {
    orderNumber: orders.number,
    basketPart,
    productName: products.name,
    productImage: products.productImage,
    isBilled,
    isHandedOver,
    zoneName: zones.name,
  },
  joined: [
    { table: orders, on: eq(orders.id, shippings.order) },
    { table: products, on: eq(products.id, orders.product) },
    { table: zones, on: eq(zones.id, orders.zone), isOptional: true },
  ],
})
