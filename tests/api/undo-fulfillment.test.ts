import { afterEach, describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { type Caller, expectRefusal } from '../support/api/caller.ts'
import { parcelAt, stockOf } from '../support/api/parcel-at.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()
afterEach(() => expectSoundBooks(api))

const historyOf = async (resource: string, id: string): Promise<Change[]> =>
  (await shop.admin.get<{ items: Change[] }>(`/${resource}/${id}/history`)).body.items
const lastBatch = async ({ id }: Shipping): Promise<string> => (await historyOf('shippings', id))[0]!.batchId
const refusal = async (batchId: string): Promise<Code | undefined> =>
  (await shop.undo(batchId)).refused[0]?.code

const orderOf = ({ order }: Shipping) => shop.readOrder({ id: order })

describe('undoing an order’s step', () => {
  it('takes a confirmation back also when a delivery guy was set since, and not once the parcel is out', async () => {
    const { product, parcel } = await parcelAt(shop)
    const [confirmation] = await historyOf('orders', parcel.order)
    await shop.assign(parcel, await shop.courier())
    const undo = await shop.undo(confirmation!.batchId)
    expect(undo.counts).toMatchObject({ changed: 1, refused: 0 })
    expect(await orderOf(parcel)).toMatchObject({
      status: 'PENDING',
      delivery: null,
      shippingStatus: null,
    })
    expect(await stockOf(shop, product)).toEqual({ quantity: 10, reserved: 0 })
    await shop.undo(undo.batchId)
    expect(await orderOf(parcel)).toMatchObject({ status: 'CONFIRMED', shippingStatus: 'ASSIGNED' })
    const other = await parcelAt(shop)
    const [late] = await historyOf('orders', other.parcel.order)
    await shop.ship({ id: other.parcel.order })
    expect(await refusal(late!.batchId)).toBe('SHIPPING_IS_OUT')
  })

  it('removes the parcels that it made and that never left, and brings them back with another confirmation', async () => {
    const product = await shop.product({ quantity: 40 })
    const made = await Promise.all(Array.from({ length: 3 }, () => shop.order(product)))
    const ids = made.map(({ id }) => id)
    const parcels = async () =>
      (await shop.admin.get<{ total: number; items: Shipping[] }>(`/shippings?product=${product.id}`)).body
    const confirmed = await shop.bulk({ ids, status: 'CONFIRMED' })
    expect((await parcels()).total).toBe(3)
    const numbers = (await parcels()).items.map(({ number }) => number).sort()
    await shop.undo(confirmed.batchId)
    expect((await parcels()).total).toBe(0)
    const again = await shop.bulk({ ids, status: 'CONFIRMED' })
    const { items } = await parcels()
    expect(items.map(({ number, status }) => [number, status]).sort()).toEqual(
      numbers.map((number) => [number, 'PENDING']),
    )
    await shop.undo(again.batchId)
    expect((await parcels()).total).toBe(0)
  })

  it('marks the lines of both as undone', async () => {
    const { parcel } = await parcelAt(shop)
    const [confirmation] = await historyOf('orders', parcel.order)
    await shop.undo(confirmation!.batchId)
    // The parcel is deleted, and can be read again with another confirmation.
    await shop.move({ id: parcel.order }, 'CONFIRMED')
    for (const [resource, id] of [
      ['orders', parcel.order],
      ['shippings', parcel.id],
    ] as const) {
      const [, undone, confirmed] = await historyOf(resource, id)
      expect(confirmed).toMatchObject({ verb: 'order.confirm', isUndone: true })
      expect(undone).toMatchObject({ verb: 'order.confirm', undoes: confirmed!.id, isUndone: false })
    }
  })

  it('leaves the price of a parcel that went out since', async () => {
    const { parcel } = await parcelAt(shop)
    await shop.admin.put(`/orders/${parcel.order}`, { body: { price: 9_000 } })
    const [edit] = await historyOf('orders', parcel.order)
    await shop.deliver({ id: parcel.order })
    expect(await refusal(edit!.batchId)).toBe('SHIPPING_IS_OUT')
    expect(await shop.readShipping(parcel)).toMatchObject({ totalPrice: 27_000, collected: 27_000 })
  })

  it('puts an address back though the parcel went out since', async () => {
    const { parcel } = await parcelAt(shop)
    await shop.admin.put(`/orders/${parcel.order}`, { body: { customerAddress: 'Yopougon' } })
    const [edit] = await historyOf('orders', parcel.order)
    await shop.ship({ id: parcel.order })
    await shop.undo(edit!.batchId)
    expect(await shop.readShipping(parcel)).toMatchObject({
      status: 'OUT_FOR_DELIVERY',
      customerAddress: parcel.customerAddress,
    })
  })

  it('restores a cancelled parcel to its delivery person, and not one that was deleted since', async () => {
    const { parcel } = await parcelAt(shop)
    const courier = await shop.courier()
    await shop.assign(parcel, courier)
    const cancel = await shop.bulk({ ids: [parcel.order], status: 'CANCELLED' })
    const gone = await shop.admin.put<ChangeReport>('/shippings/delete', { body: { ids: [parcel.id] } })
    expect(await refusal(cancel.batchId!)).toBe('MOVED_ON')
    await shop.undo(gone.body.batchId)
    // The parcel was deleted and restored, so its state is not the one that followed the cancellation.
    expect(await refusal(cancel.batchId!)).toBe('MOVED_ON')
    const other = await parcelAt(shop)
    await shop.assign(other.parcel, courier)
    const cancelOther = await shop.bulk({ ids: [other.parcel.order], status: 'CANCELLED' })
    await shop.undo(cancelOther.batchId)
    expect(await orderOf(other.parcel)).toMatchObject({
      status: 'CONFIRMED',
      shippingStatus: 'ASSIGNED',
      delivery: courier.id,
    })
  })

  it('restores the time of the next callback', async () => {
    const order = await shop.order(await shop.product())
    const callbackAt = '2026-11-22T09:30:00.000Z'
    await shop.move(order, 'NOT_REACHABLE', { callbackAt: '2026-11-22T10:30:00+01:00' })
    const next = await shop.bulk({ ids: [order.id], status: 'CONFIRMED' })
    expect((await shop.readOrder(order)).callbackAt).toBeNull()
    await shop.undo(next.batchId)
    expect(await shop.readOrder(order)).toMatchObject({ status: 'NOT_REACHABLE', attempts: 1, callbackAt })
  })
})

describe('roles that may undo', () => {
  const undoAs = (caller: Caller, batchId: string) => caller.post<ChangeReport>(`/changes/${batchId}/undo`)

  it('the author of the change, while the record is in their scope; an admin everything', async () => {
    const courier = await api.as(await shop.courier())
    const colleague = await api.as(await shop.courier())
    const { parcel } = await parcelAt(shop)
    await shop.ship({ id: parcel.order }, courier.user)
    const admins = await lastBatch(parcel)
    await expectRefusal(undoAs(courier, admins), 404, 'NOT_FOUND')
    await courier.put(`/shippings/status/${parcel.id}`, { body: { status: 'DELIVERED' } })
    const theirs = await lastBatch(parcel)
    expect(await undoAs(colleague, theirs)).toMatchObject({ status: 404 })
    expect(await undoAs(courier, theirs)).toMatchObject({ status: 200, body: { counts: { changed: 1 } } })
    await courier.put(`/shippings/status/${parcel.id}`, { body: { status: 'REFUSED' } })
    const refused = await lastBatch(parcel)
    await shop.assign(parcel, colleague.user)
    expect((await undoAs(courier, refused)).body.refused).toMatchObject([{ code: 'NOT_FOUND' }])
    expect((await undoAs(await api.as('admin'), refused)).body.refused).toMatchObject([{ code: 'MOVED_ON' }])
  })

  it('an agent what they moved in their country', async () => {
    const agent = await api.as('agent')
    const { parcel } = await parcelAt(shop)
    const courier = await shop.courier()
    await agent.put(`/shippings/delivery/${parcel.id}`, { body: { delivery: courier.id } })
    const batchId = await lastBatch(parcel)
    expect(await undoAs(agent, batchId)).toMatchObject({ status: 200, body: { counts: { changed: 1 } } })
    expect((await shop.readShipping(parcel)).status).toBe('PENDING')
    await expectRefusal(undoAs(agent, batchId), 409, 'ALREADY_UNDONE')
  })
})
