import { type SQL, sql } from 'drizzle-orm'
import { isCallingTime, nextCallingTime } from '../../../domain/calls/calling-hours.ts'
import {
  type CallsBoard,
  type QueueReason,
  queueAges,
  queueReasons,
} from '../../../domain/calls/calls-board.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { dayOf, startOfDay } from '../../../domain/lib/zone-clock.ts'
import type { Executor } from '../../db/drizzle.ts'
import { type CountryPolicy, readPolicies } from '../../queries/call-policies.ts'
import { callReasonSql, isAtWorkSql } from '../../queries/call-queue.ts'
import { isCall } from './figures.ts'

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

type Row = Omit<CallsBoard['callers'][number], 'since' | 'seenAt' | 'callingSince'> & {
  since: Date | null
  seenAt: Date | null
  callingSince: Date | null
}

export const readBoard = async (db: Executor, country: CountryCode, now: Date): Promise<CallsBoard> => {
  const [policy] = await readPolicies(db, [country])
  const { timeZone } = countries[country]
  const { rows: callers } = await db.execute<Row>(callersSql(policy!, now))
  const { rows: waiting } = await db.execute<{ reason: QueueReason; age: number; orders: number }>(
    queueSql(policy!, now),
  )
  const countOf = (those: typeof waiting) =>
    Object.fromEntries(
      queueReasons.map((reason) => [
        reason,
        those.reduce((sum, row) => sum + (row.reason === reason ? Number(row.orders) : 0), 0),
      ]),
    ) as Record<QueueReason, number>
  const opens = isCallingTime(policy!, now, timeZone) ? null : nextCallingTime(policy!, now, timeZone)
  return {
    at: now.toISOString(),
    opensAt: opens?.toISOString() ?? null,
    distribution: policy!.distribution,
    callers: callers.map((row) => ({
      ...row,
      since: isoOf(row.since),
      seenAt: isoOf(row.seenAt),
      callingSince: isoOf(row.callingSince),
    })),
    orders: waiting.reduce((sum, { orders }) => sum + Number(orders), 0),
    reasons: countOf(waiting),
    ages: queueAges.map((minutes) => ({
      minutes,
      ...countOf(waiting.filter(({ age }) => Number(age) === minutes)),
    })),
  }
}

const isoOf = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString())

const callersSql = (policy: CountryPolicy, now: Date): SQL => {
  const { country } = policy
  const { timeZone } = countries[country]
  const midnight = instant(startOfDay(dayOf(now, timeZone), timeZone))
  const anHourAgo = instant(new Date(now.getTime() - 3_600_000))
  return sql`
    with present as materialized (
      select present.* from callers_present present where ${isAtWorkSql(policy, now)}
    ), call as (
      select line.actor, line.at, line.verb, line.record_id, line.after->>'callbackAt' as promised
      from changes line join orders on orders.id = line.record_id
      where line.at >= least(${midnight}, ${anHourAgo}) and line.at <= ${instant(now)} and ${isCall(sql`line`)}
        and line.actor is not null and orders.country = ${country}
    ), figure as (
      select actor, count(*) filter (where at >= ${midnight})::int as today,
        count(*) filter (where at > ${anHourAgo})::int as hour,
        count(*) filter (where at >= ${midnight} and (verb <> 'order.not-reachable' or promised is not null))::int as reached,
        count(distinct record_id) filter (where at >= ${midnight} and verb = 'order.confirm')::int as confirmed
      from call group by actor
    ), promise as (
      select (
        select line.actor from changes line
        where line.record_id = orders.id and line.verb = 'order.not-reachable' and line.undoes is null
        order by line.at desc limit 1) as actor, orders.callback_at as due
      from orders where orders.country = ${country} and orders.deleted_at is null and orders.callback_at is not null
        and orders.status in ('PENDING', 'NOT_REACHABLE')
    ), promised as (
      select actor, count(*)::int as promised, count(*) filter (where due <= ${instant(now)})::int as due
      from promise group by actor
    )
    select users.id as caller, users.name, present."user" is not null as "isAtWork", present.since, present.seen_at as "seenAt",
      calling.id as "order", calling.number::int as number, calling.customer_name as "customerName",
      case when calling.id is not null then present.calling_since end as "callingSince", (
        select count(*)::int from order_claims claim join orders on orders.id = claim."order"
        where claim."user" = users.id and claim.until > ${instant(now)} and not claim.is_freed
          and orders.country = ${country} and orders.deleted_at is null and orders.status in ('PENDING', 'NOT_REACHABLE')) as held,
      coalesce(figure.today, 0) as today, coalesce(figure.hour, 0) as hour, coalesce(figure.reached, 0) as reached,
      coalesce(figure.confirmed, 0) as confirmed, coalesce(promised.promised, 0) as promised, coalesce(promised.due, 0) as due
    from users left join present on present."user" = users.id left join figure on figure.actor = users.id
      left join promised on promised.actor = users.id
      left join orders calling on calling.id = present.calling and calling.deleted_at is null
        and calling.status in ('PENDING', 'NOT_REACHABLE') and exists (
          select 1 from order_claims claim where claim."order" = calling.id and claim."user" = users.id
            and claim.until > ${instant(now)} and not claim.is_freed)
    where present."user" is not null or figure.today > 0
    order by present."user" is null, users.name, users.id`
}

/** Counts of what waits by reason and the beginning of its age. */
const queueSql = (policy: CountryPolicy, now: Date): SQL => {
  const ages = sql.join(
    queueAges
      .toReversed()
      .map(
        (minutes) =>
          sql`when orders.created_at <= ${instant(new Date(now.getTime() - minutes * 60_000))} then ${minutes}::int`,
      ),
    sql` `,
  )
  return sql`
    select ${callReasonSql(policy, now)} as reason, case ${ages} else 0 end as age, count(*)::int as orders
    from orders
    where orders.country = ${policy.country} and orders.deleted_at is null and orders.status in ('PENDING', 'NOT_REACHABLE')
    group by 1, 2`
}
