import { type SQL, sql } from 'drizzle-orm'
import { countries } from '../../../domain/countries.ts'

/** The clocks that days of each country go by; dates of the table are UTC's. */
const zones = sql.join(
  Object.entries(countries).map(([country, { timeZone }]) => sql`(${country}, ${timeZone})`),
  sql`, `,
)

/**
 * CTEs `stale`, whose orders of which days of their country's calendar are to be added up from the orders themselves,
 * and `facts`, these orders with their parcel and what it cost. `marks` are rows of `stale_days`: a day of UTC touches
 * one or two of a country. `offset 0` keeps each day a range of the index, however many rows the planner expects.
 */
export const staleFacts = (marks: SQL, within: SQL = sql`true`): SQL => sql`
  stale as materialized (
    select distinct mark.country, mark.owner, local.day,
      local.day::timestamp at time zone zone.name as begins, (local.day + 1)::timestamp at time zone zone.name as ends
    from (${marks}) mark join (values ${zones}) zone (country, name) on zone.country = mark.country
    cross join lateral (values
      ((mark.day::timestamp at time zone 'UTC' at time zone zone.name)::date),
      (((mark.day + 1)::timestamp at time zone 'UTC' at time zone zone.name - interval '1 microsecond')::date)
    ) local (day)
    where ${within}
  ), facts as materialized (
    select stale.country, stale.day, stale.owner, sold.id, sold.status, sold.product, sold.quantity, sold.attempts as calls,
      sold.total_price as price, sold.created_at, parcel.id as parcel, parcel.status as parcel_status,
      parcel.delivery, parcel.attempts as outings, parcel.collected, parcel.created_at as parcel_created_at,
      parcel.delivered_at, line.shipping_fee + line.upsell_fee as fee, invoices.status = 'PAID' as is_paid_out
    from stale
    cross join lateral (
      select * from orders where orders.owner = stale.owner and orders.country = stale.country
        and orders.created_at >= stale.begins and orders.created_at < stale.ends and orders.deleted_at is null
      offset 0
    ) sold
    left join shippings parcel on parcel."order" = sold.id and parcel.deleted_at is null
    left join invoice_lines line on line.shipping = parcel.id
    left join invoices on invoices.id = line.invoice
  )`

const whose = sql`country, day, owner`

const shareOf = (by: string, key: SQL): SQL => sql`
  select ${whose}, ${by}::text, ${key}, count(*), count(*) filter (where status = 'CONFIRMED'),
    count(*) filter (where parcel_status = 'DELIVERED'), count(*) filter (where parcel_status = 'RETURNED'),
    coalesce(sum(collected) filter (where parcel_status = 'DELIVERED'), 0)
  from facts where ${key} is not null group by ${whose}, ${key}`

const handled = (verb: string, id: SQL): SQL => sql`
  select ${whose}, done.actor, done.verb, done.record_id
  from facts join changes done on done.record_id = ${id} and done.verb = ${verb}
  where done.actor is not null and done.undoes is null
    and not exists (select 1 from changes later where later.undoes = done.id)`

/** What the tables of these names keep of each day, computed from `facts`; the columns in their order. */
export const summedUp = {
  day_statuses: sql`
    select ${whose}, status, parcel_status, count(*), sum(calls), coalesce(sum(outings), 0), sum(price),
      coalesce(sum(collected), 0), coalesce(sum(collected) filter (where is_paid_out), 0), coalesce(sum(fee), 0),
      count(*) filter (where fee is null), coalesce(sum(quantity - 1) filter (where fee is null), 0)
    from facts group by ${whose}, status, parcel_status`,
  day_shares: sql`${shareOf('products', sql`product`)} union all ${shareOf('deliveryGuys', sql`delivery`)}`,
  day_handlers: sql`
    select ${whose}, actor, count(*) filter (where verb = 'order.confirm'),
      count(*) filter (where verb = 'shipping.dispatch')
    from (${handled('order.confirm', sql`facts.id`)} union ${handled('shipping.dispatch', sql`facts.parcel`)}) handled
    group by ${whose}, actor`,
  day_times: sql`
    select ${whose},
      string_agg(float8send(extract(epoch from parcel_created_at - created_at)::float8), ''::bytea),
      string_agg(float8send(extract(epoch from delivered_at - parcel_created_at)::float8), ''::bytea)
        filter (where parcel_status = 'DELIVERED')
    from facts where parcel is not null group by ${whose}`,
} as const satisfies Record<string, SQL>

export type DayTable = keyof typeof summedUp
