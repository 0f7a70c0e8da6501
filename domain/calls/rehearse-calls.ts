import { type CountryCode, countries } from '../core/countries.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { callableStatuses } from '../triage/claim.ts'
import type { CallPolicy } from './call-policy.ts'
import { isCallingTime, nextCallingTime } from './calling-hours.ts'
import { type CallableOrder, dueAt, isSpent, type WhyNotCall, whyNotCall } from './due-call.ts'

/** Longest range of a rehearsal, in days. */
export const mostRehearsedDays = 31

const hourMs = 3_600_000

const outcomeShapes = {
  kept: { kind: 'integer' },
  closed: { kind: 'integer' },
  early: { kind: 'integer' },
  spent: { kind: 'integer' },
  added: { kind: 'integer' },
  proposed: { kind: 'integer' },
} as const satisfies Shapes

/** Answer of a rehearsal; see `CallRehearsal`. */
export const rehearsalShapes = {
  calls: { kind: 'integer' },
  orders: { kind: 'integer' },
  present: { kind: 'record', of: outcomeShapes },
  policy: { kind: 'record', of: outcomeShapes },
  hours: {
    kind: 'list',
    of: { at: { kind: 'instant' }, present: { kind: 'integer' }, policy: { kind: 'integer' } },
  },
} as const satisfies Shapes

/**
 * `calls`: those that were made in the range, about so many `orders`. By the policy of today (`present`) and the one that is rehearsed
 * (`policy`): how many of them it would have had made (`kept`) and dropped, because nobody is called then (`closed`), too soon
 * after the one before (`early`), or no more (`spent`); how many it would have `added`, that were due and not made before the order ended,
 * was called later than an hour after, or the range ended; how many orders it would have `proposed` to be cancelled. `hours`: how many
 * orders could be called at the beginning of each.
 */
export type CallRehearsal = RecordOf<typeof rehearsalShapes>

/** An order as it was from an instant on; `call`: a call made it so. */
export type OrderMoment = CallableOrder & { at: number; call: boolean }

/** The moments of one order, oldest first: the first is at the beginning of the range, or when it was made. */
export type OrderCourse = readonly OrderMoment[]

type Asked = { present: CallPolicy; policy: CallPolicy; country: CountryCode; from: Date; to: Date }

/** A call that is made so long after it was due is one that the policy would have had made before. */
const lateAfter = hourMs

export const rehearseCalls = (
  courses: Iterable<OrderCourse>,
  { present, policy, country, from, to }: Asked,
): CallRehearsal => {
  const { timeZone } = countries[country]
  const policies = [present, policy] as const
  const outcomes = policies.map(() => ({ kept: 0, closed: 0, early: 0, spent: 0, added: 0, proposed: 0 }))
  const count = Math.max(0, Math.ceil((to.getTime() - from.getTime()) / hourMs))
  const queues = policies.map(() => new Int32Array(count + 1))
  let calls = 0
  let orders = 0
  for (const course of courses) {
    const made = course.filter(({ call, at }) => call && at >= from.getTime()).length
    calls += made
    if (made > 0) orders++
    for (const [which, one] of policies.entries()) {
      const outcome = outcomes[which]!
      const queue = queues[which]!
      for (const [place, moment] of course.entries()) {
        const next = course[place + 1]
        const end = Math.min(next?.at ?? Number.POSITIVE_INFINITY, to.getTime())
        if (!isCallable(moment)) continue
        if (isSpent(moment, one)) {
          if (moment.call && moment.at >= from.getTime()) outcome.proposed++
        } else {
          const due = Math.max(dueAt(moment, one, timeZone).getTime(), moment.at)
          countHours(queue, due, end, from.getTime())
          const could = nextCallingTime(one, new Date(due), timeZone)?.getTime() ?? Number.POSITIVE_INFINITY
          if (could >= from.getTime() && could < end && !(next?.call && end - could <= lateAfter))
            outcome.added++
        }
        if (next?.call && next.at >= from.getTime()) {
          const why: WhyNotCall | null = whyNotCall(moment, one, new Date(next.at), timeZone)
          outcome[why ?? 'kept']++
        }
      }
    }
  }
  const hours = Array.from({ length: count }, (_, hour) => {
    const at = new Date(from.getTime() + hour * hourMs)
    const [now, then] = policies.map((one, which) => {
      queues[which]![hour + 1]! += queues[which]![hour]!
      return isCallingTime(one, at, timeZone) ? queues[which]![hour]! : 0
    })
    return { at: at.toISOString(), present: now!, policy: then! }
  })
  return { calls, orders, present: outcomes[0]!, policy: outcomes[1]!, hours }
}

/** Counts an order at each full hour from `due` until before `end`, as differences. */
const countHours = (queue: Int32Array, due: number, end: number, from: number): void => {
  const first = Math.max(0, Math.ceil((due - from) / hourMs))
  const after = Math.max(0, Math.ceil((end - from) / hourMs))
  if (first >= after || first >= queue.length) return
  queue[first]! += 1
  if (after < queue.length) queue[after]! -= 1
}

const isCallable = ({ status }: CallableOrder): boolean => callableStatuses.some((one) => one === status)
