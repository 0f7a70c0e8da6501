import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type Actor, actorScope, onlyCountryOf } from '../../../domain/access/actor.ts'
import {
  type CallerFigures,
  callerFiguresFields,
  callerFiguresShapes,
  mostFigureDays,
} from '../../../domain/calls/caller-figures.ts'
import { defaultCountry } from '../../../domain/core/countries.ts'
import type { Values } from '../../../domain/lib/field.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, refuseQuery } from '../../http/request-parts.ts'
import { pageJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/schemas.ts'

const figuresCall = describe.call({
  id: 'listCallers',
  tag: 'callers',
  summary: 'Read what each caller did in a period',
  detail: 'Most calls first; callers read their own. What was taken back does not count.',
  verbs: ['caller.list'],
  query: callerFiguresFields,
  answers: { 200: pageJson('CallersPage', titled('CallerFigures', shapesSchema(callerFiguresShapes))) },
  refuses: ['RANGE_TOO_LONG'],
})

export const callerRoutes = (app: FastifyInstance, { db, now }: ServerContext): void => {
  app.get('/callers', figuresCall, async (request) => {
    refuseQuery(request, Object.keys(callerFiguresFields))
    const actor = permit(request, 'caller.list')
    const asked = accepted(validate(callerFiguresFields, queryOf(request), { country: defaultCountry }))
    const days = (Date.parse(asked.to) - Date.parse(asked.from)) / 86_400_000
    if (days > mostFigureDays || days <= 0) {
      throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'to', code: 'RANGE_TOO_LONG' }] })
    }
    const { rows } = await db.execute<CallerFigures>(figuresSql(actor, asked, now()))
    return { items: rows, total: rows.length }
  })
}

/** Seconds between two calls that are no pause. */
const SITTING = 15 * 60
/** How long after the promised time a call still keeps the promise. */
const KEPT_WITHIN = sql.raw(`interval '1 hour'`)
/** And how much before. */
const KEPT_BEFORE = sql.raw(`interval '5 minutes'`)

const isCall = (line: SQL): SQL => sql`${line}.resource = 'orders'
  and ${line}.verb in ('order.confirm', 'order.cancel', 'order.not-reachable') and ${line}.undoes is null
  and not exists (select 1 from changes back where back.undoes = ${line}.id)`

const figuresSql = (
  actor: Actor,
  { from, to, country }: Values<typeof callerFiguresFields>,
  now: Date,
): SQL => {
  const [since, until] = [
    sql`${new Date(from).toISOString()}::timestamptz`,
    sql`${new Date(to).toISOString()}::timestamptz`,
  ]
  const only = country ?? onlyCountryOf(actor)
  const whose = (column: SQL): SQL =>
    actorScope(actor, 'caller.list') === 'all' ? sql`true` : sql`${column} = ${actor.id}::uuid`
  const where = only == null ? sql`true` : sql`orders.country = ${only}`
  return sql`
    with call as materialized (
      select line.actor, line.at, line.verb, line.record_id, line.after->>'callbackAt' as promised,
        line.at - lag(line.at) over (partition by line.actor order by line.at) as since
      from changes line join orders on orders.id = line.record_id
      where line.at >= ${since} and line.at < ${until} and ${isCall(sql`line`)} and ${whose(sql`line.actor`)} and ${where}
    ), promise as (
      select line.actor, line.record_id, (line.after->>'callbackAt')::timestamptz as due
      from changes line join orders on orders.id = line.record_id
      where line.at < ${until} and line.at >= ${since} - interval '60 days' and line.verb = 'order.not-reachable'
        and line.after->>'callbackAt' is not null and ${isCall(sql`line`)} and ${whose(sql`line.actor`)} and ${where}
    ), due as (
      select promise.actor, exists (
        select 1 from changes line where line.record_id = promise.record_id and ${isCall(sql`line`)}
          and line.at between promise.due - ${KEPT_BEFORE} and promise.due + ${KEPT_WITHIN}) as kept
      from promise where promise.due >= ${since} and promise.due < ${until}
        and promise.due <= ${now.toISOString()}::timestamptz
    ), callbacks as (
      select actor, count(*)::int as callbacks, count(*) filter (where kept) as kept from due group by actor
    ), figure as (
      select call.actor, count(*)::int as calls,
        sum(extract(epoch from since)) filter (where extract(epoch from since) <= ${SITTING}) as seconds,
        count(*) filter (where extract(epoch from since) <= ${SITTING}) as followed,
        count(*) filter (where verb <> 'order.not-reachable' or promised is not null)::int as reached,
        count(distinct record_id) filter (where verb = 'order.confirm')::int as confirmed,
        count(distinct record_id) filter (where verb = 'order.confirm' and exists (
          select 1 from shippings parcel where parcel."order" = call.record_id and parcel.status = 'DELIVERED'
            and parcel.deleted_at is null))::int as delivered
      from call where call.actor is not null group by call.actor
    )
    select users.id as caller, users.name, coalesce(figure.calls, 0) as calls,
      (followed * 3600 / nullif(seconds, 0))::float8 as "perHour", coalesce(reached, 0) as reached,
      coalesce(confirmed, 0) as confirmed, coalesce(delivered, 0) as delivered,
      (delivered::float8 / nullif(confirmed, 0)) as "deliveredOfConfirmed",
      coalesce(callbacks.callbacks, 0) as callbacks, (kept::float8 / nullif(callbacks.callbacks, 0)) as "callbacksKept"
    from figure full join callbacks on callbacks.actor = figure.actor
      join users on users.id = coalesce(figure.actor, callbacks.actor)
    order by 3 desc, users.name, users.id`
}
