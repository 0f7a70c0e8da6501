import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import {
  orders as definition,
  duplicateWindowHours,
  type Order,
  WRONG_NUMBER_DAYS,
} from '../../domain/orders/order.ts'
import type { OrderProduct } from '../../domain/products/product.ts'
import de from '../../locales/de/orders.json' with { type: 'json' }
import en from '../../locales/en/orders.json' with { type: 'json' }
import es from '../../locales/es/orders.json' with { type: 'json' }
import fr from '../../locales/fr/orders.json' with { type: 'json' }
import it from '../../locales/it/orders.json' with { type: 'json' }
import ru from '../../locales/ru/orders.json' with { type: 'json' }
import { recordList } from '../crud/record-list.ts'
import { alphabetical } from '../db/alphabetical.ts'
import type { Executor } from '../db/drizzle.ts'
import { products } from '../db/schema/goods.ts'
import { orders, shippings } from '../db/schema/orders.ts'
import { zones } from '../db/schema/zones.ts'
import { blockedReason, isBlocked, isOneOfBlocked } from './blocked.ts'

const duplicateWindow = sql.raw(`interval '${duplicateWindowHours} hours'`)

/**
 * Other orders (`other`) with the same phone, product and country that are not deleted; one index range. The country's condition
 * fits no index: without statistics, as after the first import, PostgreSQL would take one of its indexes and read all orders there.
 */
export const twinsOf = (condition: SQL): SQL => sql`
  select 1 from orders other
  where other.customer_phone = orders.customer_phone and other.product = orders.product
    and other.created_at between orders.created_at - ${duplicateWindow} and orders.created_at + ${duplicateWindow}
    and other.country is not distinct from orders.country and other.id <> orders.id
    and other.deleted_at is null and ${condition}`

/** Whether there is such an order that is not cancelled. */
export const isDuplicate = sql<boolean>`(orders.status <> 'CANCELLED'
  and exists (${twinsOf(sql`other.status <> 'CANCELLED'`)}))`

/** The same for a whole list: one scan of `orders_duplicate_idx`, where such orders are adjacent. */
const isOneOfDuplicates = sql<boolean>`orders.id in (
  select near.id from (
    select id, created_at, lag(created_at) over same as before, lead(created_at) over same as after
    from orders where deleted_at is null and status <> 'CANCELLED'
    window same as (partition by customer_phone, product, country order by created_at)) near
  where near.created_at - near.before <= ${duplicateWindow} or near.after - near.created_at <= ${duplicateWindow})`

/** `isSpent` of `domain/calls/due-call.ts`, by the policy of its country. */
const isSpent = sql<boolean>`(orders.status = 'NOT_REACHABLE' and orders.callback_at is null and exists (
  select 1 from "call-policies" policy where policy.country = orders.country and policy.most_attempts <= orders.attempts))`

/** Whether the parcel is on a paid invoice. */
const isPaidOut = sql<boolean>`exists (
  select 1 from shippings parcel join invoice_lines line on line.shipping = parcel.id
    join invoices on invoices.id = line.invoice
  where parcel."order" = orders.id and invoices.status = 'PAID')`

/** The reason is part of the comment, in the language of whoever cancelled. */
const wrongNumber = [de, en, es, fr, it, ru].map(({ cancelReason }) => `%${cancelReason.wrongNumber}%`)

/** What was written after the reason has the digits of a telephone number: the seller has answered. */
const hasOtherNumber = sql`length(regexp_replace(regexp_replace(orders.comment,
  ${`^.*(${[de, en, es, fr, it, ru].map(({ cancelReason }) => cancelReason.wrongNumber).join('|')})`}, ''), '\\D', '', 'g')) >= 8`

const isOpen = sql`orders.status in ('PENDING', 'NOT_REACHABLE')`

/** Conditions of `orderNeeds`. */
export const orderNeedConditions = {
  'wrong-number': sql`(orders.status = 'CANCELLED' and orders.comment like any(${sql.param(wrongNumber)}::text[])
    and not ${hasOtherNumber} and orders.status_at > now() - ${sql.raw(`interval '${WRONG_NUMBER_DAYS} days'`)})`,
  'out-of-stock': sql`(${isOpen} and exists (select 1 from products goods where goods.id = orders.product
    and goods.quantity > 0 and goods.quantity - goods.reserved < orders.quantity))`,
  'no-goods': sql`(${isOpen} and exists (select 1 from products goods where goods.id = orders.product
    and goods.quantity = 0))`,
} as const

/** The place of an order in its basket. */
export const basketPart = sql<string | null>`case when orders.basket is not null then (
  select nullif(count(*) filter (where mate.number <= orders.number) || '/' || count(*), '1/1')
  from orders mate where mate.basket = orders.basket and mate.deleted_at is null) end`

export const orderList = recordList(definition, orders, {
  isTallied: true,
  follows: [{ table: 'shippings', on: sql`orders.id = moved."order"` }],
  keys: { phone: orders.customerPhone, reference: orders.externalRef },
  join: {
    sql: sql`left join shippings on shippings."order" = orders.id and shippings.deleted_at is null`,
    neededBy: ['shippingStatus', 'shippingSince', 'settled'],
  },
  filters: {
    total: orders.totalPrice,
    duplicate: isOneOfDuplicates,
    blocked: isOneOfBlocked,
    spent: isSpent,
    paidOut: isPaidOut,
    needs: { conditions: orderNeedConditions },
    since: orders.statusAt,
    callback: orders.callbackAt,
    shippingStatus: shippings.status,
    shippingSince: shippings.statusAt,
    settled: shippings.settledAt,
  },
  fields: {
    productName: products.name,
    productImage: products.productImage,
    productAvailable: sql<number>`${products.quantity} - ${products.reserved}`,
    claimedBy: sql<string | null>`(select claim."user" from order_claims claim
      where claim."order" = ${orders.id} and claim.until > now() and not claim.is_freed)`,
    isDuplicate,
    isBlocked,
    blockedReason,
    basketPart,
    shipping: shippings.id,
    shippingStatus: shippings.status,
    zoneName: zones.name,
  },
  joined: [
    { table: products, on: eq(products.id, orders.product) },
    {
      table: shippings,
      on: and(eq(shippings.order, orders.id), isNull(shippings.deletedAt)),
      isOptional: true,
    },
    { table: zones, on: eq(zones.id, orders.zone), isOptional: true },
  ],
})

/** The products of an order's seller in its country, by name. */
export const listProductsOf = async (
  db: Executor,
  { owner, country }: Pick<Order, 'owner' | 'country'>,
): Promise<{ items: OrderProduct[]; total: number }> => {
  const items = await db
    .select({
      id: products.id,
      number: products.number,
      name: products.name,
      country: products.country,
      price: sql<number>`${products.price}`.mapWith(products.price),
      available: sql<number>`${products.quantity} - ${products.reserved}`.mapWith(Number),
      productImage: products.productImage,
    })
    .from(products)
    .where(and(eq(products.owner, owner), eq(products.country, country), isNull(products.deletedAt)))
    .orderBy(alphabetical(products.name), asc(products.id))
  return { items, total: items.length }
}
