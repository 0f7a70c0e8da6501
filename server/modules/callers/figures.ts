import { type SQL, sql } from 'drizzle-orm'
import { type Actor, actorScope, onlyCountryOf } from '../../../domain/access/actor.ts'
import type {
  CallFigure,
  callerFiguresFields,
  FigureGroup,
  figureCallsFields,
} from '../../../domain/calls/caller-figures.ts'
import type { Values } from '../../../domain/lib/field.ts'
import type { Executor } from '../../db/drizzle.ts'

type Asked = Omit<Values<typeof callerFiguresFields>, 'by'>

const DAY_MS = 86_400_000
/** Seconds between two calls that are no pause. */
const SITTING = 15 * 60
/** Seconds of calling below which a rate says nothing. */
const MEASURED = 60
/** How long after the promised time a call still keeps the promise. */
const KEPT_WITHIN = sql.raw(`interval '1 hour'`)
/** And how much before. */
const KEPT_BEFORE = sql.raw(`interval '5 minutes'`)

/** Written as the index of calls has it. */
const isOutcome = (line: SQL): SQL => sql`${line}.resource = 'orders'
  and ${line}.verb in ('order.confirm', 'order.cancel', 'order.not-reachable') and ${line}.undoes is null`

export const isCall = (line: SQL): SQL => sql`${isOutcome(line)}
  and not exists (select 1 from changes back where back.undoes = ${line}.id)`

const instant = (at: string | Date): SQL => sql`${new Date(at).toISOString()}::timestamptz`

/** A range of instants. */
export type CallSpan = { from: Date; to: Date }

const spansSql = (spans: readonly CallSpan[]): SQL =>
  spans.length === 0
    ? sql`(select null::timestamptz, null::timestamptz where false) span (begins, ends)`
    : sql`(values ${sql.join(
        spans.map(({ from, to }) => sql`(${instant(from)}, ${instant(to)})`),
        sql`, `,
      )}) span (begins, ends)`

/** A time as the history writes it. */
const written = (at: SQL): SQL => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Whether an order is not confirmed again later by the same caller. */
const isLastConfirm = sql`not exists (
  select 1 from changes later where later.record_id = line.record_id and later.verb = 'order.confirm'
    and later.actor = line.actor and later.at > line.at and ${isCall(sql`later`)})`

/**
 * CTEs `call` (calls of the spans) and `due` (promised ones whose time is in them, and whether each was kept). `within`: a condition on
 * `line` and `orders`. `offset 0` forces an index range a span.
 */
const callsSql = (spans: readonly CallSpan[], within: SQL, now: Date): SQL => sql`
  call as materialized (
    select line.id, line.actor, line.at, line.verb, line.record_id, orders.country, orders.owner, orders.product,
      line.verb <> 'order.not-reachable' or line.after->>'callbackAt' is not null as reached,
      line.verb = 'order.confirm' and ${isLastConfirm} as confirmed,
      extract(epoch from line.at - lag(line.at) over (
        partition by line.actor, orders.country, (line.at at time zone 'UTC')::date order by line.at, line.id)) as since
    from ${spansSql(spans)} cross join lateral (
      select * from changes line where line.at >= span.begins and line.at < span.ends and ${isCall(sql`line`)} offset 0
    ) line join orders on orders.id = line.record_id
    where line.actor is not null and ${within}
  ), due as materialized (
    select line.id, line.actor, (line.after->>'callbackAt')::timestamptz as due, orders.country, orders.owner, orders.product, exists (
      select 1 from changes kept where kept.record_id = line.record_id and ${isCall(sql`kept`)}
        and kept.at between (line.after->>'callbackAt')::timestamptz - ${KEPT_BEFORE}
          and (line.after->>'callbackAt')::timestamptz + ${KEPT_WITHIN}) as kept
    from ${spansSql(spans)} cross join lateral (
      select * from changes line where line.verb = 'order.not-reachable' and line.after->>'callbackAt' is not null
        and line.after->>'callbackAt' >= ${written(sql`span.begins`)} and line.after->>'callbackAt' < ${written(sql`span.ends`)}
        and ${isCall(sql`line`)} offset 0
    ) line join orders on orders.id = line.record_id
    where line.actor is not null and (line.after->>'callbackAt')::timestamptz <= ${instant(now)} and ${within}
  )`

const isDelivered = (call: SQL): SQL => sql`exists (
  select 1 from shippings parcel where parcel."order" = ${call}.record_id and parcel.status = 'DELIVERED'
    and parcel.deleted_at is null)`

/** The counts of calls and promises by a key, as columns of `call_days`. */
const countedSql = (key: SQL, from = { call: sql`call`, due: sql`due` }): SQL => sql`
  select ${key}, count(*)::int as calls, coalesce(sum(since) filter (where since <= ${SITTING}), 0)::float8 as seconds,
    (count(*) filter (where since <= ${SITTING}))::int as followed, (count(*) filter (where reached))::int as reached,
    (count(*) filter (where confirmed))::int as confirmed,
    (count(*) filter (where confirmed and ${isDelivered(from.call)}))::int as delivered, 0 as callbacks, 0 as kept
  from ${from.call} group by ${key}
  union all
  select ${key}, 0, 0, 0, 0, 0, 0, count(*)::int, (count(*) filter (where kept))::int from ${from.due} group by ${key}`

const summed = sql.join(
  ['calls', 'seconds', 'followed', 'reached', 'confirmed', 'delivered', 'callbacks', 'kept'].map(
    (name) => sql`sum(${sql.raw(name)}) as ${sql.raw(name)}`,
  ),
  sql`, `,
)

const withinOf = (actor: Actor, { country, caller, seller, product }: Asked): SQL => {
  const only = country ?? onlyCountryOf(actor)
  return sql.join(
    [
      actorScope(actor, 'caller.list') === 'all' ? sql`true` : sql`line.actor = ${actor.id}::uuid`,
      ...(caller == null ? [] : [sql`line.actor = ${caller}::uuid`]),
      ...(only == null ? [] : [sql`orders.country = ${only}`]),
      ...(seller == null ? [] : [sql`orders.owner = ${seller}::uuid`]),
      ...(product == null ? [] : [sql`orders.product = ${product}::uuid`]),
    ],
    sql` and `,
  )
}

const keys: Record<FigureGroup, SQL> = { caller: sql`actor`, seller: sql`owner`, product: sql`product` }

/** Days (UTC) `from` to `to`, excluded, whose stored figures hold. */
type StoredDays = { from: string; to: string }

/** The parts of a period: stored days of callers, and spans that are counted as they are. */
export const periodParts = async (
  db: Executor,
  { from, to, seller, product }: Asked,
  by: FigureGroup,
): Promise<{ spans: CallSpan[]; stored: StoredDays | null }> => {
  const [begins, ends] = [new Date(from), new Date(to)]
  const whole: CallSpan = { from: begins, to: ends }
  const first = new Date(Math.ceil(begins.getTime() / DAY_MS) * DAY_MS)
  const last = new Date(Math.floor(ends.getTime() / DAY_MS) * DAY_MS)
  if (by !== 'caller' || seller != null || product != null || first >= last)
    return { spans: [whole], stored: null }
  const days = { from: first.toISOString().slice(0, 10), to: last.toISOString().slice(0, 10) }
  const { rows } = await db.execute<{ day: string }>(sql`
    select distinct day::text as day from stale_call_days where day >= ${days.from}::date and day < ${days.to}::date`)
  const stale = rows.map(({ day }) => {
    const at = Date.parse(day)
    return { from: new Date(at), to: new Date(at + DAY_MS) }
  })
  const edges = [
    { from: begins, to: first },
    { from: last, to: ends },
  ].filter((span) => span.from < span.to)
  return { spans: [...edges, ...stale], stored: days }
}

/** Figures by caller, seller or product; most calls first. */
export const figuresSql = (
  actor: Actor,
  asked: Asked,
  { by, spans, stored }: { by: FigureGroup; spans: readonly CallSpan[]; stored: StoredDays | null },
  now: Date,
): SQL => {
  const key = keys[by]
  const named = by === 'product' ? sql`products` : sql`users`
  const only = asked.country ?? onlyCountryOf(actor)
  const isOwn = actorScope(actor, 'caller.list') !== 'all'
  const days =
    stored === null
      ? sql``
      : sql`union all
          select caller, calls, seconds, followed, reached, confirmed, delivered, callbacks, kept from call_days
          where day >= ${stored.from}::date and day < ${stored.to}::date
            and ${isOwn ? sql`caller = ${actor.id}::uuid` : sql`true`}
            and ${asked.caller == null ? sql`true` : sql`caller = ${asked.caller}::uuid`}
            and ${only == null ? sql`true` : sql`country = ${only}`}
            and not exists (select 1 from stale_call_days stale where stale.day = call_days.day)`
  return sql`
    with ${callsSql(spans, withinOf(actor, asked), now)}, counted (key, calls, seconds, followed, reached, confirmed,
      delivered, callbacks, kept) as (${countedSql(key)} ${days}), figure as (select key, ${summed} from counted group by key)
    select named.id, ${by === 'caller' ? sql`named.id` : sql`null::uuid`} as caller, named.name, figure.calls::int as calls,
      (case when figure.seconds >= ${MEASURED} then round((figure.followed * 3600 / figure.seconds)::numeric, 6) end)::float8 as "perHour",
      figure.reached::int as reached, figure.confirmed::int as confirmed, figure.delivered::int as delivered,
      (figure.delivered::float8 / nullif(figure.confirmed, 0)) as "deliveredOfConfirmed",
      figure.callbacks::int as callbacks, (figure.kept::float8 / nullif(figure.callbacks, 0)) as "callbacksKept"
    from figure join ${named} named on named.id = figure.key
    order by 4 desc, named.name, named.id`
}

/** Figures of these days (UTC), as rows of `call_days`. */
export const callDaysSql = (days: readonly string[], now: Date): SQL => {
  const spans = days.map((day) => ({ from: new Date(day), to: new Date(Date.parse(day) + DAY_MS) }))
  return sql`
    with ${callsSql(spans, sql`true`, now)}, call_of_day as (
      select (at at time zone 'UTC')::date as day, call.* from call
    ), due_of_day as (select (due at time zone 'UTC')::date as day, due.* from due
    ), counted as (${countedSql(sql`day, country, actor`, { call: sql`call_of_day`, due: sql`due_of_day` })})
    select day, country, actor, ${summed} from counted group by day, country, actor`
}

const outcomeOf = sql`case line.verb when 'order.confirm' then 'CONFIRMED' when 'order.cancel' then 'CANCELLED' else 'NOT_REACHABLE' end`

const countedBy: Record<CallFigure, SQL> = {
  calls: sql`select id from call`,
  reached: sql`select id from call where reached`,
  confirmed: sql`select id from call where confirmed`,
  delivered: sql`select id from call where confirmed and ${isDelivered(sql`call`)}`,
  callbacks: sql`select id from due`,
  kept: sql`select id from due where kept`,
}

/** The calls that a figure counts, last first, each with the number of all of them. */
export const figureCallsSql = (
  actor: Actor,
  { figure, limit, skip, ...asked }: Values<typeof figureCallsFields>,
  now: Date,
): SQL => sql`
  with ${callsSql([{ from: new Date(asked.from), to: new Date(asked.to) }], withinOf(actor, asked), now)},
    counted as (${countedBy[figure]})
  select line.id, line.at, line.actor as caller, callers.name as "callerName", ${outcomeOf} as outcome,
    (line.after->>'callbackAt')::timestamptz as "callbackAt", orders.id as "order", orders.number::int as number,
    orders.customer_name as "customerName", products.name as "productName", orders.status, parcel.status as "shippingStatus",
    count(*) over ()::int as total
  from counted join changes line on line.id = counted.id join orders on orders.id = line.record_id
    join products on products.id = orders.product join users callers on callers.id = line.actor
    left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
  order by line.at desc, line.id desc limit ${limit ?? 100} offset ${skip ?? 0}`
