import { type SQL, sql } from 'drizzle-orm'
import type { dayShapes, handlerShapes, shareShapes } from '../../../domain/analytics/analytics.ts'
import { countries } from '../../../domain/countries.ts'
import type { RecordOf } from '../../../domain/lib/shape.ts'
import type { Executor } from '../engine/executor.ts'
import { type CohortScope, cohortSql, parcelIs } from './cohort.ts'
import { daysOf, type Period } from './period.ts'

type Day = RecordOf<typeof dayShapes>
type Share = RecordOf<typeof shareShapes>
type Handler = RecordOf<typeof handlerShapes>

/** Shares name at most this many, the largest first. */
const mostShares = 20

const counts = sql`count(*) as orders,
  count(*) filter (where orders.status = 'CONFIRMED') as confirmed,
  count(*) filter (where ${parcelIs.delivered}) as delivered,
  count(*) filter (where ${parcelIs.returned}) as returned,
  coalesce(sum(parcel.collected) filter (where ${parcelIs.delivered}), 0) as collected`

/** One row a day of the period, also of those on which nothing was ordered. */
export const readDays = async (db: Executor, scope: CohortScope, period: Period): Promise<Day[]> => {
  const { timeZone } = countries[scope.country]
  const { rows } = await db.execute<Record<keyof Day, string>>(sql`
    select to_char(orders.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, ${counts}
    ${cohortSql(scope, period)} group by 1`)
  const found = new Map(rows.map((row) => [row.day, row]))
  return daysOf(period).map((day) => {
    const row = found.get(day)
    return {
      day,
      orders: Number(row?.orders ?? 0),
      confirmed: Number(row?.confirmed ?? 0),
      delivered: Number(row?.delivered ?? 0),
      collected: Number(row?.collected ?? 0),
    }
  })
}

type By = { key: SQL; table: SQL }

export const shareBy = {
  products: { key: sql`orders.product`, table: sql`products` },
  sellers: { key: sql`orders.owner`, table: sql`users` },
  deliveryGuys: { key: sql`parcel.delivery`, table: sql`users` },
} as const satisfies Record<string, By>

export const readShares = async (
  db: Executor,
  scope: CohortScope,
  period: Period,
  { key, table }: By,
): Promise<Share[]> => {
  const { rows } = await db.execute<Record<keyof Share, string>>(sql`
    with share as (select ${key} as id, ${counts} ${cohortSql(scope, period)} and ${key} is not null group by 1)
    select share.*, named.name from share join ${table} named on named.id = share.id
    order by share.orders desc, named.name, share.id limit ${mostShares}`)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    orders: Number(row.orders),
    confirmed: Number(row.confirmed),
    delivered: Number(row.delivered),
    returned: Number(row.returned),
    collected: Number(row.collected),
  }))
}

/** Who confirmed the orders of the period and who sent their parcels out, by the history; what was undone is not counted. */
export const readHandlers = async (db: Executor, scope: CohortScope, period: Period): Promise<Handler[]> => {
  const { rows } = await db.execute<Record<keyof Handler, string>>(sql`
    with cohort as (select orders.id, parcel.id as parcel ${cohortSql(scope, period)}),
    done as (
      select changes.actor, changes.verb, changes.record_id from cohort
        join changes on changes.record_id = cohort.id and changes.verb = 'order.confirm'
      where changes.undoes is null
        and not exists (select 1 from changes later where later.undoes = changes.id)
      union
      select changes.actor, changes.verb, changes.record_id from cohort
        join changes on changes.record_id = cohort.parcel and changes.verb = 'shipping.dispatch'
      where changes.undoes is null
        and not exists (select 1 from changes later where later.undoes = changes.id))
    select users.id, users.name,
      count(*) filter (where verb = 'order.confirm') as confirmed,
      count(*) filter (where verb = 'shipping.dispatch') as dispatched
    from done join users on users.id = done.actor group by users.id, users.name
    order by count(*) desc, users.name limit ${mostShares}`)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    confirmed: Number(row.confirmed),
    dispatched: Number(row.dispatched),
  }))
}
