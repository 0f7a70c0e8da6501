import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { CallerFigures } from '../../domain/calls/caller-figures.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { sumUpCallDays } from '../../server/modules/callers/call-days.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const { db } = api.context
const hours = (count: number) => api.clock.advance(count * 3_600_000)

it('figures are the same from stored days as counted, whatever is changed after', async () => {
  const began = api.context.now()
  hours(-6 * 24)
  const from = api.context.now()
  const callers = await Promise.all(
    ['Awa', 'Issa'].map((name) => api.createUser({ role: 'agent', calls: true, name })),
  )
  const ids = await shop.orders(await shop.product(), 24)
  const batches: string[] = []
  for (const [at, id] of ids.entries()) {
    // A session of its own: hours pass between two calls.
    const who = await api.as(callers[at % 2]!)
    const callbackAt = new Date(api.context.now().getTime() + (at % 5) * 3_600_000 + 60_000).toISOString()
    const body = [
      { status: 'CONFIRMED' },
      { status: 'NOT_REACHABLE', callbackAt },
      { status: 'NOT_REACHABLE' },
    ][at % 3]!
    const { body: report } = await who.put<ChangeReport>('/orders/status', { body: { ids: [id], ...body } })
    expect(report.counts.changed).toBe(1)
    batches.push(report.batchId!)
    // Over at least three days of two callers, whenever it begins.
    hours(at % 4 === 0 ? 9 : 0.1)
  }
  api.clock.advance(began.getTime() - api.context.now().getTime())
  const admin = await api.as('admin')
  const read = async (more = '') => {
    const range = `from=${from.toISOString()}&to=${new Date(api.context.now().getTime() + 1000).toISOString()}`
    return (await admin.get<{ items: CallerFigures[] }>(`/callers?${range}${more}`)).body.items
  }
  const storedRows = async () => {
    const { rows } = await db.execute<{ days: number; marks: number }>(sql`
      select (select count(*)::int from call_days) as days, (select count(distinct day)::int from stale_call_days) as marks`)
    return rows[0]!
  }
  // A filter by seller is counted from the history.
  const counted = () => read(`&seller=${shop.admin.user.id}`)
  expect(await read()).toEqual(await counted())
  expect((await read()).reduce((sum, { calls }) => sum + calls, 0)).toBe(24)
  await sumUpCallDays(db)
  expect((await storedRows()).days).toBeGreaterThan(4)
  expect((await storedRows()).marks).toBeLessThanOrEqual(2)
  expect(await read()).toEqual(await counted())
  expect(await read('&country=ic')).toEqual(await counted())
  // Taken back, delivered, called again: until the day is summed up again, and after.
  await shop.undo(batches[0]!)
  await shop.deliver({ id: ids[3]! })
  await shop.move({ id: ids[4]! }, 'CONFIRMED')
  expect((await storedRows()).marks).toBeGreaterThan(1)
  expect(await read()).toEqual(await counted())
  expect((await read()).reduce((sum, { delivered }) => sum + delivered, 0)).toBe(1)
  await sumUpCallDays(db)
  expect(await read()).toEqual(await counted())
})
