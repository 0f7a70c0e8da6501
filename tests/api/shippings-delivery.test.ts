import { afterAll, describe, expect, it } from 'vitest'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { expectInvalid, expectRefusal, missing } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()
afterAll(() => expectSoundBooks(api))

const waitingParcel = async (): Promise<Shipping> => {
  const order = await shop.order(await shop.product())
  await shop.move(order, 'CONFIRMED')
  return shop.shippingOf(order)
}
const give = (parcel: Shipping, delivery: unknown, version?: number) =>
  shop.admin.put<Problem & Shipping>(`/shippings/delivery/${parcel.id}`, { body: { delivery }, version })

describe('a delivery guy', () => {
  it('is given a parcel that waits, which is assigned by that; its order names them and keeps its version', async () => {
    const [first, second] = [await shop.courier(), await shop.courier()]
    const parcel = await waitingParcel()
    const before = await shop.readOrder({ id: parcel.order })
    expect((await give(parcel, first.id)).body).toMatchObject({
      status: 'ASSIGNED',
      delivery: first.id,
      deliveryName: first.name,
      version: 2,
    })
    expect(await shop.readOrder({ id: parcel.order })).toEqual({
      ...before,
      delivery: first.id,
      deliveryName: first.name,
      shippingStatus: 'ASSIGNED',
    })
    expect((await give(parcel, second.id)).body).toMatchObject({ status: 'ASSIGNED', delivery: second.id })
    expect((await give(parcel, null)).body).toMatchObject({ status: 'PENDING', delivery: null })
    expect(await shop.readOrder({ id: parcel.order })).toEqual(before)
  })

  it.each(['POSTPONED', 'NOT_REACHABLE', 'REFUSED'] as const)(
    'is given one with status %s, which it keeps',
    async (status) => {
      const parcel = await shop.ship(await shop.order(await shop.product()))
      await shop.moveShipping(parcel, status, status === 'POSTPONED' ? { postponedTo: '2026-12-24' } : {})
      const courier = await shop.courier()
      expect((await give(parcel, courier.id)).body).toMatchObject({ status, delivery: courier.id })
      expect((await give(parcel, null)).body).toMatchObject({ code: 'NO_SUCH_TRANSITION' })
    },
  )

  it('is given parcels as they leave, in one batch that is undone as one', async () => {
    const [courier, other, abroad] = [await shop.courier(), await shop.courier(), missing]
    const product = await shop.product()
    const waiting = await waitingParcel()
    const assigned = await shop.order(product)
    await shop.move(assigned, 'CONFIRMED')
    const given = await shop.shippingOf(assigned)
    await give(given, other.id)
    const out = await shop.ship(await shop.order(product), other)
    const ids = [waiting.id, given.id, out.id]
    const send = (delivery: string) =>
      shop.admin.put<ChangeReport>('/shippings/status', {
        body: { ids, status: 'OUT_FOR_DELIVERY', delivery },
      })
    expect((await send(abroad)).body.counts).toMatchObject({
      changed: 0,
      refusedBy: { DELIVERY_GUY_NOT_FOUND: 2, SHIPPING_IS_OUT: 1 },
    })
    const { body } = await send(courier.id)
    expect(body.counts).toMatchObject({ changed: 2, refused: 1, refusedBy: { SHIPPING_IS_OUT: 1 } })
    for (const parcel of [waiting, given]) {
      expect(await shop.shippingOf({ id: parcel.order })).toMatchObject({
        status: 'OUT_FOR_DELIVERY',
        delivery: courier.id,
        attempts: 1,
      })
      expect(await shop.readOrder({ id: parcel.order })).toMatchObject({
        delivery: courier.id,
        shippingStatus: 'OUT_FOR_DELIVERY',
      })
    }
    expect((await shop.admin.post<ChangeReport>(`/changes/${body.batchId}/undo`)).body.counts.changed).toBe(2)
    expect(await shop.shippingOf({ id: waiting.order })).toMatchObject({ status: 'PENDING', delivery: null })
    expect(await shop.shippingOf({ id: given.order })).toMatchObject({
      status: 'ASSIGNED',
      delivery: other.id,
    })
  })

  it('is not given one that is out, that has come to its end, or that they have', async () => {
    const courier = await shop.courier()
    const other = await shop.courier()
    const out = await shop.ship(await shop.order(await shop.product()), courier)
    await expectRefusal(give(out, other.id), 409, 'SHIPPING_IS_OUT')
    await expectRefusal(give(out, courier.id), 409, 'ALREADY_THERE')
    await shop.moveShipping(out, 'DELIVERED')
    await expectRefusal(give(out, other.id), 409, 'NO_SUCH_TRANSITION')
    await expectRefusal(give(await waitingParcel(), null), 409, 'ALREADY_THERE')
  })

  it('is an activated one of the parcel’s country', async () => {
    const parcel = await waitingParcel()
    const strangers = [
      missing,
      (await shop.courier({ country: 'sn' })).id,
      (await shop.courier({ isActivated: false })).id,
      shop.admin.user.id,
    ]
    for (const stranger of strangers) {
      await expectRefusal(give(parcel, stranger), 400, 'DELIVERY_GUY_NOT_FOUND', {
        errors: [{ path: 'delivery', code: 'DELIVERY_GUY_NOT_FOUND' }],
      })
    }
    expect(await shop.readShipping(parcel)).toEqual(parcel)
  })

  it.each([
    [{}, 'delivery', 'REQUIRED'],
    [{ delivery: 'nobody' }, 'delivery', 'NOT_AN_ID'],
    [{ delivery: 7 }, 'delivery', 'NOT_TEXT'],
    [{ delivery: null, status: 'PENDING' }, 'status', 'UNKNOWN_FIELD'],
  ])('is not found in %o', async (body, path, code) => {
    const parcel = await waitingParcel()
    const one = await shop.admin.put(`/shippings/delivery/${parcel.id}`, { body })
    await expectInvalid(one, path, code)
    const many = await shop.admin.put('/shippings/delivery', { body: { ids: [parcel.id], ...body } })
    await expectInvalid(many, path, code)
  })

  it('gives back their own parcel, and takes none', async () => {
    const courier = await api.as(await shop.courier())
    const [mine, theirs] = [await waitingParcel(), await waitingParcel()]
    await give(mine, courier.user.id)
    const put = (id: string, delivery: string | null) =>
      courier.put(`/shippings/delivery/${id}`, { body: { delivery } })
    expect(await put(theirs.id, courier.user.id)).toMatchObject({ status: 403 })
    expect(await put(theirs.id, null)).toMatchObject({ status: 404 })
    expect(await put(mine.id, null)).toMatchObject({
      status: 200,
      body: { status: 'PENDING', delivery: null },
    })
    expect(await courier.get(`/shippings/${mine.id}`)).toMatchObject({ status: 404 })
  })

  it('is assigned by agents of the country, and refused for a stale version', async () => {
    const courier = await shop.courier()
    const parcel = await waitingParcel()
    const body = { delivery: courier.id }
    const abroad = await api.as(await api.createUser({ role: 'agent', country: 'sn' }))
    expect(await abroad.put(`/shippings/delivery/${parcel.id}`, { body })).toMatchObject({ status: 404 })
    await expectRefusal(give(parcel, courier.id, 7), 412, 'STALE_VERSION', { current: parcel })
    const agent = await api.as('agent')
    expect(await agent.put(`/shippings/delivery/${parcel.id}`, { body })).toMatchObject({ status: 200 })
  })
})

describe('many parcels', () => {
  it('are given to one, each on its own, as the dry run said', async () => {
    const courier = await shop.courier()
    const product = await shop.product()
    const ids = await shop.orders(product, 4)
    await shop.bulk({ ids, status: 'CONFIRMED' })
    const parcels = await Promise.all(ids.map((id) => shop.shippingOf({ id })))
    await shop.moveShipping(parcels[0]!, 'CANCELLED')
    const abroad = await shop.order(await shop.product({ country: 'sn' }), {
      customerPhone: '+221771234567',
    })
    await shop.move(abroad, 'CONFIRMED')
    const put = async (body: Record<string, unknown>) =>
      (await shop.admin.put<ChangeReport>('/shippings/delivery', { body: { delivery: courier.id, ...body } }))
        .body
    const target = { ids: [...parcels.map(({ id }) => id), (await shop.shippingOf(abroad)).id, missing] }
    const counts = {
      changed: 3,
      refused: 3,
      refusedBy: { NO_SUCH_TRANSITION: 1, DELIVERY_GUY_NOT_FOUND: 1, NOT_FOUND: 1 },
    }
    expect(await put({ ...target, dryRun: true })).toMatchObject({ batchId: null, counts })
    const wet = await put(target)
    expect(wet).toMatchObject({ batchId: expect.any(String), counts })
    const mine = { product: product.id, deliveryGuy: courier.id }
    const back = await put({ where: mine, delivery: null })
    expect(back.counts).toEqual({ changed: 3, refused: 0, refusedBy: {} })
    await shop.undo(back.batchId)
    const listed = await shop.admin.get<{ total: number }>(
      `/shippings?deliveryGuy=${courier.id}&status=ASSIGNED`,
    )
    expect(listed.body.total).toBe(3)
  })
})
