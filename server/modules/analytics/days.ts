import { type SQL, sql } from 'drizzle-orm'
import { countries } from '../../../domain/core/countries.ts'
import { alphabetical } from '../../db/alphabetical.ts'
import { isOfOneItem } from '../../db/apart.ts'
import type { Database, Executor } from '../../db/drizzle.ts'
import { measuresSql } from './measures.ts'
import { type CohortScope, type Period, parcelStands } from './period.ts'

/** Time zone and decimals of each country; tables store UTC dates. */
const zones = sql.join(
  Object.entries(countries).map(
    ([country, { timeZone, decimals }]) => sql`(${country}, ${timeZone}, ${decimals}::integer)`,
  ),
  sql`, `,
)

/**
 * CTEs `stale` (days of countries' calendars to be summed up again) and `facts` (their orders with parcel and cost). `marks`:
 * rows of `stale_days`; a UTC day touches up to two days of a country. `offset 0` forces an index range per day.
 */
export const staleFacts = (marks: SQL, within: SQL = sql`true`): SQL => sql`
  stale as materialized (
    select distinct mark.country, mark.owner, local.day,
      zone.name as zone_name, zone.decimals, local.day::timestamp at time zone zone.name as begins, (local.day + 1)::timestamp at time zone zone.name as ends
    from (${marks}) mark join (values ${zones}) zone (country, name, decimals) on zone.country = mark.country
    cross join lateral (values
      ((mark.day::timestamp at time zone 'UTC' at time zone zone.name)::date),
      (((mark.day + 1)::timestamp at time zone 'UTC' at time zone zone.name - interval '1 microsecond')::date)
    ) local (day)
    where ${within}
  ), facts as materialized (
    select stale.country, stale.day, stale.owner, sold.id, sold.status, sold.product, sold.quantity, sold.attempts as calls,
      sold.total_price as price, sold.created_at, parcel.id as parcel, parcel.status as parcel_status,
      parcel.delivery, parcel.attempts as outings, parcel.collected, parcel.condition, parcel.created_at as parcel_created_at,
      parcel.delivered_at, line.shipping_fee + line.upsell_fee + line.cash_fee as fee,
      case when line.id is null and parcel.settled_at is not null then parcel_fee(stale.country, sold.owner, sold.zone,
        (parcel.settled_at at time zone stale.zone_name)::date, parcel.status, parcel.is_refused, sold.quantity,
        parcel.collected, stale.decimals) end as fee_to_come, invoices.status = 'PAID' as is_paid_out
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

const { everOut } = parcelStands(sql`parcel_status`)

export const shareOf = (by: string, key: SQL): SQL => sql`
  select ${whose}, ${by}::text, ${key}, count(*), count(*) filter (where status = 'CONFIRMED'),
    count(*) filter (where parcel_status = 'DELIVERED'), count(*) filter (where parcel_status = 'RETURNED'),
    coalesce(sum(collected) filter (where parcel_status = 'DELIVERED'), 0), count(*) filter (where ${everOut}),
    coalesce(sum(quantity) filter (where parcel_status = 'DELIVERED'), 0),
    coalesce(sum(quantity) filter (where parcel_status = 'LOST' or (parcel_status = 'RETURNED' and condition = 'damaged')), 0),
    count(*) filter (where parcel_status in ('RETURNED', 'LOST')),
    coalesce(sum(coalesce(fee, fee_to_come)) filter (where parcel_status = 'DELIVERED'), 0),
    coalesce(sum(coalesce(fee, fee_to_come)) filter (where parcel_status = 'RETURNED'), 0)
  from facts where ${key} is not null group by ${whose}, ${key}`

const handled = (verb: string, id: SQL): SQL => sql`
  select ${whose}, done.actor, done.verb, done.record_id
  from facts join changes done on done.record_id = ${id} and done.verb = ${verb}
  where done.actor is not null and done.undoes is null
    and not exists (select 1 from changes later where later.undoes = done.id)`

/** Query of each daily table over `facts`, in column order. */
export const summedUp = {
  day_statuses: sql`
    select ${whose}, status, parcel_status, count(*), sum(calls), coalesce(sum(outings), 0), sum(price),
      coalesce(sum(collected), 0), coalesce(sum(collected) filter (where is_paid_out), 0), coalesce(sum(fee), 0),
      count(*) filter (where fee is null), coalesce(sum(fee_to_come), 0)
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

export type DayRow = Record<'day' | 'orders' | 'confirmed' | 'delivered' | 'collected', string>
export type ShareRow = Record<
  'id' | 'name' | 'orders' | 'confirmed' | 'out' | 'delivered' | 'returned' | 'collected',
  string
>
export type HandlerRow = Record<'id' | 'name' | 'confirmed' | 'dispatched', string>

/** Sums of a period as read; `before`: the previous period. */
export type DaysRead = {
  measures: ({ isBefore: boolean } & Record<string, unknown>)[]
  days: DayRow[]
  products: ShareRow[]
  sellers: ShareRow[]
  deliveryGuys: ShareRow[]
  agents: HandlerRow[]
  /** Concatenated float8. */
  toConfirm: Buffer | null
  toDeliver: Buffer | null
  toConfirmBefore: Buffer | null
  toDeliverBefore: Buffer | null
}

/** Maximum rows of a ranking. */
const mostShares = 20

/** Sums up a period in one statement and snapshot: stored daily sums, and orders for days that are stale. */
export const readDayFigures = async (db: Executor, scope: CohortScope, period: Period): Promise<DaysRead> => {
  const { previousStartDate, startDate, endDate } = period
  const isOurs = ({ owner, country }: CohortScope, row: SQL): SQL =>
    sql`${row}.country = ${country} and ${owner === null ? sql`true` : sql`${row}.owner = ${owner}`}`
  const marks = sql`
    select * from stale_days mark where ${isOurs(scope, sql`mark`)}
      and mark.day between ${previousStartDate}::date - 1 and ${endDate}::date + 1`
  const within = sql`local.day between ${previousStartDate}::date and ${endDate}::date`
  const known = (name: DayTable, from: string): SQL => sql`
    ${sql.identifier(`all_${name}`)} as (
      select kept.* from ${sql.identifier(name)} kept where ${isOurs(scope, sql`kept`)}
        and kept.day between ${from}::date and ${endDate}::date
        and not exists (select 1 from stale where stale.day = kept.day and stale.owner = kept.owner)
      union all ${summedUp[name]})`
  const isNow = sql`day >= ${startDate}::date`
  const { rows } = await db.execute<DaysRead>(sql`
    with ${staleFacts(marks, within)},
      ${known('day_statuses', previousStartDate)}, ${known('day_shares', startDate)},
      ${known('day_handlers', startDate)}, ${known('day_times', previousStartDate)},
      shares as materialized (
        select by, key as id, sum(orders) as orders, sum(confirmed) as confirmed, sum(delivered) as delivered,
          sum(returned) as returned, sum(collected) as collected, sum("out") as "out"
        from all_day_shares where ${isNow} group by by, key)
    select
      ${listed(sql`
        select not now as "isBefore", ${measuresSql()} from (
          select ${isNow} as now, status, parcel_status, ${sums} from all_day_statuses group by 1, 2, 3
        ) standing group by 1`)} as measures,
      ${listed(sql`
        select day::text, ${ofStatuses} from all_day_statuses where ${isNow} group by day`)} as days,
      ${listed(
        named(
          sql`select owner as id, ${ofStatuses} from all_day_statuses where ${isNow} group by owner`,
          sql`users`,
        ),
      )} as sellers,
      ${listed(named(sharesBy('products'), sql`products`))} as products,
      ${listed(named(sharesBy('deliveryGuys'), sql`users`))} as "deliveryGuys",
      ${listed(sql`
        select users.id, users.name, sum(confirmed) as confirmed, sum(dispatched) as dispatched
        from all_day_handlers join users on users.id = actor where ${isNow} group by users.id, users.name
        order by sum(confirmed) + sum(dispatched) desc, ${alphabetical(sql`users.name`)} limit ${mostShares}`)} as agents,
      times.* from (
        select ${times('to_confirm', isNow)} as "toConfirm", ${times('to_deliver', isNow)} as "toDeliver",
          ${times('to_confirm', sql`not (${isNow})`)} as "toConfirmBefore",
          ${times('to_deliver', sql`not (${isNow})`)} as "toDeliverBefore"
        from all_day_times) times`)
  return rows[0]!
}

const listed = (query: SQL): SQL =>
  sql`(select coalesce(json_agg(row_to_json(listed)), '[]'::json) from (${query}) listed)`

const counted = (condition: SQL): SQL => sql`coalesce(sum(orders) filter (where ${condition}), 0)`

const ofStatuses = sql`sum(orders) as orders, ${counted(sql`status = 'CONFIRMED'`)} as confirmed,
  ${counted(sql`parcel_status = 'DELIVERED'`)} as delivered, ${counted(sql`parcel_status = 'RETURNED'`)} as returned,
  ${counted(everOut)} as "out",
  coalesce(sum(collected) filter (where parcel_status = 'DELIVERED'), 0) as collected`

const sums = sql.join(
  ['orders', 'calls', 'outings', 'price', 'collected', 'paid_out', 'billed', 'unbilled', 'unbilled_fees'].map(
    (name) => sql`sum(${sql.identifier(name)}) as ${sql.identifier(name)}`,
  ),
  sql`, `,
)

const sharesBy = (by: 'products' | 'deliveryGuys'): SQL => sql`select * from shares where by = ${by}::text`

const named = (shares: SQL, table: SQL): SQL => sql`
  select share.*, named.name from (${shares}) share join ${table} named on named.id = share.id
  order by share.orders desc, ${alphabetical(sql`named.name`)}, share.id limit ${mostShares}`

const times = (column: 'to_confirm' | 'to_deliver', condition: SQL): SQL =>
  sql`string_agg(${sql.identifier(column)}, ''::bytea) filter (where ${condition})`

/** Marks processed per transaction (about a quarter of a second): each order adds at most one. */
const marksAtOnce = 100

const tables = Object.keys(summedUp) as DayTable[]

/**
 * Sums up stale days, newest first, until none is left. Safe at any time: later commits leave new marks. Of concurrent
 * instances one succeeds, the others fail and find less to do. @throws AggregateError of failed days; others are done
 */
export const sumUpDays = async (db: Database, isStopped: () => boolean = () => false): Promise<void> => {
  const failures: unknown[] = []
  let limit = marksAtOnce
  while (!isStopped()) {
    try {
      if ((await sumUpSome(db, { limit, left: failures.length })) < limit) break
      limit = Math.min(marksAtOnce, limit * 2)
    } catch (error) {
      if (!isOfOneItem(error)) throw error
      if (limit === 1) failures.push(error)
      else limit = Math.ceil(limit / 10)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some days were not summed up')
}

/** Sums up some stale days after the `left` newest, which failed; returns their number. */
const sumUpSome = (db: Database, { limit, left }: { limit: number; left: number }): Promise<number> =>
  db.transaction(
    async (tx) => {
      const { rows } = await tx.execute<Record<'country' | 'owner' | 'day', string>>(sql`
        with taken as (
          select distinct day, country, owner from stale_days order by day desc, country, owner
          limit ${limit} offset ${left}
        ), gone as (
          delete from stale_days using taken
          where (stale_days.country, stale_days.day, stale_days.owner) = (taken.country, taken.day, taken.owner)
        )
        select country, owner, day::text as day from taken`)
      if (rows.length > 0) await rewrite(tx, marksOf(rows))
      return rows.length
    },
    { isolationLevel: 'repeatable read' },
  )

const marksOf = (rows: readonly Record<'country' | 'owner' | 'day', string>[]): SQL => sql`
  select * from unnest(
    ${sql.param(rows.map(({ country }) => country))}::text[], ${sql.param(rows.map(({ owner }) => owner))}::uuid[],
    ${sql.param(rows.map(({ day }) => day))}::date[]) marks (country, owner, day)`

const rewrite = async (tx: Executor, marks: SQL): Promise<void> => {
  const each = (write: (table: SQL, name: DayTable) => SQL): SQL =>
    sql.join(
      tables.map(
        (name) => sql`${sql.identifier(`of_${name}`)} as (${write(sql`${sql.identifier(name)}`, name)})`,
      ),
      sql`, `,
    )
  const facts = staleFacts(marks)
  await tx.execute(sql`
    with ${facts}, ${each(
      (table) => sql`
      delete from ${table} kept using stale
      where (kept.country, kept.day, kept.owner) = (stale.country, stale.day, stale.owner)`,
    )}
    select 1`)
  await tx.execute(sql`
    with ${facts}, ${each((table, name) => sql`insert into ${table} ${summedUp[name]}`)}
    select 1`)
}
