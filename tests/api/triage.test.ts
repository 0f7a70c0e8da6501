import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '../../domain/products/product.ts'
import { type Claim, leaseMinutes } from '../../domain/triage/claim.ts'
import { startApi, type TestApi } from '../builders/api/start-api.ts'
import { startTrade, type Trade } from '../builders/api/trade.ts'

let api: TestApi
let trade: Trade

beforeAll(async () => {
  api = await startApi()
  trade = await startTrade(api)
})
afterAll(() => api.close())

/** Each test triages the orders of a product of its own. */
const waiting = async (count: number): Promise<{ product: Product; ids: string[]; where: object }> => {
  const product = await trade.product()
  const ids: string[] = []
  for (let made = 0; made < count; made++) ids.push((await trade.order(product)).id)
  return { product, ids, where: { product: product.id } }
}

const caller = async () => {
  const desk = await api.as(await api.createUser({ role: 'admin' }))
  const claim = async (body: object): Promise<Claim> => {
    const { status, body: answer } = await desk.post<Claim>('/orders/claim', { body })
    expect(status).toBe(200)
    return answer
  }
  return { ...desk, claim }
}

describe('POST orders/claim', () => {
  it('gives the oldest order first, and tells how many are left', async () => {
    const { ids, where } = await waiting(3)
    const { claim } = await caller()
    const first = await claim({ where })
    expect(first).toMatchObject({ order: { id: ids[0], status: 'PENDING' }, left: 2 })
  })

  it('gives two who call at once two orders', async () => {
    const { ids, where } = await waiting(8)
    const desks = await Promise.all(Array.from({ length: 8 }, caller))
    const claims = await Promise.all(desks.map(({ claim }) => claim({ where })))
    expect(claims.map(({ order }) => order?.id).sort()).toEqual([...ids].sort())
  })

  it('says who has an order on its row, and tells the lists', async () => {
    const { ids, where } = await waiting(1)
    const { claim, user } = await caller()
    await claim({ where })
    expect((await trade.readOrder({ id: ids[0]! })).claimedBy).toBe(user.id)
  })

  it('answers nothing where nothing is left that nobody has', async () => {
    const { where } = await waiting(1)
    await (await caller()).claim({ where })
    expect(await (await caller()).claim({ where })).toEqual({ order: null, until: null, left: 0 })
  })

  it('lets go of what the caller had when they take the next', async () => {
    const { ids, where } = await waiting(2)
    const one = await caller()
    await one.claim({ ids: [ids[0]!] })
    await one.claim({ ids: [ids[1]!] })
    expect((await (await caller()).claim({ where })).order?.id).toBe(ids[0])
  })

  it('gives the same order again to whoever has it, for longer', async () => {
    const { ids, where } = await waiting(2)
    const { claim } = await caller()
    await claim({ where })
    expect((await claim({ where })).order?.id).toBe(ids[0])
  })

  it('refuses an order by name that somebody else has, and one that is not there', async () => {
    const { ids } = await waiting(1)
    await (await caller()).claim({ ids })
    const other = await caller()
    expect(await other.post('/orders/claim', { body: { ids } })).toMatchObject({
      status: 409,
      body: { code: 'CLAIMED_BY_ANOTHER' },
    })
    const unknown = { ids: ['01900000-0000-7000-8000-000000000000'] }
    expect((await other.post('/orders/claim', { body: unknown })).status).toBe(404)
  })

  it('gives an order on when its lease has run out', async () => {
    const { ids, where } = await waiting(1)
    await (await caller()).claim({ where })
    api.clock.advance(leaseMinutes * 60_000 + 1)
    expect((await (await caller()).claim({ where })).order?.id).toBe(ids[0])
  })

  it('waits for the hour that a customer asked for, and then puts them first', async () => {
    const { ids, where } = await waiting(2)
    const inAnHour = new Date(api.context.now().getTime() + 3_600_000).toISOString()
    await trade.move({ id: ids[1]! }, 'NOT_REACHABLE', { callbackAt: inAnHour })
    const { claim } = await caller()
    expect(await claim({ where })).toMatchObject({ order: { id: ids[0] }, left: 0 })
    api.clock.advance(3_600_001)
    expect((await (await caller()).claim({ where })).order?.id).toBe(ids[1])
  })

  it('passes by what is confirmed or cancelled', async () => {
    const { ids, where } = await waiting(2)
    await trade.move({ id: ids[0]! }, 'CONFIRMED')
    expect((await (await caller()).claim({ where })).order?.id).toBe(ids[1])
  })

  it('is the callers’ alone', async () => {
    const answers = await Promise.all(
      (['seller', 'agent', 'moderator', 'delivery'] as const).map(async (role) =>
        (await api.as(role)).post('/orders/claim'),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect((await api.anybody.post('/orders/claim')).status).toBe(401)
  })
})

it('DELETE orders/claim gives back what the caller had', async () => {
  const { ids, where } = await waiting(1)
  const one = await caller()
  await one.claim({ where })
  expect((await one.delete('/orders/claim')).status).toBe(204)
  expect((await (await caller()).claim({ where })).order?.id).toBe(ids[0])
})
