import { afterAll, describe, expect, it } from 'vitest'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'
import { openApi } from '../support/api/start-api.ts'
import { startTrade } from '../support/api/trade.ts'

const api = await openApi()
const trade = await startTrade(api)
afterAll(() => expectSoundBooks(api))

const missing = '00000000-0000-7000-8000-000000000000'

const waitingParcel = async (): Promise<Shipping> => {
  const order = await trade.order(await trade.product())
  await trade.move(order, 'CONFIRMED')
  return trade.shippingOf(order)
}
const give = (parcel: Shipping, delivery: unknown, version?: number) =>
  trade.admin.put<Problem & Shipping>(`/shippings/delivery/${parcel.id}`, { body: { delivery }, version })

describe('a delivery guy', () => {
  it('is given a parcel that waits, which is assigned by that; its order names them and keeps its version', async () => {
    const [first, second] = [await trade.deliveryGuy(), await trade.deliveryGuy()]
    const parcel = await waitingParcel()
    const before = await trade.readOrder({ id: parcel.order })
    expect((await give(parcel, first.id)).body).toMatchObject({
      status: 'ASSIGNED',
      delivery: first.id,
      deliveryName: first.name,
      version: 2,
    })
    expect(await trade.readOrder({ id: parcel.order })).toEqual({
      ...before,
      delivery: first.id,
      deliveryName: first.name,
      shippingStatus: 'ASSIGNED',
    })
    expect((await give(parcel, second.id)).body).toMatchObject({ status: 'ASSIGNED', delivery: second.id })
    expect((await give(parcel, null)).body).toMatchObject({ status: 'PENDING', delivery: null })
    expect(await trade.readOrder({ id: parcel.order })).toEqual(before)
  })

  it.each(['POSTPONED', 'NOT_REACHABLE', 'REFUSED'] as const)(
    'is given one with status %s, which it keeps',
    async (status) => {
      const parcel = await trade.ship(await trade.order(await trade.product()))
      await trade.moveShipping(parcel, status, status === 'POSTPONED' ? { postponedTo: '2026-12-24' } : {})
      const guy = await trade.deliveryGuy()
      expect((await give(parcel, guy.id)).body).toMatchObject({ status, delivery: guy.id })
      expect((await give(parcel, null)).body).toMatchObject({ code: 'NO_SUCH_TRANSITION' })
    },
  )

  it('is given parcels as they leave, in one batch that is undone as one', async () => {
    const [guy, other, abroad] = [await trade.deliveryGuy(), await trade.deliveryGuy(), missing]
    const product = await trade.product()
    const waiting = await waitingParcel()
    const assigned = await trade.order(product)
    await trade.move(assigned, 'CONFIRMED')
    const given = await trade.shippingOf(assigned)
    await give(given, other.id)
    const out = await trade.ship(await trade.order(product), other)
    const ids = [waiting.id, given.id, out.id]
    const send = (delivery: string) =>
      trade.admin.put<ChangeReport>('/shippings/status', {
        body: { ids, status: 'OUT_FOR_DELIVERY', delivery },
      })
    expect((await send(abroad)).body.counts).toMatchObject({
      changed: 0,
      refusedBy: { DELIVERY_GUY_NOT_FOUND: 2, SHIPPING_IS_OUT: 1 },
    })
    const { body } = await send(guy.id)
    expect(body.counts).toMatchObject({ changed: 2, refused: 1, refusedBy: { SHIPPING_IS_OUT: 1 } })
    for (const parcel of [waiting, given]) {
      expect(await trade.shippingOf({ id: parcel.order })).toMatchObject({
        status: 'OUT_FOR_DELIVERY',
        delivery: guy.id,
        attempts: 1,
      })
      expect(await trade.readOrder({ id: parcel.order })).toMatchObject({
        delivery: guy.id,
        shippingStatus: 'OUT_FOR_DELIVERY',
      })
    }
    expect((await trade.admin.post<ChangeReport>(`/changes/${body.batchId}/undo`)).body.counts.changed).toBe(
      2,
    )
    expect(await trade.shippingOf({ id: waiting.order })).toMatchObject({ status: 'PENDING', delivery: null })
    expect(await trade.shippingOf({ id: given.order })).toMatchObject({
      status: 'ASSIGNED',
      delivery: other.id,
    })
  })

  it('is not given one that is out, that has come to its end, or that they have', async () => {
    const guy = await trade.deliveryGuy()
    const other = await trade.deliveryGuy()
    const out = await trade.ship(await trade.order(await trade.product()), guy)
    expect(await give(out, other.id)).toMatchObject({ status: 409, body: { code: 'SHIPPING_IS_OUT' } })
    expect(await give(out, guy.id)).toMatchObject({ status: 409, body: { code: 'ALREADY_THERE' } })
    await trade.moveShipping(out, 'DELIVERED')
    expect(await give(out, other.id)).toMatchObject({ status: 409, body: { code: 'NO_SUCH_TRANSITION' } })
    expect(await give(await waitingParcel(), null)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_THERE' },
    })
  })

  it('is an activated one of the parcel’s country', async () => {
    const parcel = await waitingParcel()
    const strangers = [
      missing,
      (await trade.deliveryGuy({ country: 'sn' })).id,
      (await trade.deliveryGuy({ isActivated: false })).id,
      trade.admin.user.id,
    ]
    for (const stranger of strangers) {
      expect(await give(parcel, stranger)).toMatchObject({
        status: 400,
        body: {
          code: 'DELIVERY_GUY_NOT_FOUND',
          errors: [{ path: 'delivery', code: 'DELIVERY_GUY_NOT_FOUND' }],
        },
      })
    }
    expect(await trade.readShipping(parcel)).toEqual(parcel)
  })

  it.each([
    [{}, 'delivery', 'REQUIRED'],
    [{ delivery: 'nobody' }, 'delivery', 'NOT_AN_ID'],
    [{ delivery: 7 }, 'delivery', 'NOT_TEXT'],
    [{ delivery: null, status: 'PENDING' }, 'status', 'UNKNOWN_FIELD'],
  ])('is not found in %o', async (body, path, code) => {
    const parcel = await waitingParcel()
    const one = await trade.admin.put(`/shippings/delivery/${parcel.id}`, { body })
    expect(one).toMatchObject({ status: 400, body: { errors: [{ path, code }] } })
    const many = await trade.admin.put('/shippings/delivery', { body: { ids: [parcel.id], ...body } })
    expect(many).toMatchObject({ status: 400, body: { errors: [{ path, code }] } })
  })

  it('gives back their own parcel, and takes none', async () => {
    const guy = await api.as(await trade.deliveryGuy())
    const [mine, theirs] = [await waitingParcel(), await waitingParcel()]
    await give(mine, guy.user.id)
    const put = (id: string, delivery: string | null) =>
      guy.put(`/shippings/delivery/${id}`, { body: { delivery } })
    expect(await put(theirs.id, guy.user.id)).toMatchObject({ status: 403 })
    expect(await put(theirs.id, null)).toMatchObject({ status: 404 })
    expect(await put(mine.id, null)).toMatchObject({
      status: 200,
      body: { status: 'PENDING', delivery: null },
    })
    expect(await guy.get(`/shippings/${mine.id}`)).toMatchObject({ status: 404 })
  })

  it('is assigned by agents of the country, and refused for a stale version', async () => {
    const guy = await trade.deliveryGuy()
    const parcel = await waitingParcel()
    const body = { delivery: guy.id }
    const abroad = await api.as(await api.createUser({ role: 'agent', country: 'sn' }))
    expect(await abroad.put(`/shippings/delivery/${parcel.id}`, { body })).toMatchObject({ status: 404 })
    expect(await give(parcel, guy.id, 7)).toMatchObject({
      status: 412,
      body: { code: 'STALE_VERSION', current: parcel },
    })
    const agent = await api.as('agent')
    expect(await agent.put(`/shippings/delivery/${parcel.id}`, { body })).toMatchObject({ status: 200 })
  })
})

describe('many parcels', () => {
  it('are given to one, each on its own, as the dry run said', async () => {
    const guy = await trade.deliveryGuy()
    const product = await trade.product()
    const ids = await trade.orders(product, 4)
    await trade.bulk({ ids, status: 'CONFIRMED' })
    const parcels = await Promise.all(ids.map((id) => trade.shippingOf({ id })))
    await trade.moveShipping(parcels[0]!, 'CANCELLED')
    const abroad = await trade.order(await trade.product({ country: 'sn' }), {
      customerPhone: '+221771234567',
    })
    await trade.move(abroad, 'CONFIRMED')
    const put = async (body: Record<string, unknown>) =>
      (await trade.admin.put<ChangeReport>('/shippings/delivery', { body: { delivery: guy.id, ...body } }))
        .body
    const target = { ids: [...parcels.map(({ id }) => id), (await trade.shippingOf(abroad)).id, missing] }
    const counts = {
      changed: 3,
      refused: 3,
      refusedBy: { NO_SUCH_TRANSITION: 1, DELIVERY_GUY_NOT_FOUND: 1, NOT_FOUND: 1 },
    }
    expect(await put({ ...target, dryRun: true })).toMatchObject({ batchId: null, counts })
    const wet = await put(target)
    expect(wet).toMatchObject({ batchId: expect.any(String), counts })
    const mine = { product: product.id, deliveryGuy: guy.id }
    const back = await put({ where: mine, delivery: null })
    expect(back.counts).toEqual({ changed: 3, refused: 0, refusedBy: {} })
    await trade.undo(back.batchId)
    const listed = await trade.admin.get<{ total: number }>(
      `/shippings?deliveryGuy=${guy.id}&status=ASSIGNED`,
    )
    expect(listed.body.total).toBe(3)
  })
})
