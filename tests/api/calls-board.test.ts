import { describe, expect, it } from 'vitest'
import type { CallerFigures, FigureCall } from '../../domain/calls/caller-figures.ts'
import type { CallsBoard } from '../../domain/calls/calls-board.ts'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Claim } from '../../domain/triage/claim.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const admin = shop.admin
const caller = async (name: string) => {
  const client = await api.as(await api.createUser({ role: 'agent', calls: true, name }))
  const claim = async (body: object = {}): Promise<Claim> => {
    const answer = await client.post<Claim>('/orders/claim', { body })
    expect(answer.status).toBe(200)
    return answer.body
  }
  return { ...client, claim }
}
const board = async () => (await admin.get<CallsBoard>('/callers/board?country=ic')).body
const turn = async (path: 'take-over' | 'free', body: object) =>
  (await admin.put<ChangeReport>(`/orders/${path}`, { body })).body
const minutes = (count: number) => api.clock.advance(count * 60_000)

describe('GET callers/board', () => {
  it('says who calls, about which order since when, what they did today, and what waits for which reason', async () => {
    expect(await board()).toMatchObject({ callers: [], orders: 0, reasons: { callable: 0 } })
    const product = await shop.product()
    await shop.orders(product, 6)
    const [awa, issa] = [await caller('Awa Diop'), await caller('Issa Koné')]
    const first = await awa.claim({ count: 2 })
    const second = await issa.claim()
    minutes(2)
    await awa.put(`/orders/status/${first.order!.id}`, { body: { status: 'CONFIRMED' } })
    await awa.claim({ keep: [first.ahead[0]!.id], count: 1 })
    const callbackAt = new Date(api.context.now().getTime() + 60_000).toISOString()
    await issa.put(`/orders/status/${second.order!.id}`, { body: { status: 'NOT_REACHABLE', callbackAt } })
    await issa.claim()
    minutes(2)
    const seen = await board()
    expect(seen.callers).toMatchObject([
      {
        ...{ name: 'Awa Diop', isAtWork: true, number: first.ahead[0]!.number, held: 2, today: 1, hour: 1 },
        ...{ reached: 1, confirmed: 1, promised: 0, due: 0 },
      },
      { name: 'Issa Koné', held: 1, today: 1, reached: 1, confirmed: 0, promised: 1, due: 1 },
    ])
    const minutesSince = (at: string | null) => Math.floor((Date.parse(seen.at) - Date.parse(at!)) / 60_000)
    expect(minutesSince(seen.callers[0]!.callingSince)).toBe(2)
    expect(minutesSince(seen.callers[0]!.since)).toBe(4)
    // One is confirmed; three are claimed, the promised one is due, one is left.
    expect(seen).toMatchObject({ orders: 5, reasons: { claimed: 3, callable: 2, waiting: 0, spent: 0 } })
    expect(seen.ages.find(({ minutes: from }) => from === 0)).toMatchObject({ claimed: 3, callable: 2 })
    await awa.delete('/orders/claim')
    minutes(6)
    expect((await board()).callers.map(({ name, isAtWork, order }) => ({ name, isAtWork, order }))).toEqual([
      { name: 'Awa Diop', isAtWork: false, order: null },
      { name: 'Issa Koné', isAtWork: false, order: null },
    ])
  })

  it('says what waits outside the hours, and when they open', async () => {
    const minute = api.context.now().getUTCHours() * 60 + api.context.now().getUTCMinutes()
    await admin.put('/call-policies/ic', {
      body: { hours: minute < 12 * 60 ? '13:00-14:00' : '01:00-02:00' },
    })
    const { opensAt, reasons } = await board()
    expect(opensAt).not.toBeNull()
    expect(reasons).toMatchObject({ callable: 0 })
    expect(reasons.closed).toBeGreaterThan(0)
    await admin.put('/call-policies/ic', { body: { hours: null } })
  })

  it('is for admins, of one country', async () => {
    await expectRefusal((await caller('Zoé')).get('/callers/board?country=ic'), 403, 'FORBIDDEN')
    await expectInvalid(admin.get('/callers/board'), 'country', 'REQUIRED')
    await expectInvalid(admin.get('/callers/board?country=xx'), 'country', 'NOT_A_CHOICE')
  })
})

describe('PUT orders/take-over and orders/free', () => {
  it('brings an order to the admin, with a line of its history, and the former caller keeps it no more', async () => {
    const { id, number } = await shop.order(await shop.product())
    const awa = await caller('Awa Sy')
    expect((await awa.claim({ ids: [id] })).order?.id).toBe(id)
    expect(await turn('take-over', { ids: [id], dryRun: true })).toMatchObject({
      batchId: null,
      changed: [{ id, number }],
    })
    expect((await awa.claim({ keep: [id], count: 0 })).kept).toHaveLength(1)
    const report = await turn('take-over', { ids: [id] })
    expect(report.counts).toMatchObject({ changed: 1, refused: 0 })
    expect((await awa.claim({ keep: [id], count: 0 })).kept).toEqual([])
    expect((await shop.readOrder({ id })).claimedBy).toBe(admin.user.id)
    const { body } = await admin.get<{ items: Change[] }>(`/orders/${id}/history`)
    expect(body.items[0]).toMatchObject({
      verb: 'order.take-over',
      before: { caller: 'Awa Sy' },
      after: { caller: admin.user.name },
    })
    expect(await turn('take-over', { ids: [id] })).toMatchObject({ refused: [{ id, code: 'ALREADY_YOURS' }] })
    // What is taken over stays so.
    expect((await shop.undo(report.batchId)).counts).toMatchObject({ changed: 0, refused: 1 })
  })

  it('frees an order for others, which the former caller does not get again at once', async () => {
    const { id } = await shop.order(await shop.product())
    const [awa, issa] = [await caller('Awa'), await caller('Issa')]
    await awa.claim({ ids: [id] })
    expect(await turn('free', { ids: [id] })).toMatchObject({ counts: { changed: 1 } })
    expect((await awa.claim({ keep: [id], count: 0 })).kept).toEqual([])
    await expectRefusal(awa.post('/orders/claim', { body: { ids: [id] } }), 409, 'CLAIMED_BY_ANOTHER')
    expect((await shop.readOrder({ id })).claimedBy).toBeNull()
    expect((await issa.claim({ ids: [id] })).order?.id).toBe(id)
    await issa.delete('/orders/claim')
    expect(await turn('free', { ids: [id] })).toMatchObject({ refused: [{ id, code: 'NOBODY_CALLS' }] })
    minutes(6)
    expect((await awa.claim({ ids: [id] })).order?.id).toBe(id)
  })

  it('refuses what waits for no call, and who is no admin', async () => {
    const { id } = await shop.order(await shop.product())
    const awa = await caller('Awa')
    await expectRefusal(awa.put('/orders/take-over', { body: { ids: [id] } }), 403, 'FORBIDDEN')
    await expectRefusal(awa.put('/orders/free', { body: { ids: [id] } }), 403, 'FORBIDDEN')
    await shop.move({ id }, 'CONFIRMED')
    expect(await turn('take-over', { ids: [id] })).toMatchObject({ refused: [{ code: 'ORDER_NOT_PENDING' }] })
  })
})

describe('GET callers by seller or product, and the calls of each figure', () => {
  it('count the same calls', async () => {
    const awa = await caller('Awa Traoré')
    const began = api.context.now()
    const products = [await shop.product({ name: 'Lampe' }), await shop.product({ name: 'Montre' })]
    const ids = [...(await shop.orders(products[0]!, 2)), ...(await shop.orders(products[1]!, 1))]
    await awa.put(`/orders/status/${ids[0]}`, { body: { status: 'CONFIRMED' } })
    minutes(1)
    await awa.put(`/orders/status/${ids[1]}`, { body: { status: 'NOT_REACHABLE' } })
    minutes(1)
    await awa.put(`/orders/status/${ids[2]}`, { body: { status: 'CONFIRMED' } })
    await shop.deliver({ id: ids[2]! })
    minutes(1)
    const range = `from=${began.toISOString()}&to=${api.context.now().toISOString()}`
    const figures = async (more: string, who: { get: typeof admin.get } = admin) =>
      (await who.get<{ items: CallerFigures[] }>(`/callers?${range}&${more}`)).body.items
    expect(await figures(`by=product&caller=${awa.user.id}`)).toMatchObject([
      { id: products[0]!.id, caller: null, name: 'Lampe', calls: 2, reached: 1, confirmed: 1, delivered: 0 },
      { id: products[1]!.id, name: 'Montre', calls: 1, reached: 1, confirmed: 1, delivered: 1 },
    ])
    expect(await figures(`by=seller`)).toMatchObject([{ id: products[0]!.owner, calls: 3 }])
    expect(await figures(`product=${products[1]!.id}`)).toMatchObject([
      { id: awa.user.id, caller: awa.user.id, calls: 1, deliveredOfConfirmed: 1 },
    ])
    expect(await figures(`seller=${awa.user.id}`)).toEqual([])
    const calls = async (figure: string, who: { get: typeof admin.get } = admin) =>
      (await who.get<{ items: FigureCall[]; total: number }>(`/callers/calls?${range}&figure=${figure}`)).body
    expect(await calls('calls', awa)).toMatchObject({
      total: 3,
      items: [
        { order: ids[2], outcome: 'CONFIRMED', shippingStatus: 'DELIVERED', callerName: 'Awa Traoré' },
        { order: ids[1], outcome: 'NOT_REACHABLE', callbackAt: null },
        { order: ids[0], outcome: 'CONFIRMED', productName: 'Lampe' },
      ],
    })
    for (const [figure, total] of Object.entries({
      reached: 2,
      confirmed: 2,
      delivered: 1,
      callbacks: 0,
      kept: 0,
    }))
      expect(await calls(figure)).toMatchObject({ total })
    await expectRefusal(awa.get(`/callers?${range}&by=seller`), 403, 'FORBIDDEN')
    await expectInvalid(admin.get(`/callers/calls?${range}&figure=luck`), 'figure', 'NOT_A_CHOICE')
    await expectInvalid(admin.get(`/callers/calls?${range}&figure=calls&limit=900`), 'limit', 'TOO_LARGE')
    expect(await figures('', await caller('Nobody'))).toEqual([])
  })
})
