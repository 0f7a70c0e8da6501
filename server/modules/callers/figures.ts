import { type SQL, sql } from 'drizzle-orm'
import { type Actor, actorScope, onlyCountryOf } from '../../../domain/access/actor.ts'
import type {
  CallFigure,
  callerFiguresFields,
  FigureGroup,
  figureCallsFields,
} from '../../../domain/calls/caller-figures.ts'
import type { Values } from '../../../domain/lib/field.ts'

type Asked = Omit<Values<typeof callerFiguresFields>, 'by'>

/** Seconds between two calls that are no pause. */
const SITTING = 15 * 60
/** Seconds of calling below which a rate says nothing. */
const MEASURED = 60
/** How long after the promised time a call still keeps the promise. */
const KEPT_WITHIN = sql.raw(`interval '1 hour'`)
/** And how much before. */
const KEPT_BEFORE = sql.raw(`interval '5 minutes'`)
/** How long before the period a call in it may have been promised. */
const PROMISED_BEFORE = sql.raw(`interval '60 days'`)

/** Written as the index of calls has it. */
const isOutcome = (line: SQL): SQL => sql`${line}.resource = 'orders'
  and ${line}.verb in ('order.confirm', 'order.cancel', 'order.not-reachable') and ${line}.undoes is null`

export const isCall = (line: SQL): SQL => sql`${isOutcome(line)}
  and not exists (select 1 from changes back where back.undoes = ${line}.id)`

const instant = (at: string | Date): SQL => sql`${new Date(at).toISOString()}::timestamptz`

/** CTEs `call` (calls of the period), `promise` (promised ones whose time is in it) and `due` (whether each was kept). */
const callsSql = (actor: Actor, { from, to, country, caller, seller, product }: Asked, now: Date): SQL => {
  const [since, until] = [instant(from), instant(to)]
  const only = country ?? onlyCountryOf(actor)
  const isOwn = actorScope(actor, 'caller.list') !== 'all'
  const within = sql.join(
    [
      isOwn ? sql`line.actor = ${actor.id}::uuid` : sql`line.actor is not null`,
      ...(caller == null ? [] : [sql`line.actor = ${caller}::uuid`]),
      ...(only == null ? [] : [sql`orders.country = ${only}`]),
      ...(seller == null ? [] : [sql`orders.owner = ${seller}::uuid`]),
      ...(product == null ? [] : [sql`orders.product = ${product}::uuid`]),
    ],
    sql` and `,
  )
  return sql`
    call as materialized (
      select line.id, line.actor, line.at, line.verb, line.record_id, orders.owner, orders.product,
        line.after->>'callbackAt' as promised,
        line.at - lag(line.at) over (partition by line.actor order by line.at) as since
      from changes line join orders on orders.id = line.record_id
      where line.at >= ${since} and line.at < ${until} and ${isCall(sql`line`)} and ${within}
    ), promise as (
      select line.id, line.actor, line.record_id, orders.owner, orders.product, (line.after->>'callbackAt')::timestamptz as due
      from changes line join orders on orders.id = line.record_id
      where line.at < ${until} and line.at >= ${since} - ${PROMISED_BEFORE} and line.verb = 'order.not-reachable'
        and line.after->>'callbackAt' is not null and ${isCall(sql`line`)} and ${within}
    ), due as materialized (
      select promise.*, exists (
        select 1 from changes line where line.record_id = promise.record_id and ${isCall(sql`line`)}
          and line.at between promise.due - ${KEPT_BEFORE} and promise.due + ${KEPT_WITHIN}) as kept
      from promise where promise.due >= ${since} and promise.due < ${until} and promise.due <= ${instant(now)}
    )`
}

const isReached = sql`(verb <> 'order.not-reachable' or promised is not null)`
const isDelivered = (call: SQL): SQL => sql`exists (
  select 1 from shippings parcel where parcel."order" = ${call}.record_id and parcel.status = 'DELIVERED'
    and parcel.deleted_at is null)`

const keys: Record<FigureGroup, SQL> = { caller: sql`actor`, seller: sql`owner`, product: sql`product` }

/** Figures by caller, seller or product; most calls first. */
export const figuresSql = (actor: Actor, asked: Asked, by: FigureGroup, now: Date): SQL => {
  const key = keys[by]
  const named = by === 'product' ? sql`products` : sql`users`
  return sql`
    with ${callsSql(actor, asked, now)}, callbacks as (
      select ${key} as key, count(*)::int as callbacks, count(*) filter (where kept) as kept from due group by 1
    ), figure as (
      select call.${key} as key, count(*)::int as calls,
        sum(extract(epoch from since)) filter (where extract(epoch from since) <= ${SITTING}) as seconds,
        count(*) filter (where extract(epoch from since) <= ${SITTING}) as followed,
        count(*) filter (where ${isReached})::int as reached,
        count(distinct record_id) filter (where verb = 'order.confirm')::int as confirmed,
        count(distinct record_id) filter (where verb = 'order.confirm' and ${isDelivered(sql`call`)})::int as delivered
      from call group by 1
    )
    select named.id, ${by === 'caller' ? sql`named.id` : sql`null::uuid`} as caller, named.name, coalesce(figure.calls, 0) as calls,
      (case when seconds >= ${MEASURED} then followed * 3600 / seconds end)::float8 as "perHour", coalesce(reached, 0) as reached,
      coalesce(confirmed, 0) as confirmed, coalesce(delivered, 0) as delivered,
      (delivered::float8 / nullif(confirmed, 0)) as "deliveredOfConfirmed",
      coalesce(callbacks.callbacks, 0) as callbacks, (kept::float8 / nullif(callbacks.callbacks, 0)) as "callbacksKept"
    from figure full join callbacks on callbacks.key = figure.key
      join ${named} named on named.id = coalesce(figure.key, callbacks.key)
    order by 4 desc, named.name, named.id`
}

const outcomeOf = sql`case line.verb when 'order.confirm' then 'CONFIRMED' when 'order.cancel' then 'CANCELLED' else 'NOT_REACHABLE' end`

const countedBy: Record<CallFigure, SQL> = {
  calls: sql`select id from call`,
  reached: sql`select id from call where ${isReached}`,
  confirmed: sql`select distinct on (record_id, actor) id from call where verb = 'order.confirm' order by record_id, actor, at desc`,
  delivered: sql`select distinct on (record_id, actor) id from call where verb = 'order.confirm' and ${isDelivered(sql`call`)}
    order by record_id, actor, at desc`,
  callbacks: sql`select id from due`,
  kept: sql`select id from due where kept`,
}

/** The calls that a figure counts, last first, each with the number of all of them. */
export const figureCallsSql = (
  actor: Actor,
  { figure, limit, skip, ...asked }: Values<typeof figureCallsFields>,
  now: Date,
): SQL => sql`
  with ${callsSql(actor, asked, now)}, counted as (${countedBy[figure]})
  select line.id, line.at, line.actor as caller, callers.name as "callerName", ${outcomeOf} as outcome,
    (line.after->>'callbackAt')::timestamptz as "callbackAt", orders.id as "order", orders.number::int as number,
    orders.customer_name as "customerName", products.name as "productName", orders.status, parcel.status as "shippingStatus",
    count(*) over ()::int as total
  from counted join changes line on line.id = counted.id join orders on orders.id = line.record_id
    join products on products.id = orders.product join users callers on callers.id = line.actor
    left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
  order by line.at desc, line.id desc limit ${limit ?? 100} offset ${skip ?? 0}`
