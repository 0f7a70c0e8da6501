import { type SQL, sql } from 'drizzle-orm'
import type { Figure } from '../../../domain/analytics/analytics.ts'
import { type FigureName, figureNames, figures } from '../../../domain/analytics/figures.ts'
import type { Executor } from '../engine/executor.ts'
import { type CohortScope, cohortSql, feeSql, isPaidOut, parcelIs } from './cohort.ts'
import type { Period } from './period.ts'

/** All figures of the period and of the one before it, in one statement. */
export const readFigures = async (db: Executor, scope: CohortScope, period: Period): Promise<Figure[]> => {
  const measures = measuresOf(scope)
  const columns = figureNames.map((name) => sql`${measures[name]} as ${sql.identifier(name)}`)
  const { rows } = await db.execute<{ current: boolean } & Record<FigureName, string | null>>(sql`
    select orders.created_at >= ${period.from.toISOString()}::timestamptz as current, ${sql.join(columns, sql`, `)}
    ${cohortSql(scope, period, { previous: true })}
    group by 1`)
  const [now, before] = [true, false].map((current) => rows.find((row) => row.current === current))
  const base = {
    country: scope.country,
    ...(scope.owner === null ? {} : { owner: scope.owner }),
    from: period.from.toISOString(),
    to: period.to.toISOString(),
  }
  return figureNames.map((name) => ({
    name,
    unit: figures[name].unit,
    value: read(now?.[name], name),
    previous: read(before?.[name], name),
    where: { ...base, ...figures[name].filter },
  }))
}

/** A period without orders has no row: nothing was counted, and nothing divides a rate. */
const read = (value: string | null | undefined, name: FigureName): number | null => {
  if (value != null) return Number(value)
  return figures[name].unit === 'count' || figures[name].unit === 'money' ? 0 : null
}

const count = (condition: SQL): SQL => sql`count(*) filter (where ${condition})`
const sum = (value: SQL, condition: SQL): SQL => sql`coalesce(sum(${value}) filter (where ${condition}), 0)`
const ratio = (part: SQL, whole: SQL): SQL => sql`(${part})::numeric / nullif(${whole}, 0)`
const status = (value: string): SQL => sql`orders.status = ${value}`
const median = (interval: SQL, condition: SQL): SQL =>
  sql`percentile_cont(0.5) within group (order by extract(epoch from ${interval})) filter (where ${condition})`

const measuresOf = ({ country }: CohortScope): Record<FigureName, SQL> => {
  const price = sql`orders.total_price`
  const cash = sql`parcel.collected`
  const fee = feeSql(country)
  const collected = sum(cash, parcelIs.delivered)
  const fees = sum(fee, sql`${parcelIs.delivered} or ${parcelIs.returned}`)
  return {
    orders: sql`count(*)`,
    pending: count(status('PENDING')),
    notReachable: count(status('NOT_REACHABLE')),
    confirmed: count(status('CONFIRMED')),
    cancelled: count(status('CANCELLED')),
    out: count(parcelIs.everOut),
    delivered: count(parcelIs.delivered),
    returned: count(parcelIs.returned),
    lost: count(parcelIs.lost),
    confirmationRate: ratio(count(status('CONFIRMED')), sql`count(*)`),
    deliveryRate: ratio(count(parcelIs.delivered), count(parcelIs.everOut)),
    finalDeliveryRate: ratio(count(parcelIs.delivered), count(parcelIs.ended)),
    returnRate: ratio(count(parcelIs.returned), count(parcelIs.ended)),
    collected,
    revenueInTransit: sum(price, parcelIs.inTransit),
    revenuePending: sum(price, parcelIs.notYetOut),
    revenueLost: sum(price, parcelIs.failed),
    fees,
    net: sql`${collected} - ${fees}`,
    cashOutstanding: sum(cash, sql`${parcelIs.delivered} and not ${isPaidOut}`),
    averageCalls: sql`avg(orders.attempts)`,
    averageAttempts: sql`avg(parcel.attempts) filter (where ${parcelIs.everOut})`,
    timeToConfirm: median(sql`parcel.created_at - orders.created_at`, sql`parcel.id is not null`),
    timeToDeliver: median(sql`parcel.delivered_at - parcel.created_at`, parcelIs.delivered),
  }
}
