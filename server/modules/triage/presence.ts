import { sql } from 'drizzle-orm'
import { presentMinutes } from '../../../domain/calls/distribution.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { CountryPolicy } from '../../queries/call-policies.ts'
import { isAtWorkSql } from '../../queries/call-queue.ts'

type Caller = { user: string; now: Date }

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** After so long without a claim somebody has been away. */
const lapsedAt = (now: Date) => instant(new Date(now.getTime() - presentMinutes * 60_000))

/**
 * A caller asks for orders of a country. Who comes, or comes back, begins with the smallest share of the others; what they were
 * dealt before has been free since they left.
 */
export const comeToWork = async (
  tx: Transaction,
  policy: CountryPolicy,
  { user, now }: Caller,
): Promise<void> => {
  const { rows } = await tx.execute<{ came: boolean }>(sql`
    with earlier as (
      select 1 from callers_present where "user" = ${user} and country = ${policy.country} and seen_at > ${lapsedAt(now)})
    insert into callers_present as mine ("user", country, since, seen_at, share)
    values (${user}, ${policy.country}, ${instant(now)}, ${instant(now)}, (
      select coalesce(min(present.share), 0) from callers_present present
      where present."user" <> ${user} and ${isAtWorkSql(policy, now)}))
    on conflict ("user", country) do update set seen_at = excluded.seen_at,
      since = case when mine.seen_at <= ${lapsedAt(now)} then excluded.since else mine.since end,
      share = case when mine.seen_at <= ${lapsedAt(now)} then excluded.share else mine.share end,
      calling = case when mine.seen_at <= ${lapsedAt(now)} then null else mine.calling end
    returning not exists (select 1 from earlier) as came`)
  if (rows[0]?.came !== true) return
  await tx.execute(sql`
    delete from call_shares share using orders
    where orders.id = share."order" and share."user" = ${user} and orders.country = ${policy.country}`)
}

/** A sign of life, and what is on the screen of the caller since when. */
export const showWork = async (
  tx: Transaction,
  order: Pick<Order, 'id' | 'country'> | null,
  { user, now }: Caller,
): Promise<void> => {
  const calling = order === null ? sql`null::uuid` : sql`${order.id}::uuid`
  const isElsewhere = order === null ? sql`false` : sql`country <> ${order.country}`
  await tx.execute(sql`
    update callers_present set seen_at = ${instant(now)},
      calling = case when ${isElsewhere} then null else ${calling} end,
      calling_since = case when calling is not distinct from ${calling} then calling_since else ${instant(now)} end
    where "user" = ${user} and seen_at > ${lapsedAt(now)}`)
}

/** A caller stops: what they were dealt is free at once. */
export const leaveWork = async (tx: Transaction, user: string): Promise<void> => {
  await tx.execute(sql`delete from call_shares where "user" = ${user}`)
  await tx.execute(sql`delete from callers_present where "user" = ${user}`)
}
