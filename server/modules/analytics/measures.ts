import { type SQL, sql } from 'drizzle-orm'
import { type FigureName, figureNames } from '../../../domain/analytics/analytics.ts'
import { parcelStands } from './period.ts'

/** Medians cannot be summed. */
export type Measure = Exclude<FigureName, 'timeToConfirm' | 'timeToDeliver'>

const parcelIs = parcelStands(sql`parcel_status`)

const sum = (value: SQL, condition: SQL): SQL => sql`coalesce(sum(${value}) filter (where ${condition}), 0)`
const count = (condition: SQL): SQL => sum(sql`orders`, condition)
const ratio = (part: SQL, whole: SQL): SQL => sql`(${part})::numeric / nullif(${whole}, 0)`
const status = (value: string): SQL => sql`status = ${value}`

/** Columns that sum up rows of `day_statuses`. */
export const measuresSql = (): SQL => {
  const measures = measuresOf()
  const columns = figureNames.flatMap((name) =>
    name in measures ? [sql`${measures[name as Measure]} as ${sql.identifier(name)}`] : [],
  )
  return sql.join(columns, sql`, `)
}

const measuresOf = (): Record<Measure, SQL> => {
  const orders = sql`coalesce(sum(orders), 0)`
  const collected = sum(sql`collected`, parcelIs.delivered)
  const fees = sum(sql`billed + unbilled_fees`, sql`${parcelIs.delivered} or ${parcelIs.returned}`)
  return {
    orders,
    pending: count(status('PENDING')),
    notReachable: count(status('NOT_REACHABLE')),
    confirmed: count(status('CONFIRMED')),
    cancelled: count(status('CANCELLED')),
    out: count(parcelIs.everOut),
    delivered: count(parcelIs.delivered),
    returned: count(parcelIs.returned),
    lost: count(parcelIs.lost),
    confirmationRate: ratio(count(status('CONFIRMED')), orders),
    deliveryRate: ratio(count(parcelIs.delivered), count(parcelIs.everOut)),
    finalDeliveryRate: ratio(count(parcelIs.delivered), count(parcelIs.ended)),
    returnRate: ratio(count(parcelIs.returned), count(parcelIs.ended)),
    collected,
    revenueInTransit: sum(sql`price`, parcelIs.inTransit),
    revenuePending: sum(sql`price`, parcelIs.notYetOut),
    revenueLost: sum(sql`price`, parcelIs.failed),
    fees,
    net: sql`${collected} - (${fees})`,
    cashOutstanding: sum(sql`collected - paid_out`, parcelIs.delivered),
    averageCalls: ratio(sql`sum(calls)`, orders),
    averageAttempts: ratio(sum(sql`outings`, parcelIs.everOut), count(parcelIs.everOut)),
  }
}
