import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { startApi, type TestApi } from '../builders/api/start-api.ts'
import { startTrade, type Trade } from '../builders/api/trade.ts'

let api: TestApi
let trade: Trade
beforeAll(async () => {
  api = await startApi()
  trade = await startTrade(api)
})
afterAll(() => api.close())

type Listed = { items: Shipping[]; total: number }

describe('shippings', () => {
  it('are listed by country for agents, by assignment for delivery guys, and not for sellers', async () => {
    const mine = await api.as(await api.createUser({ role: 'delivery' }))
    const here = await trade.order(await trade.product())
    const assigned = await trade.order(await trade.product(), { customerName: 'Aminata Cissé', quantity: 2 })
    const abroad = await trade.order(await trade.product({ country: 'sn' }), {
      customerPhone: '+221771234567',
    })
    await trade.move(here, 'CONFIRMED')
    await trade.move(assigned, 'CONFIRMED', { delivery: mine.user.id })
    await trade.move(abroad, 'CONFIRMED')
    const orders = async (caller: { get: Trade['admin']['get'] }, query = '') =>
      (await caller.get<Listed>(`/shippings?limit=100${query}`)).body.items.map((item) => item.order)
    expect(await orders(trade.admin)).toEqual([abroad.id, assigned.id, here.id])
    const agent = await api.as('agent')
    expect(await orders(agent)).toEqual([assigned.id, here.id])
    expect(await orders(agent, '&country=sn')).toEqual([])
    expect(await orders(mine)).toEqual([assigned.id])
    const queries: [string, string[]][] = [
      ['&status=ASSIGNED', [assigned.id]],
      ['&deliveryGuy=none', [here.id]],
      [`&deliveryGuy=${mine.user.id}`, [assigned.id]],
      ['&total=20000..', [assigned.id]],
      ['&keyword=cisse aminata', [assigned.id]],
      ['&sort=totalPrice', [here.id, assigned.id]],
    ]
    for (const [query, ids] of queries) expect(await orders(agent, query), query).toEqual(ids)
    expect(await (await api.as('seller')).get('/shippings')).toMatchObject({ status: 403 })
    const { shipping } = await trade.readOrder(here)
    expect(await mine.get(`/shippings/${shipping}`)).toMatchObject({ status: 404 })
    expect(await agent.get(`/shippings/${shipping}`)).toMatchObject({ status: 200, body: { order: here.id } })
  })
})
