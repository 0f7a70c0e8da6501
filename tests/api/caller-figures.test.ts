import { describe, expect, it } from 'vitest'
import type { CallerFigures } from '../../domain/calls/caller-figures.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const caller = await api.as(await api.createUser({ role: 'agent', calls: true, name: 'Awa Diop' }))
const other = await api.as(await api.createUser({ role: 'agent', calls: true, name: 'Zoé Traoré' }))
const began = api.context.now()
const product = await shop.product()
const orders = await shop.orders(product, 6)
const send = async (who: typeof caller, id: string, body: object): Promise<ChangeReport> => {
  const answer = await who.put<ChangeReport>('/orders/status', { body: { ids: [id], ...body } })
  expect(answer.body.changed).toHaveLength(1)
  return answer.body
}
const inMinutes = (minutes: number) => new Date(api.context.now().getTime() + minutes * 60_000).toISOString()
const minutes = (count: number) => api.clock.advance(count * 60_000)

await send(caller, orders[0]!, { status: 'CONFIRMED' })
minutes(6)
await send(caller, orders[1]!, { status: 'CONFIRMED' })
minutes(6)
await send(caller, orders[2]!, { status: 'CANCELLED', reason: 'Trop cher' })
minutes(6)
await send(caller, orders[3]!, { status: 'NOT_REACHABLE' })
minutes(6)
const undone = await send(caller, orders[4]!, { status: 'CONFIRMED' })
expect((await caller.post(`/changes/${undone.batchId}/undo`)).status).toBe(200)
await send(caller, orders[4]!, { status: 'NOT_REACHABLE', callbackAt: inMinutes(30) })
await send(caller, orders[5]!, { status: 'NOT_REACHABLE', callbackAt: inMinutes(10) })
minutes(40)
// Kept by somebody else, within the hour.
await send(other, orders[4]!, { status: 'CONFIRMED' })
await shop.deliver({ id: orders[0]! })
minutes(60)

const read = async (who: typeof caller = caller, more = '') => {
  const range = `from=${began.toISOString()}&to=${inMinutes(1)}${more}`
  return (await who.get<{ items: CallerFigures[]; total: number }>(`/callers?${range}`)).body
}

describe('GET callers', () => {
  it('says what a caller did, without what was taken back', async () => {
    const { items } = await read()
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      ...{ caller: caller.user.id, name: 'Awa Diop', calls: 6, reached: 5, confirmed: 2 },
      ...{ delivered: 1, deliveredOfConfirmed: 0.5, callbacks: 2, callbacksKept: 0.5 },
    })
    // Five calls follow another one, within 24 minutes.
    expect(items[0]!.perHour).toBeGreaterThan(12)
    expect(items[0]!.perHour).toBeLessThan(13)
  })

  it('answers admins everybody, callers themselves, and nobody else', async () => {
    const names = (await read(await api.as('admin'))).items.map(({ name }) => name)
    expect(names).toContain('Zoé Traoré')
    expect((await read(other)).items).toMatchObject([
      { name: 'Zoé Traoré', calls: 1, perHour: null, callbacksKept: null },
    ])
    expect((await read(await api.as('admin'), '&country=sn')).items).toEqual([])
    const agent = await api.as(await api.createUser({ role: 'agent' }))
    await expectRefusal(agent.get('/callers?from=2026-01-01&to=2026-01-02'), 403, 'FORBIDDEN')
  })

  it('refuses a period that is missing, empty or too long', async () => {
    const get = async (query: string) => (await api.as('admin')).get(`/callers?${query}`)
    await expectInvalid(await get('from=2026-01-02&to=2026-01-01'), 'to', 'RANGE_TOO_LONG')
    await expectInvalid(await get('from=2020-01-01&to=2026-01-01'), 'to', 'RANGE_TOO_LONG')
    await expectInvalid(await get('from=2026-01-01'), 'to', 'REQUIRED')
  })
})
