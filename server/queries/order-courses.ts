import { sql } from 'drizzle-orm'
import type { OrderCourse, OrderMoment } from '../../domain/calls/rehearse-calls.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { callableStatuses } from '../../domain/triage/claim.ts'
import type { Executor } from '../db/drizzle.ts'

/** Orders read at a time, so that a month of a large country never is in memory at once. */
const PAGE = 5_000

type Line = { at: string; verb: string; undoes: boolean; before: Before | null }
type Before = Partial<{
  status: OrderMoment['status']
  attempts: number
  callbackAt: string | null
  calledAt: string | null
  statusAt: string | null
}>
type Row = {
  id: string
  createdAt: string
  deletedAt: string | null
  status: OrderMoment['status']
  attempts: number
  callbackAt: string | null
  calledAt: string | null
  statusAt: string
  lines: Line[] | null
}

const callVerbs = ['order.confirm', 'order.cancel', 'order.not-reachable']

/**
 * The course of each order of a country that waited for a call at some time of the range, from its present state and the lines
 * of the history since, taken back one after the other.
 */
export async function* readOrderCourses(
  db: Executor,
  { country, from, to }: { country: CountryCode; from: Date; to: Date },
): AsyncGenerator<OrderCourse[]> {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: Row[] } = await db.execute<Row>(sql`
      select orders.id, orders.created_at as "createdAt", orders.deleted_at as "deletedAt", orders.status,
        orders.attempts, orders.callback_at as "callbackAt", orders.called_at as "calledAt",
        orders.status_at as "statusAt", (
          select jsonb_agg(jsonb_build_object('at', line.at, 'verb', line.verb, 'undoes', line.undoes is not null,
            'before', line.before) order by line.at desc, line.id desc)
          from changes line
          where line.record_id = orders.id and line.at >= ${from.toISOString()}::timestamptz and line.before is not null
            and (line.before ?| array['status', 'attempts', 'callbackAt', 'statusAt', 'isDeleted'])) as lines
      from orders
      where orders.country = ${country} and orders.created_at < ${to.toISOString()}::timestamptz
        and (orders.status_at >= ${from.toISOString()}::timestamptz or orders.updated_at >= ${from.toISOString()}::timestamptz
          or orders.status in ${[...callableStatuses]})
        and (orders.deleted_at is null or orders.deleted_at >= ${from.toISOString()}::timestamptz)
        and ${after === null ? sql`true` : sql`orders.id > ${after}::uuid`}
      order by orders.id limit ${PAGE}`)
    yield rows.map((row) => courseOf(row, from))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.id
  }
}

const courseOf = ({ lines, createdAt, deletedAt, ...order }: Row, from: Date): OrderCourse => {
  const present = { ...order, statusAt: iso(order.statusAt), calledAt: isoOrNull(order.calledAt) }
  let state: Omit<OrderMoment, 'at' | 'call'> = { ...present, callbackAt: isoOrNull(order.callbackAt) }
  const moments: OrderMoment[] = []
  if (deletedAt !== null)
    moments.push({ ...state, status: 'CANCELLED', at: Date.parse(deletedAt), call: false })
  for (const { at, verb, undoes, before } of lines ?? []) {
    const { status = state.status, attempts = state.attempts } = before ?? {}
    const isCall = callVerbs.includes(verb) && !undoes && callableStatuses.some((one) => one === status)
    // Lines from before there was `calledAt` do not say it.
    moments.push({ ...state, calledAt: isCall ? iso(at) : state.calledAt, at: Date.parse(at), call: isCall })
    state = {
      status,
      attempts,
      callbackAt: before?.callbackAt === undefined ? state.callbackAt : isoOrNull(before.callbackAt),
      statusAt: before?.statusAt == null ? state.statusAt : iso(before.statusAt),
      calledAt: before?.calledAt === undefined ? state.calledAt : isoOrNull(before.calledAt),
    }
  }
  const began = Math.max(Date.parse(createdAt), from.getTime())
  // A later call has not been made yet.
  const calledAt = state.calledAt !== null && Date.parse(state.calledAt) > began ? null : state.calledAt
  moments.push({ ...state, calledAt, at: began, call: false })
  return moments.reverse()
}

const iso = (at: string | Date): string => new Date(at).toISOString()
const isoOrNull = (at: string | Date | null): string | null => (at === null ? null : iso(at))
