import { type SQL, sql } from 'drizzle-orm'
import type { QueueOrder } from '../../domain/calls/call-policy.ts'
import { isCallingTime, morningOf, nextCallingTime } from '../../domain/calls/calling-hours.ts'
import { keepsPromises, presentMinutes } from '../../domain/calls/distribution.ts'
import { waitsOf } from '../../domain/calls/due-call.ts'
import type { CallWait } from '../../domain/calls/policy-texts.ts'
import { countries } from '../../domain/core/countries.ts'
import { callableStatuses, mostCounted } from '../../domain/triage/claim.ts'
import { riskKey } from '../db/schema/orders.ts'
import { orders } from '../db/schema.ts'
import type { CountryPolicy } from './call-policies.ts'

/** Who asks for the next call, and when. */
export type CallAsker = { user: string; now: Date }

/** How long after their last call to the server somebody is taken to be away, where a policy keeps promises for some minutes. */
const PRESENT_MINUTES = 10

const isWaiting = sql`${orders.status} in ${[...callableStatuses]}`

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/**
 * The id of the next order to call, locked, or null: what was promised and is due, what is due for too long, then in the policy's
 * order. Each part is looked for only if the one before has none, and reads an index in its order. Orders that
 * other transactions have locked are skipped. `within`: a further condition on `orders`.
 *
 * With a fair share, what nobody was promised is looked for among what the asker was dealt; if none of it is due, the same statement
 * deals on, to the callers whose turn comes before theirs and to them.
 */
export const nextCallSql = (policies: readonly CountryPolicy[], asking: CallAsker, within: SQL): SQL => {
  const parts = partsOf(policies, asking).map(
    ({ condition, order }) => sql`(
      select orders.id from orders where ${condition} and ${within}
      order by ${order} limit 1 for update of orders skip locked)`,
  )
  const next = sql`select coalesce(${sql.join(parts, sql`, `)}, null) as id`
  const fair = dealtCountry(policies)
  return fair === null ? next : dealSql(next, fair, asking, within)
}

/** The policy whose orders are dealt out: of several countries at once nothing is, since who is at work differs by country. */
export const dealtCountry = (policies: readonly CountryPolicy[]): CountryPolicy | null =>
  policies.length === 1 && policies[0]!.distribution === 'fair' ? policies[0]! : null

/** `dealTo` of `domain/calls/distribution.ts`. Callers hold a lock of the country, so that two never deal at once. */
const dealSql = (next: SQL, policy: CountryPolicy, asking: CallAsker, within: SQL): SQL => {
  const { user, now } = asking
  const { timeZone } = countries[policy.country]
  const isDealt = isCallingTime(policy, now, timeZone)
    ? sql`${isWaiting} and ${orders.country} = ${policy.country} and ${orders.callbackAt} is null
        and ${isDueSql(policy, now)} and ${isUnspentSql(policy)} and not ${isDealtSql(policy, now)}`
    : sql`false`
  return sql`
    with first as materialized (${next}), turns as materialized (
      select present."user", row_number() over (order by present.share, present.since, present."user") as turn
      from callers_present present where ${isAtWorkSql(policy, now)}
    ), dealt as materialized (
      select next.id, row_number() over () as turn from (
        select orders.id from orders
        where (select id from first) is null and ${isDealt} and ${within}
        order by ${sortsOf[policy.queueOrder]}
        limit (select coalesce(max(turn), 0) from turns where "user" = ${user}) for update of orders skip locked) next
    ), written as (
      insert into call_shares ("order", "user") select dealt.id, turns."user" from dealt join turns on turns.turn = dealt.turn
      on conflict ("order") do update set "user" = excluded."user" returning "order", "user"
    ), counted as (
      update callers_present present set share = present.share + 1 from written
      where present."user" = written."user" and present.country = ${policy.country})
    select coalesce((select id from first), (select "order" from written where "user" = ${user})) as id`
}

/** Whether somebody (`present`) is at work in the country of a policy: calls there, and still may. */
export const isAtWorkSql = ({ country }: Pick<CountryPolicy, 'country'>, now: Date): SQL => sql`(
  present.country = ${country} and present.seen_at > ${instant(new Date(now.getTime() - presentMinutes * 60_000))}
  and exists (select 1 from users someone where someone.id = present."user" and someone.deleted_at is null
    and someone.is_activated and (someone.role = 'admin' or someone.calls)))`

/** Whether an order is dealt to somebody at work; `but`: to somebody else. */
const isDealtSql = (policy: CountryPolicy, now: Date, but: SQL = sql`true`): SQL => sql`exists (
  select 1 from call_shares share join callers_present present on present."user" = share."user"
  where share."order" = orders.id and ${isAtWorkSql(policy, now)} and ${but})`

const isOverdueSql = (policy: CountryPolicy, now: Date): SQL =>
  policy.mostWait === null
    ? sql`false`
    : isDueSql(policy, new Date(now.getTime() - policy.mostWait * 3_600_000))

/** Whether an order without a promise is somebody else's: dealt to them, and not due for so long that anybody calls. */
const isOthersSql = (policy: CountryPolicy, { user, now }: CallAsker): SQL =>
  policy.distribution === 'fair'
    ? sql`(${orders.callbackAt} is null and ${isDealtSql(policy, now, sql`share."user" <> ${user}`)}
        and not ${isOverdueSql(policy, now)})`
    : sql`false`

type Part = { condition: SQL; order: SQL }

const partsOf = (policies: readonly CountryPolicy[], { user, now }: CallAsker): Part[] => {
  const open = policies.filter((policy) => isCallingTime(policy, now, countries[policy.country].timeZone))
  const promised = ofEach(
    open,
    (policy) => sql`${orders.callbackAt} <= ${instant(now)} and not ${isHeldSql(policy, { user, now })}`,
  )
  const overdue = ofEach(
    open.filter(({ mostWait }) => mostWait !== null),
    (policy) =>
      sql`${orders.callbackAt} is null and ${isOverdueSql(policy, now)} and ${isUnspentSql(policy)}`,
  )
  const fair = dealtCountry(policies)
  const whose = (policy: CountryPolicy): SQL =>
    policy === fair
      ? sql`${orders.id} = any(array(select share."order" from call_shares share where share."user" = ${user}))`
      : sql`not ${isOthersSql(policy, { user, now })}`
  const orderOf = new Set(open.map(({ queueOrder }) => queueOrder))
  const rest = ofEach(
    open,
    (policy) =>
      sql`${orders.callbackAt} is null and ${isDueSql(policy, now)} and ${isUnspentSql(policy)} and ${whose(policy)}`,
  )
  const [only] = orderOf
  return [
    {
      condition: promised,
      order: sql`${orders.callbackAt}, ${orders.attempts}, ${orders.createdAt}, ${orders.id}`,
    },
    ...(open.some(({ mostWait }) => mostWait !== null)
      ? [{ condition: overdue, order: sql`${orders.statusAt}, ${orders.id}` }]
      : []),
    // Queues of several countries with different orders are mixed by the default one.
    { condition: rest, order: sortsOf[orderOf.size === 1 ? only! : 'attempts'] },
  ]
}

const sortsOf: Record<QueueOrder, SQL> = {
  attempts: sql`${orders.attempts}, ${orders.createdAt}, ${orders.id}`,
  oldest: sql`${orders.createdAt}, ${orders.id}`,
  newest: sql`${orders.createdAt} desc, ${orders.id} desc`,
  value: sql`${orders.totalPrice} desc, ${orders.createdAt}, ${orders.id}`,
  risk: sql`${sql.raw(riskKey)} desc, ${orders.createdAt}, ${orders.id}`,
}

/** Orders that wait in one of the countries, each by the condition of its policy. */
const ofEach = (policies: readonly CountryPolicy[], conditionOf: (policy: CountryPolicy) => SQL): SQL =>
  policies.length === 0
    ? sql`false`
    : sql`${isWaiting} and (${sql.join(
        policies.map((policy) => sql`(${orders.country} = ${policy.country} and ${conditionOf(policy)})`),
        sql` or `,
      )})`

/** Whether the call of an order without a promise was due at an instant. Pending ones are due since they wait. */
const isDueSql = (policy: CountryPolicy, at: Date): SQL => sql`${dueSql(policy)} <= ${instant(at)}`

/** `dueAt` of `domain/calls/due-call.ts`, of an order without a promise. */
const dueSql = (policy: CountryPolicy): SQL => {
  const waits = waitsOf(policy)
  const cases = waits
    .slice(0, -1)
    .map((wait, at) => sql`when ${orders.attempts} <= ${at + 1} then ${afterSql(wait, policy)}`)
  const last = waits.length === 0 ? lastCall : afterSql(waits.at(-1)!, policy)
  const afterCall = cases.length === 0 ? last : sql`case ${sql.join(cases, sql` `)} else ${last} end`
  return sql`(case when ${orders.status} = 'NOT_REACHABLE' then ${afterCall} else ${orders.statusAt} end)`
}

const lastCall = sql`coalesce(${orders.calledAt}, ${orders.statusAt})`

const afterSql = (wait: CallWait, policy: CountryPolicy): SQL => {
  if (wait !== 'morning') return sql`${lastCall} + ${sql.raw(`interval '${wait} minutes'`)}`
  const { timeZone } = countries[policy.country]
  const morning = sql.raw(`interval '1 day ${morningOf(policy)} minutes'`)
  return sql`((date_trunc('day', ${lastCall} at time zone ${timeZone}) + ${morning}) at time zone ${timeZone})`
}

/** `isSpent` of `domain/calls/due-call.ts`, the other way. */
const isUnspentSql = ({ mostAttempts }: CountryPolicy): SQL =>
  mostAttempts === null
    ? sql`true`
    : sql`(${orders.status} <> 'NOT_REACHABLE' or ${orders.callbackAt} is not null or ${orders.attempts} < ${mostAttempts})`

/** Who promised the call of an order. */
const promiser = sql`(
  select line.actor from changes line
  where line.record_id = orders.id and line.verb = 'order.not-reachable' and line.undoes is null
  order by line.at desc limit 1)`

/** Whether a promised call is kept for the one who promised it: somebody else who still calls and is there. */
const isHeldSql = (policy: CountryPolicy, { user, now }: CallAsker): SQL => {
  if (keepsPromises(policy.distribution)) {
    return sql`exists (
      select 1 from callers_present present where present."user" <> ${user} and ${isAtWorkSql(policy, now)}
        and present."user" = ${promiser})`
  }
  const { promisedFor } = policy
  return promisedFor === 0
    ? sql`false`
    : sql`(${orders.callbackAt} > ${instant(new Date(now.getTime() - promisedFor * 60_000))} and exists (
        select 1 from users promiser
        where promiser.id = ${promiser}
          and promiser.id <> ${user} and promiser.deleted_at is null and promiser.is_activated
          and (promiser.role = 'admin' or promiser.calls)
          and exists (select 1 from sessions where sessions."user" = promiser.id and sessions.revoked_at is null
            and sessions.last_used_at > ${instant(new Date(now.getTime() - PRESENT_MINUTES * 60_000))})))`
}

export type QueueCounts = {
  /** To be called now. */
  left: number
  /** Later, the next of them at `nextAt`. */
  waiting: number
  nextAt: Date | null
  /** Those whose calls are used up. */
  spent: number
  /** When calls may be made again, if nobody is called now; null if they may. */
  opensAt: Date | null
}

type CountedRow = {
  country: CountryPolicy['country']
  left: string
  waiting: string
  next: Date | string | null
  spent: string
}

/** Until when a promised call that is due is kept for somebody; null where that is until they leave. */
const heldUntil = ({ distribution, promisedFor }: CountryPolicy): SQL =>
  keepsPromises(distribution)
    ? sql`null::timestamptz`
    : sql`${orders.callbackAt} + ${sql.raw(`interval '${promisedFor} minutes'`)}`

/** Counts of the queue by country, without what is somebody else's. `within` as above. */
export const queueCountsSql = (policies: readonly CountryPolicy[], asking: CallAsker, within: SQL): SQL => {
  const { now } = asking
  const counted = policies.map((policy) => {
    const mine = sql`${isWaiting} and orders.country = ${policy.country} and ${within}`
    const promised = sql`${mine} and ${orders.callbackAt} <= ${instant(now)}`
    const unpromised = sql`${mine} and ${orders.callbackAt} is null and ${isUnspentSql(policy)}
      and not ${isOthersSql(policy, asking)}`
    const held = sql`${promised} and ${isHeldSql(policy, asking)}`
    const promisedLater = sql`${mine} and ${orders.callbackAt} > ${instant(now)}`
    // Without waits, whoever waits without a promise is due.
    const early = sql`${unpromised} and ${waitsOf(policy).length === 0 ? sql`false` : sql`not ${isDueSql(policy, now)}`}`
    const spent = sql`${mine} and ${policy.mostAttempts === null ? sql`false` : sql`not ${isUnspentSql(policy)}`}`
    return sql`
      select ${policy.country}::text as country,
        ${countSql(sql`${promised} and not ${isHeldSql(policy, asking)}`)}
          + ${countSql(sql`${unpromised} and ${isDueSql(policy, now)}`)} as left,
        ${countSql(promisedLater)} + ${countSql(held)} + ${countSql(early)} as waiting,
        least(
          (select ${orders.callbackAt} from orders where ${promisedLater} order by ${orders.callbackAt} limit 1),
          (select min(${heldUntil(policy)}) from orders where ${held}),
          (select min(${dueSql(policy)}) from orders where ${early})) as next,
        ${countSql(spent)} as spent`
  })
  return sql.join(counted, sql` union all `)
}

/** At most `mostCounted`: a long queue costs no more than that. */
const countSql = (condition: SQL): SQL =>
  sql`(select count(*) from (select 1 from orders where ${condition} limit ${mostCounted}) counted)`

/** The counts of all countries together: outside the calling hours, what is due waits for them. */
export const sumCounts = (
  policies: readonly CountryPolicy[],
  rows: readonly Record<string, unknown>[],
  now: Date,
): QueueCounts => {
  const counted = rows as readonly CountedRow[]
  const sums = { left: 0, waiting: 0, spent: 0 }
  const nexts: Date[] = []
  for (const policy of policies) {
    const row = counted.find(({ country }) => country === policy.country)
    if (row === undefined) continue
    const { timeZone } = countries[policy.country]
    const isOpen = isCallingTime(policy, now, timeZone)
    const [left, waiting] = [Number(row.left), Number(row.waiting)]
    sums.left += isOpen ? left : 0
    sums.waiting += waiting + (isOpen ? 0 : left)
    sums.spent += Number(row.spent)
    const due = !isOpen && left > 0 ? now : row.next === null ? null : new Date(row.next)
    const next = due && nextCallingTime(policy, due, timeZone)
    if (next) nexts.push(next)
  }
  const openings = policies.map((policy) => nextCallingTime(policy, now, countries[policy.country].timeZone))
  const opening = earliest(openings.flatMap((at) => at ?? []))
  return {
    ...sums,
    nextAt: earliest(nexts),
    opensAt: opening === null || opening.getTime() === now.getTime() ? null : opening,
  }
}

const earliest = (times: readonly Date[]): Date | null =>
  times.length === 0 ? null : new Date(Math.min(...times.map((at) => at.getTime())))

/** Nobody: whatever is kept for somebody is kept from them. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** `QueueReason` of an order that waits: why the next who asks is not given it. */
export const callReasonSql = (policy: CountryPolicy, now: Date): SQL => {
  const asking = { user: nobody, now }
  const isOpen = isCallingTime(policy, now, countries[policy.country].timeZone)
  return sql`case
    when not ${isUnspentSql(policy)} then 'spent'
    when exists (select 1 from order_claims claim where claim."order" = orders.id and claim.until > ${instant(now)}
      and not claim.is_freed) then 'claimed'
    when ${orders.callbackAt} > ${instant(now)} then 'promised'
    when ${orders.callbackAt} is null and not ${isDueSql(policy, now)} then 'waiting'
    when ${orders.callbackAt} is not null and ${isHeldSql(policy, asking)} then 'kept'
    when ${isOthersSql(policy, asking)} then 'kept'
    else ${isOpen ? 'callable' : 'closed'}::text end`
}
