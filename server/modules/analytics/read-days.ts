import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../crud/executor.ts'
import type { CohortScope } from './cohort.ts'
import { measuresSql } from './measures.ts'
import type { Period } from './period.ts'
import { type DayTable, staleFacts, summedUp } from './stale-facts.ts'

export type DayRow = Record<'day' | 'orders' | 'confirmed' | 'delivered' | 'collected', string>
export type ShareRow = Record<
  'id' | 'name' | 'orders' | 'confirmed' | 'delivered' | 'returned' | 'collected',
  string
>
export type HandlerRow = Record<'id' | 'name' | 'confirmed' | 'dispatched', string>

/** What the days of a period come to, numbers as the database writes them; `before` the days of the period before. */
export type DaysRead = {
  measures: ({ isBefore: boolean } & Record<string, unknown>)[]
  days: DayRow[]
  products: ShareRow[]
  sellers: ShareRow[]
  deliveryGuys: ShareRow[]
  agents: HandlerRow[]
  /** Float8s, one after another. */
  toConfirm: Buffer | null
  toDeliver: Buffer | null
  toConfirmBefore: Buffer | null
  toDeliverBefore: Buffer | null
}

/** Shares name at most this many, the largest first. */
const mostShares = 20

/**
 * Adds up the days of a period: those that stand as they were summed up from the tables that keep them, the others from
 * their orders, in one statement, so that every figure is of the same instant.
 */
export const readDays = async (db: Executor, scope: CohortScope, period: Period): Promise<DaysRead> => {
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
          sum(returned) as returned, sum(collected) as collected
        from all_day_shares where ${isNow} group by by, key)
    select
      ${listed(sql`
        select not now as "isBefore", ${measuresSql(scope.country)} from (
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
        order by sum(confirmed) + sum(dispatched) desc, users.name limit ${mostShares}`)} as agents,
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
  coalesce(sum(collected) filter (where parcel_status = 'DELIVERED'), 0) as collected`

const sums = sql.join(
  [
    'orders',
    'calls',
    'outings',
    'price',
    'collected',
    'paid_out',
    'billed',
    'unbilled',
    'unbilled_pieces',
  ].map((name) => sql`sum(${sql.identifier(name)}) as ${sql.identifier(name)}`),
  sql`, `,
)

const sharesBy = (by: 'products' | 'deliveryGuys'): SQL => sql`select * from shares where by = ${by}::text`

const named = (shares: SQL, table: SQL): SQL => sql`
  select share.*, named.name from (${shares}) share join ${table} named on named.id = share.id
  order by share.orders desc, named.name, share.id limit ${mostShares}`

const times = (column: 'to_confirm' | 'to_deliver', condition: SQL): SQL =>
  sql`string_agg(${sql.identifier(column)}, ''::bytea) filter (where ${condition})`
