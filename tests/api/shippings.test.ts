import { afterAll, describe, expect, it } from 'vitest'
import type { Change, ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { expectInvalid, expectRefusal, missing } from '../support/api/caller.ts'
import { openShopApi, type Shop } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()
afterAll(() => expectSoundBooks(api))

type Listed = { items: Shipping[]; total: number }

describe('shippings', () => {
  it('are listed by country for agents, by assignment for delivery guys, and not for sellers', async () => {
    const mine = await api.as(await api.createUser({ role: 'delivery' }))
    const here = await shop.order(await shop.product())
    const assigned = await shop.order(await shop.product(), { customerName: 'Aminata Cissé', quantity: 2 })
    const abroad = await shop.order(await shop.product({ country: 'sn' }), {
      customerPhone: '+221771234567',
    })
    await shop.move(here, 'CONFIRMED')
    await shop.move(assigned, 'CONFIRMED', { delivery: mine.user.id })
    await shop.move(abroad, 'CONFIRMED')
    const orders = async (caller: { get: Shop['admin']['get'] }, query = '') =>
      (await caller.get<Listed>(`/shippings?limit=100${query}`)).body.items.map((item) => item.order)
    expect(await orders(shop.admin)).toEqual([abroad.id, assigned.id, here.id])
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
    const { shipping } = await shop.readOrder(here)
    expect(await mine.get(`/shippings/${shipping}`)).toMatchObject({ status: 404 })
    expect(await agent.get(`/shippings/${shipping}`)).toMatchObject({ status: 200, body: { order: here.id } })
  })
})

const openParcel = async (): Promise<Shipping> => {
  const order = await shop.order(await shop.product(), { customerName: 'Fatou Ndiaye' })
  await shop.move(order, 'CONFIRMED')
  return shop.shippingOf(order)
}

describe('a parcel’s address', () => {
  it('is set right on the parcel and on its order, and found by both', async () => {
    const parcel = await openParcel()
    const body = {
      customerName: 'Zéphyrin Kouamé',
      customerPhone: '07 01 02 03 04',
      customerAddress: 'Treichville, avenue 8',
      comment: 'gate 4',
    }
    const edited = await shop.admin.put<Shipping>(`/shippings/${parcel.id}`, { body, version: 1 })
    const address = { ...body, customerPhone: '+2250701020304' }
    expect(edited).toMatchObject({ status: 200, body: { ...address, version: 2 } })
    const order = await shop.readOrder({ id: parcel.order })
    expect(order).toMatchObject({ ...address, comment: null, version: 3 })
    for (const resource of ['orders', 'shippings']) {
      const found = await shop.admin.get<{ total: number }>(`/${resource}?keyword=zephyrin`)
      expect({ resource, total: found.body.total }).toEqual({ resource, total: 1 })
    }
    const lines = async (path: string) =>
      (await shop.admin.get<{ items: Change[] }>(`${path}/history`)).body.items
    const [ofParcel] = await lines(`/shippings/${parcel.id}`)
    expect(ofParcel).toMatchObject({
      verb: 'shipping.update',
      before: { customerName: 'Fatou Ndiaye', comment: null },
      after: address,
    })
    const [ofOrder] = await lines(`/orders/${parcel.order}`)
    expect(ofOrder).toMatchObject({ verb: 'shipping.update', before: { customerName: 'Fatou Ndiaye' } })
    expect(ofOrder!.after).not.toHaveProperty('comment')
  })

  it('is refused when it is stale: an edit of its order makes it so too', async () => {
    const parcel = await openParcel()
    await shop.admin.put(`/orders/${parcel.order}`, { body: { customerAddress: 'Yopougon' } })
    const stale = await shop.admin.put<Problem>(`/shippings/${parcel.id}`, {
      body: { customerAddress: 'Marcory' },
      version: 1,
    })
    await expectRefusal(stale, 412, 'STALE_VERSION', { current: { version: 2, customerAddress: 'Yopougon' } })
    await shop.admin.put(`/orders/${parcel.order}`, { body: { sourceName: 'Facebook' } })
    expect((await shop.readShipping(parcel)).version).toBe(2)
  })

  it('stays at its version where nothing changes', async () => {
    const parcel = await openParcel()
    const body = { customerName: parcel.customerName, comment: null }
    expect((await shop.admin.put(`/shippings/${parcel.id}`, { body })).body).toEqual(parcel)
    expect((await shop.admin.put(`/shippings/${parcel.id}`, { body: {} })).body).toEqual(parcel)
  })

  it('is an admin’s to set right, until the parcel has come to its end', async () => {
    const parcel = await openParcel()
    const body = { comment: 'second floor' }
    for (const role of ['seller', 'agent', 'moderator', 'delivery'] as const) {
      expect(await (await api.as(role)).put(`/shippings/${parcel.id}`, { body })).toMatchObject({
        status: 403,
      })
    }
    expect(await shop.admin.put(`/shippings/${missing}`, { body })).toMatchObject({ status: 404 })
    await shop.deliver({ id: parcel.order })
    await expectRefusal(shop.admin.put(`/shippings/${parcel.id}`, { body }), 409, 'SHIPPING_IS_OVER')
  })

  it.each([
    [{ customerPhone: '12' }, 'customerPhone', 'INVALID_PHONE'],
    [{ customerName: null }, 'customerName', 'REQUIRED'],
    [{ quantity: 2 }, 'quantity', 'READ_ONLY'],
    [{ status: 'LOST' }, 'status', 'READ_ONLY'],
    [{ delivery: '00000000-0000-7000-8000-000000000000' }, 'delivery', 'READ_ONLY'],
  ])('is not set by %o', async (body, path, code) => {
    const parcel = await openParcel()
    await expectInvalid(shop.admin.put(`/shippings/${parcel.id}`, { body }), path, code)
    expect(await shop.readShipping(parcel)).toEqual(parcel)
  })
})

describe('deleting parcels', () => {
  const remove = async (body: Record<string, unknown>) =>
    (await shop.admin.put<ChangeReport>('/shippings/delete', { body })).body

  it('takes cancelled ones only, and an undo brings them back', async () => {
    const product = await shop.product()
    const ids = await shop.orders(product, 3, { customerName: 'Rokia Traoré' })
    await shop.bulk({ ids, status: 'CONFIRMED' })
    const [remaining, ...cancelled] = await Promise.all(ids.map((id) => shop.shippingOf({ id })))
    for (const parcel of cancelled) await shop.moveShipping(parcel, 'CANCELLED')
    const body = { where: { product: product.id } }
    const counts = { changed: 2, refused: 1, refusedBy: { ORDER_IS_CONFIRMED: 1 } }
    expect(await remove({ ...body, dryRun: true })).toMatchObject({ batchId: null, counts })
    const gone = await remove(body)
    expect(gone).toMatchObject({ counts, refused: [{ id: remaining!.id }] })
    const total = async (query: string) =>
      (await shop.admin.get<{ total: number }>(`/shippings?${query}`)).body.total
    expect(await total(`product=${product.id}`)).toBe(1)
    expect(await total('keyword=rokia')).toBe(1)
    expect(await shop.readOrder({ id: cancelled[0]!.order })).toMatchObject({
      shipping: null,
      shippingStatus: null,
      status: 'CANCELLED',
    })
    await shop.undo(gone.batchId)
    expect(await total(`product=${product.id}`)).toBe(3)
    expect(await total('keyword=rokia')).toBe(3)
  })

  it('leaves the row for an order that is confirmed again', async () => {
    const parcel = await openParcel()
    await shop.moveShipping(parcel, 'CANCELLED')
    await remove({ ids: [parcel.id] })
    await shop.move({ id: parcel.order }, 'PENDING', { comment: 'they rang' })
    const again = await shop.move({ id: parcel.order }, 'CONFIRMED')
    expect(again).toMatchObject({ shipping: parcel.id, shippingStatus: 'PENDING' })
    const found = await shop.admin.get<{ total: number }>(`/shippings?keyword=${parcel.number}`)
    expect(found.body.total).toBe(1)
  })
})
