import { type SQL, sql } from 'drizzle-orm'
import { type Actor, actorScope, onlyCountryOf } from '../../../domain/access/actor.ts'
import { type Scope, scopeOf } from '../../../domain/access/permissions.ts'
import { everOut } from '../../../domain/analytics/analytics.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { type Customer, latestOrders, rememberedNames } from '../../../domain/customers/customer.ts'
import { countryOfPhone } from '../../../domain/lib/typed/read-phone.ts'
import { callableStatuses } from '../../../domain/triage/claim.ts'
import type { Executor } from '../../db/drizzle.ts'
import { isDuplicate } from '../../queries/orders.ts'

type Found = Omit<Customer, 'phone' | 'country' | 'name' | 'confirmationRate' | 'deliveryRate'> & {
  lastCountry: CountryCode
}

type Asked = { phone: string; country: CountryCode }

/** A customer by E.164 phone, from the orders visible to the actor, in one statement; null for none. */
export const readCustomer = async (db: Executor, actor: Actor, asked: Asked): Promise<Customer | null> => {
  const { phone } = asked
  const { rows } = await db.execute<{ found: Found | null }>(customerSql(actor, asked))
  const found = rows[0]?.found ?? null
  if (found === null) return null
  const { lastCountry, ...customer } = found
  const { orders, byStatus, byShippingStatus } = customer
  const out = everOut.reduce((sum, status) => sum + (byShippingStatus[status] ?? 0), 0)
  const seesUnconfirmed = actorScope(actor, 'order.view') !== null
  return {
    ...customer,
    phone,
    country: countryOfPhone(phone) ?? lastCountry,
    name: customer.names[0] ?? '',
    confirmationRate: seesUnconfirmed ? (byStatus.CONFIRMED ?? 0) / orders : null,
    deliveryRate: out === 0 ? null : (byShippingStatus.DELIVERED ?? 0) / out,
  }
}

/** Reads one range of the phone index. */
const customerSql = (actor: Actor, { phone, country }: Asked): SQL => sql`
  with mine as materialized (
    select orders.id, orders.number, orders.country, orders.customer_name, orders.customer_address, orders.quantity,
      orders.total_price, orders.status, orders.basket, orders.callback_at, orders.created_at, ${isDuplicate} as is_duplicate,
      orders.product, products.name as product_name, parcel.id as shipping, parcel.number as shipping_number,
      parcel.status as shipping_status, parcel.collected
    from orders join products on products.id = orders.product
      left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
    where orders.customer_phone = ${phone} and orders.deleted_at is null and ${reach(actor)}
  ), waiting as (
    select * from mine where status = any(${sql.param([...callableStatuses])}::text[])
  ), here as (
    select * from mine where country = ${country}
  )
  select case when count(*) > 0 then jsonb_build_object(
    'orders', count(*),
    'firstOrderAt', ${isoTime(sql`min(created_at)`)},
    'lastOrderAt', ${isoTime(sql`max(created_at)`)},
    'lastCountry', (array_agg(country order by created_at desc))[1],
    'names', ${newest(sql`customer_name`)},
    'addresses', ${newest(sql`customer_address`)},
    'byStatus', ${countBy(sql`status`)},
    'byShippingStatus', ${countBy(sql`shipping_status`)},
    'collected', (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount) order by amount desc), '[]')
      from (
        select money.currency, sum(mine.collected) as amount
        from mine join (values ${currencies}) as money (country, currency) on money.country = mine.country
        where mine.collected is not null group by money.currency
      ) sums),
    'duplicates', (select count(*) from waiting where is_duplicate),
    'callbackAt', (select ${isoTime(sql`min(callback_at)`)} from waiting),
    'outcomes', (
      select jsonb_build_object(
        'country', ${country}::text,
        'waiting', count(*) filter (where status in ('PENDING', 'NOT_REACHABLE')),
        'cancelled', count(*) filter (where status = 'CANCELLED'),
        'delivered', count(*) filter (where shipping_status = 'DELIVERED'),
        'refused', count(*) filter (where shipping_status = 'REFUSED'),
        'returned', count(*) filter (where shipping_status = 'RETURNED'),
        'underway', count(*) filter (
          where shipping_status in ('PENDING', 'ASSIGNED', 'OUT_FOR_DELIVERY', 'POSTPONED', 'NOT_REACHABLE')),
        'refusedAddresses', ${addressesOf('REFUSED')},
        'returnedAddresses', ${addressesOf('RETURNED')})
      from here),
    'latest', (
      select jsonb_agg(${orderJson} order by created_at desc, number desc)
      from (select * from mine order by created_at desc, number desc limit ${latestOrders}) latest)
  ) end as found
  from mine`

const orderJson = sql`jsonb_build_object(
  'id', id, 'number', number, 'country', country, 'product', product, 'productName', product_name, 'quantity', quantity,
  'totalPrice', total_price, 'status', status, 'isDuplicate', is_duplicate, 'basket', basket, 'callbackAt', ${isoTime(sql`callback_at`)},
  'createdAt', ${isoTime(sql`created_at`)}, 'shipping', shipping, 'shippingNumber', shipping_number,
  'shippingStatus', shipping_status)`

function isoTime(instant: SQL): SQL {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Distinct values, most recent first. */
const newest = (column: SQL): SQL => sql`(
  select jsonb_agg(used.value order by used.last desc) from (
    select ${column} as value, max(created_at) as last from mine group by 1 order by 2 desc limit ${rememberedNames}
  ) used)`

/** Of the newest parcels with that status, in the country that was asked for. */
const addressesOf = (status: 'REFUSED' | 'RETURNED'): SQL => sql`coalesce(
  to_jsonb((array_agg(customer_address order by created_at desc) filter (where shipping_status = ${status}))[1:${rememberedNames}::int]), '[]')`

const countBy = (column: SQL): SQL => sql`(
  select coalesce(jsonb_object_agg(counted.value, counted.orders), '{}') from (
    select ${column} as value, count(*) as orders from mine where ${column} is not null group by 1
  ) counted)`

const currencies = sql.join(
  Object.entries(countries).map(([code, { currency }]) => sql`(${code}::text, ${currency}::text)`),
  sql`, `,
)

/** Couriers, and agents who do not call, see the orders of parcels. */
const reach = (actor: Actor): SQL => {
  const conditions: Record<Scope, SQL> = {
    all: sql`true`,
    own: sql`orders.owner = ${actor.id}`,
    country:
      actorScope(actor, 'order.view') === null
        ? sql`parcel.country = ${actor.country}`
        : sql`orders.country = ${actor.country}`,
    assigned: sql`parcel.delivery = ${actor.id}`,
  }
  const scope = actorScope(actor, 'customer.view') && scopeOf(actor, 'customer.view')
  if (scope === null) return sql`false`
  const only = onlyCountryOf(actor)
  return only === null ? conditions[scope] : sql`${conditions[scope]} and orders.country = ${only}`
}
