import { sql } from 'drizzle-orm'
import type { Analytics } from '../../../domain/analytics/analytics.ts'
import { countries } from '../../../domain/countries.ts'
import { tariffs } from '../../../domain/invoices/totals.ts'
import type { Database } from '../../../server/db/drizzle.ts'

const shown = 20

/** The dashboard by plain SQL over orders, parcels, invoices and history; `values` of its figures by their names. */
export const analyticsFromOrders = async (
  db: Database,
  { country, from, to }: Pick<Analytics, 'country' | 'from' | 'to'>,
  owner: string | null = null,
) => {
  const { delivery, returned, upsell } = tariffs[country]
  const cohort = sql`
    cohort as (
      select orders.*, parcel.id as parcel, parcel.status as stands, parcel.collected, parcel.attempts as outings,
        parcel.delivery as guy, parcel.created_at as sent_at, parcel.delivered_at, coalesce(
          (select line.shipping_fee + line.upsell_fee from invoice_lines line where line.shipping = parcel.id),
          case parcel.status when 'DELIVERED' then ${delivery}::numeric + (orders.quantity - 1) * ${upsell}::numeric
            when 'RETURNED' then ${returned}::numeric end) as fee,
        exists (select 1 from invoice_lines line join invoices on invoices.id = line.invoice
          where line.shipping = parcel.id and invoices.status = 'PAID') as is_paid_out
      from orders left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
      where orders.country = ${country} and orders.deleted_at is null
        and ${owner === null ? sql`true` : sql`orders.owner = ${owner}`}
        and orders.created_at >= ${from}::timestamptz and orders.created_at < ${to}::timestamptz)`
  const counts = sql`count(*)::int as orders, (count(*) filter (where cohort.status = 'CONFIRMED'))::int as confirmed,
    (count(*) filter (where stands = 'DELIVERED'))::int as delivered`
  const cash = sql`coalesce(sum(collected), 0)::float8 as collected`
  const all = async (query: ReturnType<typeof sql>) => (await db.execute(sql`with ${cohort} ${query}`)).rows
  const shares = (key: ReturnType<typeof sql>, table: ReturnType<typeof sql>) =>
    all(sql`select named.id, named.name, ${counts}, (count(*) filter (where stands = 'RETURNED'))::int as returned, ${cash}
      from cohort join ${table} named on named.id = ${key} group by 1, 2
      order by count(*) desc, named.name, named.id limit ${shown}`)
  const [values] = await all(sql`
    select ${counts}, (count(*) filter (where stands not in ('PENDING', 'ASSIGNED', 'CANCELLED')))::int as out,
      (count(*) filter (where stands = 'LOST'))::int as lost, ${cash},
      coalesce(sum(total_price) filter (where stands in ('PENDING', 'ASSIGNED')), 0)::float8 as "revenuePending",
      coalesce(sum(total_price) filter (where stands in ('RETURNED', 'LOST')), 0)::float8 as "revenueLost",
      coalesce(sum(fee) filter (where stands in ('DELIVERED', 'RETURNED')), 0)::float8 as fees,
      coalesce(sum(collected) filter (where not is_paid_out), 0)::float8 as "cashOutstanding",
      avg(attempts)::float8 as "averageCalls",
      (avg(outings) filter (where stands not in ('PENDING', 'ASSIGNED', 'CANCELLED')))::float8 as "averageAttempts",
      percentile_cont(0.5) within group (order by extract(epoch from sent_at - created_at)) as "timeToConfirm",
      percentile_cont(0.5) within group (order by extract(epoch from delivered_at - sent_at))
        filter (where stands = 'DELIVERED') as "timeToDeliver"
    from cohort`)
  return {
    values: values as Record<string, number | null>,
    days: await all(sql`
      select to_char(created_at at time zone ${countries[country].timeZone}, 'YYYY-MM-DD') as day, ${counts}, ${cash}
      from cohort group by 1 order by 1`),
    products: await shares(sql`product`, sql`products`),
    sellers: await shares(sql`owner`, sql`users`),
    deliveryGuys: await shares(sql`guy`, sql`users`),
    agents: await all(sql`
      select users.id, users.name, (count(*) filter (where verb = 'order.confirm'))::int as confirmed,
        (count(*) filter (where verb = 'shipping.dispatch'))::int as dispatched
      from (select distinct actor, verb, record_id from changes join cohort
          on (record_id = cohort.id and verb = 'order.confirm') or (record_id = parcel and verb = 'shipping.dispatch')
        where undoes is null and not exists (select 1 from changes later where later.undoes = changes.id)) done
        join users on users.id = done.actor
      group by 1, 2 order by count(*) desc, users.name limit ${shown}`),
  }
}
