import { beforeAll, describe, expect, it } from 'vitest'
import { makeProducts } from '../../../server/seed/goods.ts'
import { makeOrders, type OrderStory } from '../../../server/seed/orders.ts'
import { makeStaff } from '../../../server/seed/people.ts'
import { createRandom } from '../../../server/seed/row-writer.ts'
import { makeZones } from '../../../server/seed/zones.ts'

const day = 86_400_000

const storiesAt = (now: Date): OrderStory[] => {
  const random = createRandom(20_260_101)
  const staff = makeStaff(random, now, 'hash')
  const products = makeProducts(random, now, staff)
  const zones = makeZones(createRandom(1), now, staff)
  return [...makeOrders(random, { now, count: 5_000, staff, products, zones })]
}

/** Number of orders in each of the last 24-hour spans, latest first. */
const lastSpans = (stories: readonly OrderStory[], now: Date, spans: number): number[] =>
  Array.from(
    { length: spans },
    (_, ago) =>
      stories.filter(({ order }) => Math.floor((now.getTime() - order.createdAt.getTime()) / day) === ago)
        .length,
  )

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

describe.each([
  '2026-11-25T00:05:00Z',
  '2026-11-25T04:20:00Z',
  '2026-11-25T12:00:00Z',
  '2026-11-25T23:50:00Z',
])('the orders of the demo company, made at %s', (at) => {
  const now = new Date(at)
  let stories: OrderStory[]
  beforeAll(() => {
    stories = storiesAt(now)
  })

  it('are about as many in each of the last fourteen days', () => {
    const counts = lastSpans(stories, now, 14)
    const median = medianOf(counts)
    for (const [ago, count] of counts.entries()) {
      expect(count, `${ago} days ago`).toBeGreaterThan(median / 2)
      expect(count, `${ago} days ago`).toBeLessThan(median * 2)
    }
    expect(median).toBeGreaterThan(50)
  })

  it('grow from the first month to the last', () => {
    const spans = lastSpans(stories, now, 150)
    const sum = (some: readonly number[]) => some.reduce((all, count) => all + count, 0)
    expect(sum(spans.slice(0, 30))).toBeGreaterThan(2 * sum(spans.slice(-31)))
    expect(sum(spans)).toBeGreaterThan(4_950)
  })

  it('leave calls to make, spread over the last days and not all of one', () => {
    const pending = stories.filter(({ order }) => order.status === 'PENDING')
    expect(pending.length).toBeGreaterThan(200)
    const spans = lastSpans(pending, now, 5)
    expect(spans.every((count) => count > 5)).toBe(true)
    expect(spans[0]).toBeLessThan(pending.length / 2)
  })

  it('promise some calls that are due and more that are not, each after its order and on a quarter of an hour', () => {
    const promised = stories.filter(({ order }) => order.callbackAt !== null)
    const due = promised.filter(({ order }) => order.callbackAt! <= now)
    expect(due.length).toBeGreaterThan(0)
    expect(promised.length - due.length).toBeGreaterThan(due.length)
    for (const { order } of promised) {
      expect(order.status).toBe('NOT_REACHABLE')
      expect(order.callbackAt!.getTime()).toBeGreaterThan(order.createdAt.getTime())
      expect(order.callbackAt!.getTime() % (15 * 60_000)).toBe(0)
    }
  })

  it('lie in the past', () => {
    expect(stories.filter(({ order }) => order.createdAt > now)).toEqual([])
  })
})
