import { describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Product } from '../../domain/products/product.ts'
import { type Claim, leaseMinutes } from '../../domain/triage/claim.ts'
import { unansweredCalls } from '../../domain/triage/unanswered-calls.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()

/** Each test uses orders of its own product. */
const waiting = async (count: number): Promise<{ product: Product; ids: string[]; where: object }> => {
  const product = await shop.product()
  const ids: string[] = []
  for (let made = 0; made < count; made++) ids.push((await shop.order(product)).id)
  return { product, ids, where: { product: product.id } }
}

const caller = async () => {
  const client = await api.as(await api.createUser({ role: 'admin' }))
  const claim = async (body: object): Promise<Claim> => {
    const { status, body: answer } = await client.post<Claim>('/orders/claim', { body })
    expect(status).toBe(200)
    return answer
  }
  return { ...client, claim }
}

describe('POST orders/claim', () => {
  it('gives the oldest order first, and how many are left', async () => {
    const { ids, where } = await waiting(3)
    const { claim } = await caller()
    const first = await claim({ where })
    expect(first).toMatchObject({ order: { id: ids[0], status: 'PENDING' }, left: 2 })
  })

  it('gives two who call at once two orders', async () => {
    const { ids, where } = await waiting(8)
    const callers = await Promise.all(Array.from({ length: 8 }, caller))
    const claims = await Promise.all(callers.map(({ claim }) => claim({ where })))
    expect(claims.map(({ order }) => order?.id).sort()).toEqual([...ids].sort())
  })

  it('shows who has claimed an order on its row, and updates the live lists', async () => {
    const { ids, where } = await waiting(1)
    const { claim, user } = await caller()
    await claim({ where })
    expect((await shop.readOrder({ id: ids[0]! })).claimedBy).toBe(user.id)
  })

  it('answers nothing when every order is claimed', async () => {
    const { where } = await waiting(1)
    await (await caller()).claim({ where })
    expect(await (await caller()).claim({ where })).toEqual({
      order: null,
      ahead: [],
      kept: [],
      until: null,
      left: 0,
      waiting: 0,
      nextAt: null,
      spent: 0,
      opensAt: null,
    })
  })

  it('releases the caller’s claims when they take the next order', async () => {
    const { ids, where } = await waiting(2)
    const one = await caller()
    await one.claim({ ids: [ids[0]!] })
    await one.claim({ ids: [ids[1]!] })
    expect((await (await caller()).claim({ where })).order?.id).toBe(ids[0])
  })

  it('gives the same order again to its claimant and extends the claim', async () => {
    const { ids, where } = await waiting(2)
    const { claim } = await caller()
    await claim({ where })
    expect((await claim({ where })).order?.id).toBe(ids[0])
  })

  it('refuses a requested order that another user has claimed, and one that does not exist', async () => {
    const { ids } = await waiting(1)
    await (await caller()).claim({ ids })
    const other = await caller()
    await expectRefusal(other.post('/orders/claim', { body: { ids } }), 409, 'CLAIMED_BY_ANOTHER')
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
    await shop.move({ id: ids[1]! }, 'NOT_REACHABLE', { callbackAt: inAnHour })
    const { claim } = await caller()
    expect(await claim({ where })).toMatchObject({
      order: { id: ids[0] },
      left: 0,
      waiting: 1,
      nextAt: inAnHour,
    })
    api.clock.advance(3_600_001)
    expect((await (await caller()).claim({ where })).order?.id).toBe(ids[1])
  })

  it('gives several at once, and extends the claims that the call asks to keep', async () => {
    const { ids, where } = await waiting(4)
    const one = await caller()
    const first = await one.claim({ where, count: 2 })
    expect([first.order, ...first.ahead].map((order) => order?.id)).toEqual(ids.slice(0, 2))
    expect(first).toMatchObject({ kept: [], left: 2 })
    api.clock.advance((leaseMinutes - 1) * 60_000)
    const next = await one.claim({ where, keep: ids.slice(0, 2) })
    expect(next).toMatchObject({ order: { id: ids[2] }, ahead: [], left: 1 })
    expect(next.kept.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    api.clock.advance((leaseMinutes - 1) * 60_000)
    expect((await (await caller()).claim({ where, count: 4 })).order?.id).toBe(ids[3])
  })

  it('with a count of 0 only extends the kept claims, and releases the others', async () => {
    const { ids, where } = await waiting(2)
    const one = await caller()
    await one.claim({ where, count: 2 })
    expect(await one.claim({ where, keep: [ids[1]!], count: 0 })).toMatchObject({
      order: null,
      kept: [{ id: ids[1] }],
    })
    expect((await (await caller()).claim({ where })).order?.id).toBe(ids[0])
  })

  it('drops claims that another user has taken over, and takes unclaimed ones', async () => {
    const { ids, where } = await waiting(2)
    const one = await caller()
    await one.claim({ where })
    api.clock.advance(leaseMinutes * 60_000 + 1)
    await (await caller()).claim({ ids: [ids[0]!] })
    expect((await one.claim({ where, keep: ids, count: 0 })).kept.map(({ id }) => id)).toEqual([ids[1]])
  })

  it('keeps an order whose outcome has just been written, and does not give it again', async () => {
    const { ids, where } = await waiting(2)
    const one = await caller()
    await one.claim({ where })
    await shop.move({ id: ids[0]! }, 'CONFIRMED')
    expect(await one.claim({ where, keep: [ids[0]!] })).toMatchObject({
      kept: [{ id: ids[0], status: 'CONFIRMED' }],
      order: { id: ids[1] },
    })
  })

  it('never gives one order to two callers, for any requests in any order', { tags: 'full' }, async () => {
    const { where } = await waiting(30)
    const callers = await Promise.all(Array.from({ length: 3 }, caller))
    const claimedBy = callers.map(() => new Set<string>())
    const decided = new Set<string>()
    const turn = async (who: number): Promise<void> => {
      const claimed = claimedBy[who]!
      const keep = [...claimed].filter(() => Math.random() < 0.7)
      const count = Math.floor(Math.random() * 4)
      const claim = await callers[who]!.claim({ where, keep, count })
      const given = [...claim.kept, ...claim.ahead, ...(claim.order ? [claim.order] : [])].map(({ id }) => id)
      expect(new Set(given).size).toBe(given.length)
      expect(claim.kept.map(({ id }) => id)).toEqual(keep)
      claimedBy[who] = new Set(given)
      const done = given.find((id) => !decided.has(id))
      if (done === undefined) return
      decided.add(done)
      await shop.move({ id: done }, 'CONFIRMED')
    }
    for (let round = 0; round < 12; round++) {
      await Promise.all(callers.map((_, who) => turn(who)))
      const all = claimedBy.flatMap((claimed) => [...claimed])
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it.each([
    [{ count: 11 }, 'TOO_LARGE'],
    [{ count: -1 }, 'TOO_SMALL'],
    [{ count: 'two' }, 'NOT_AN_INTEGER'],
    [{ keep: 'all' }, 'NOT_A_LIST'],
    [{ keep: ['x'] }, 'NOT_AN_ID'],
  ])('refuses %j with %s', async (body, code) => {
    const { post } = await caller()
    expect(await post('/orders/claim', { body })).toMatchObject({
      status: 400,
      body: { errors: [{ code }] },
    })
  })

  it('passes by what is confirmed or cancelled', async () => {
    const { ids, where } = await waiting(2)
    await shop.move({ id: ids[0]! }, 'CONFIRMED')
    expect((await (await caller()).claim({ where })).order?.id).toBe(ids[1])
  })
})

it('DELETE orders/claim gives back what the caller had', async () => {
  const { ids, where } = await waiting(1)
  const one = await caller()
  await one.claim({ where })
  expect((await one.delete('/orders/claim')).status).toBe(204)
  expect((await (await caller()).claim({ where })).order?.id).toBe(ids[0])
})

it('claims nothing when the call arrives after its window’s release', async () => {
  const { ids, where } = await waiting(2)
  const one = await caller()
  const leaseId = '019a0000-0000-7000-8000-000000000001'
  await one.claim({ where, leaseId })
  expect((await one.delete(`/orders/claim?leaseId=${leaseId}`)).status).toBe(204)
  expect(await one.claim({ where, leaseId, keep: [ids[0]] })).toMatchObject({
    order: null,
    kept: [],
    until: null,
  })
  const next = '019a0000-0000-7000-8000-000000000002'
  expect((await one.claim({ where, leaseId: next })).order?.id).toBe(ids[0])
})

it('leaves no claim when the release of a closing window overtakes it', async () => {
  const { ids, where } = await waiting(2)
  const one = await caller()
  for (let round = 0; round < 10; round++) {
    const leaseId = `019a0000-0000-7000-8000-0000000001${String(round).padStart(2, '0')}`
    const calls = [
      () => one.delete(`/orders/claim?leaseId=${leaseId}`),
      () => one.post('/orders/claim', { body: { where, leaseId, count: 2 } }),
    ]
    await Promise.all((round % 2 === 0 ? calls : calls.reverse()).map((call) => call()))
    expect((await shop.readOrder({ id: ids[0]! })).claimedBy).toBeNull()
  }
})

it('refuses a lease id that is no UUID', async () => {
  const one = await caller()
  for (const { status, body } of [
    await one.post('/orders/claim', { body: { leaseId: 'x' } }),
    await one.delete('/orders/claim?leaseId=x'),
  ]) {
    expect([status, body]).toMatchObject([400, { errors: [{ path: 'leaseId', code: 'NOT_AN_ID' }] }])
  }
})

it('tells a call that was taken back from one that was made, by the history of the order', async () => {
  const { ids } = await waiting(1)
  const { put, post, get } = await caller()
  const miss = async () => {
    const { body } = await put<ChangeReport>('/orders/status', { body: { ids, status: 'NOT_REACHABLE' } })
    return body.batchId
  }
  const calls = async () => {
    const { body } = await get<{ items: Change[] }>(`/orders/${ids[0]}/history`)
    return unansweredCalls(body.items).length
  }
  await miss()
  const second = await miss()
  expect(await calls()).toBe(2)
  expect((await post(`/changes/${second}/undo`)).status).toBe(200)
  expect(await calls()).toBe(1)
})
