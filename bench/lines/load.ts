import { planLoad } from '../lib/calls/load-plan.ts'
import { performLoad } from '../lib/calls/open-load.ts'
import { benchServer } from '../lib/data/database.ts'
import type { Line } from '../lib/report/bench.ts'
import { costOver, countOf } from '../lib/report/figure.ts'
import { median, percentile } from '../lib/report/samples.ts'

const orders = 10_000
const rate = 100
const seconds = 6
const rounds = 5
const alone = 200

/**
 * 200 people at work, each with a live event stream open. The same calls one at a time and then 100 of them a second,
 * whatever becomes of the earlier ones; five rounds of both, so that what disturbs the machine meets both.
 */
export const line: Line = {
  name: 'load',
  measure: async ({ say }) => {
    const server = await benchServer({ orders, isCopy: true })
    try {
      const { calls, ...plan } = await planLoad(server, alone + rounds * (alone + rate * seconds))
      const take = (count: number) => calls.splice(0, count)
      const runs = [{ calls: take(alone), rate: null }]
      const rounded = Array.from({ length: rounds }, () => [
        { calls: take(alone), rate: null },
        { calls: take(rate * seconds), rate },
      ])
      const [, ...measured] = await performLoad(plan, [...runs, ...rounded.flat()])
      const idle = measured.filter((_, at) => at % 2 === 0)
      const busy = measured.filter((_, at) => at % 2 === 1)
      const errors = measured.flatMap((one) => one.errors)
      for (const error of errors.slice(0, 5)) say(error)
      const events = busy.reduce((sum, one) => sum + one.events, 0)
      const middle = median(busy.flatMap(({ milliseconds }) => milliseconds))
      say(
        `${Math.round(events / rounds / seconds)} events a second; median under load ${middle.toFixed(1)} ms`,
      )
      return [
        costOver({
          what: 'mixed load, 200 users, 100 requests/s: p95 from the intended time',
          against: 'median of the same calls one at a time',
          unit: 'ms',
          ours: busy.map(({ milliseconds }) => percentile(milliseconds, 95)),
          theirs: idle.map(({ milliseconds }) => median(milliseconds)),
          goal: { atMost: 5 },
        }),
        countOf({
          what: 'mixed load, 200 users: calls that failed',
          unit: 'errors',
          ours: errors.length,
          goal: { atMost: 0 },
        }),
      ]
    } finally {
      await server.close()
    }
  },
}
