import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Analytics } from '../../domain/analytics/analytics.ts'
import { sumUpDays } from '../../server/modules/analytics/days.ts'
import { demoCompany } from '../../server/seed/demo-company.ts'
import { loadDemo } from '../../server/seed/load-demo.ts'
import { analyticsFromOrders } from '../support/api/analytics-from-orders.ts'
import { type Caller, makeCaller } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { startApi, type TestApi } from '../support/api/start-api.ts'

let api: TestApi
let admin: Caller
let seller: string

beforeAll(async () => {
  api = await startApi()
  await loadDemo(api.context, { orders: 3_000, log: { info: () => {} } })
  const login = demoCompany.logins.find(({ role }) => role === 'admin')
  const body = { email: login?.email, password: demoCompany.password }
  admin = makeCaller(api.app, (await api.anybody.post<{ token: string }>('/sessions', { body })).body.token)
  const { rows } = await api.context.pool.query<{ owner: string }>(
    "select owner from orders where country = 'ic' group by owner order by count(*) desc limit 1",
  )
  seller = rows[0]!.owner
})
afterAll(() => api.close())

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** One at UTC, one ahead of it all the year, one that changes its clocks within the period; all, and a week of it. */
const asked = () =>
  ['ic', 'tn', 'fr'].flatMap((country) => [
    { country, startDate: day(160), endDate: day(0) },
    { country, startDate: day(30), endDate: day(24) },
  ])

const read = async (query: Record<string, string>): Promise<Analytics> => {
  const { status, body } = await admin.get<Analytics>(`/analytics?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}

const expectExact = async (query: Record<string, string>): Promise<void> => {
  const found = await read(query)
  const { values, days, ...shares } = await analyticsFromOrders(api.context.db, found, query.seller ?? null)
  const name = JSON.stringify(query)
  for (const [figure, value] of Object.entries(values)) {
    const shown = found.figures.find((each) => each.name === figure)?.value ?? null
    if (value === null || shown === null) expect(shown, `${name} ${figure}`).toBe(value)
    else expect(shown, `${name} ${figure}`).toBeCloseTo(value, 6)
  }
  expect(
    found.days.filter(({ orders }) => orders > 0),
    name,
  ).toEqual(days)
  expect(found, name).toMatchObject(shares)
  const before = found.figures.find((each) => each.name === 'orders')?.previous
  const { rows } = await api.context.db.execute<{ count: number }>(sql`
    select count(*)::int as count from orders where deleted_at is null and country = ${found.country}
      and ${query.seller === undefined ? sql`true` : sql`owner = ${query.seller}`}
      and created_at < ${found.from}::timestamptz
      and created_at >= ${found.from}::timestamptz - ${`${found.days.length} days`}::interval`)
  if (found.country !== 'fr') expect(before, name).toBe(rows[0]?.count)
}

const expectAllExact = async (): Promise<void> => {
  for (const query of asked()) await expectExact(query)
  await expectExact({ country: 'ic', seller, startDate: day(90), endDate: day(0) })
}

const staleDays = async (): Promise<number> => {
  const { rows } = await api.context.pool.query<{ count: number }>(
    'select count(*)::int as count from stale_days',
  )
  return rows[0]!.count
}

const change = async (path: string, body: unknown): Promise<string> => {
  const answer = await admin.put<{ batchId: string; code?: string }>(path, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.batchId
}

/** Exact while the changed days are read from their orders, and once they are summed up. */
const expectExactAfter = async (work: () => Promise<void>): Promise<void> => {
  await work()
  expect(await staleDays()).toBeGreaterThan(0)
  await expectAllExact()
  await sumUpDays(api.context.db)
  expect(await staleDays()).toBe(0)
  await expectAllExact()
}

const idsOf = async (query: string): Promise<string[]> => {
  const { body } = await admin.get<{ items: { id: string }[] }>(query)
  expect(body.items.length, query).toBeGreaterThan(0)
  return body.items.map(({ id }) => id)
}

describe('the dashboard, whatever is summed up', () => {
  it('has the figures of the orders themselves before and after', () => expectExactAfter(async () => {}))

  it('follows orders that change, and come back', () =>
    expectExactAfter(async () => {
      const batch = await change('/orders/status', {
        where: { status: 'PENDING,NOT_REACHABLE', country: 'ic' },
        status: 'CONFIRMED',
      })
      await expectAllExact()
      const half = await change('/orders/status', {
        where: { status: 'PENDING,NOT_REACHABLE', country: 'tn' },
        status: 'CANCELLED',
        comment: 'Trop cher',
      })
      expect(half).not.toBe(batch)
      expect((await admin.post(`/changes/${batch}/undo`)).status).toBe(200)
    }))

  it('follows parcels that are sent out and come to their end', () =>
    expectExactAfter(async () => {
      const ids = await idsOf('/shippings?status=OUT_FOR_DELIVERY&country=ic,tn&limit=40')
      await change('/shippings/status', { ids, status: 'DELIVERED' })
      const waiting = await idsOf('/shippings?status=ASSIGNED&limit=40')
      await change('/shippings/status', { ids: waiting, status: 'OUT_FOR_DELIVERY' })
    }))

  it('follows invoices that are paid and paid no more', () =>
    expectExactAfter(async () => {
      const ids = await idsOf('/invoices?status=UN_PAID&country=ic&limit=5')
      await change('/invoices/status', { ids, status: 'PAID' })
      await expectAllExact()
      const paid = await idsOf('/invoices?status=PAID&country=fr&limit=5')
      await change('/invoices/status', { ids: paid, status: 'UN_PAID' })
    }))

  it('follows orders that are deleted and that move to another day', () =>
    expectExactAfter(async () => {
      const ids = await idsOf('/orders?status=CANCELLED&country=ic&limit=30')
      await change('/orders/delete', { ids })
      await api.context.db.execute(sql`
        update orders set created_at = created_at - interval '40 days'
        where id in (select id from orders where country in ('ic', 'tn') order by number desc limit 20)`)
    }))

  it('loses no change that is written while days are summed up, by two at once', async () => {
    const ids = await idsOf('/orders?status=CONFIRMED&country=ic&limit=60')
    const [answers] = await Promise.all([
      Promise.all(ids.map((id) => admin.put(`/orders/${id}`, { body: { quantity: 3 } }))),
      ...Array.from({ length: 8 }, () => sumUpDays(api.context.db).catch(() => {})),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await expectAllExact()
    await sumUpDays(api.context.db)
    await expectAllExact()
  })

  it('is three statements: the session, when the period begins and ends, and its days', async () => {
    expect(await countStatements(api.context.pool, () => read({ country: 'ic' }))).toBe(3)
  })

  it('forgets orders that are all taken away at once', async () => {
    await api.context.db.execute(sql`truncate orders cascade`)
    await expectExact({ country: 'ic', startDate: day(160), endDate: day(0) })
  })
})
