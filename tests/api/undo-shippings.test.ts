import { afterEach, describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { billShipping } from '../support/api/bill-shipping.ts'
import { parcelAt, stockOf, takeTo } from '../support/api/parcel-at.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'
import { casesOf } from '../support/is-full.ts'

const { api, shop } = await openShopApi()
afterEach(() => expectSoundBooks(api))

const historyOf = async (resource: string, id: string): Promise<Change[]> =>
  (await shop.admin.get<{ items: Change[] }>(`/${resource}/${id}/history`)).body.items
const lastBatch = async ({ id }: Shipping): Promise<string> => (await historyOf('shippings', id))[0]!.batchId
const undoLast = async (parcel: Shipping): Promise<ChangeReport> => shop.undo(await lastBatch(parcel))
const refusal = async (batchId: string): Promise<Code | undefined> =>
  (await shop.undo(batchId)).refused[0]?.code

const withoutTimes = ({ version: _, updatedAt: __, ...parcel }: Shipping) => parcel
const orderOf = async (parcel: Shipping) => {
  const {
    version: _,
    updatedAt: __,
    productAvailable: ___,
    ...order
  } = await shop.readOrder({ id: parcel.order })
  return order
}

/** Every transition of a parcel, with the path to its start. */
const out: ShippingStatus[] = ['ASSIGNED', 'OUT_FOR_DELIVERY']
const steps: [string, ShippingStatus[], ShippingStatus][] = [
  ['assign', [], 'ASSIGNED'],
  ['unassign', ['ASSIGNED'], 'PENDING'],
  ['dispatch', ['ASSIGNED'], 'OUT_FOR_DELIVERY'],
  ['deliver', out, 'DELIVERED'],
  ['postpone', ['ASSIGNED'], 'POSTPONED'],
  ['postpone', out, 'POSTPONED'],
  ['not-reachable', out, 'NOT_REACHABLE'],
  ['refuse', out, 'REFUSED'],
  ['refuse', [...out, 'POSTPONED'], 'REFUSED'],
  ['dispatch', [...out, 'POSTPONED'], 'OUT_FOR_DELIVERY'],
  ['return', [...out, 'POSTPONED'], 'RETURNED'],
  ['return', [...out, 'REFUSED'], 'RETURNED'],
  ['lose', out, 'LOST'],
  ['reopen', [...out, 'DELIVERED'], 'OUT_FOR_DELIVERY'],
  ['cancel', [], 'CANCELLED'],
  ['cancel', ['ASSIGNED'], 'CANCELLED'],
  ['cancel', ['ASSIGNED', 'POSTPONED'], 'CANCELLED'],
]

describe('undoing a parcel’s step', () => {
  it.each(casesOf(steps, ([verb]) => ['assign', 'deliver', 'lose', 'reopen'].includes(verb)))(
    '%s from %j to %s puts parcel, order, stock and cash back, and the redo takes it again',
    async (verb, path, to) => {
      const { product, parcel } = await parcelAt(shop)
      for (const status of path) await takeTo(shop, parcel, status)
      const before = {
        parcel: await shop.readShipping(parcel),
        order: await orderOf(parcel),
        stock: await stockOf(shop, product),
      }
      const moved = await takeTo(shop, parcel, to)
      const after = { parcel: moved, order: await orderOf(parcel), stock: await stockOf(shop, product) }
      expect((await historyOf('shippings', parcel.id))[0]).toMatchObject({ verb: `shipping.${verb}` })
      const undo = await undoLast(parcel)
      expect(undo).toMatchObject({
        counts: { changed: 1, refused: 0 },
        changed: [{ id: parcel.id, number: parcel.number, version: moved.version + 1 }],
      })
      expect(withoutTimes(await shop.readShipping(parcel))).toEqual(withoutTimes(before.parcel))
      expect(await orderOf(parcel)).toEqual(before.order)
      expect(await stockOf(shop, product)).toEqual(before.stock)
      await shop.undo(undo.batchId)
      expect(withoutTimes(await shop.readShipping(parcel))).toEqual(withoutTimes(after.parcel))
      expect(await orderOf(parcel)).toEqual(after.order)
      expect(await stockOf(shop, product)).toEqual(after.stock)
    },
  )

  it('puts an address back where it came from', async () => {
    const { parcel } = await parcelAt(shop)
    const body = { customerName: 'Zoé', customerPhone: '0101010101', comment: 'gate 4' }
    await shop.admin.put(`/shippings/${parcel.id}`, { body })
    await undoLast(parcel)
    expect(withoutTimes(await shop.readShipping(parcel))).toEqual(withoutTimes(parcel))
    expect(await shop.readOrder({ id: parcel.order })).toMatchObject({ customerName: parcel.customerName })
  })

  it('leaves what has moved on: the parcel, or the order that followed it', async () => {
    const { parcel } = await parcelAt(shop)
    await shop.assign(parcel, await shop.courier())
    const assigned = await lastBatch(parcel)
    await shop.moveShipping(parcel, 'CANCELLED')
    expect(await refusal(assigned)).toBe('MOVED_ON')
    const cancelled = await lastBatch(parcel)
    await shop.move({ id: parcel.order }, 'PENDING', { comment: 'they rang' })
    expect(await refusal(cancelled)).toBe('MOVED_ON')
  })

  it('leaves what was billed', async () => {
    const { product, parcel } = await parcelAt(shop)
    const delivered = await shop.deliver({ id: parcel.order })
    await billShipping(api, delivered)
    expect(await refusal(await lastBatch(parcel))).toBe('ALREADY_INVOICED')
    expect(await shop.readShipping(parcel)).toEqual({ ...delivered, isBilled: true })
    expect(await stockOf(shop, product)).toEqual({ quantity: 7, reserved: 0 })
  })

  it('does not undo a return whose pieces are reserved again', async () => {
    const { product, parcel } = await parcelAt(shop)
    await shop.returned({ id: parcel.order })
    const returned = await lastBatch(parcel)
    const other = await shop.order(product, { quantity: 8 })
    await shop.move(other, 'CONFIRMED')
    expect(await refusal(returned)).toBe('OUT_OF_STOCK')
    await shop.move(other, 'CANCELLED')
    await shop.undo(returned)
    expect((await shop.readShipping(parcel)).status).toBe('REFUSED')
    expect(await stockOf(shop, product)).toEqual({ quantity: 10, reserved: 3 })
  })

  it('returns no parcel to a user who is no longer a delivery person', async () => {
    const { parcel } = await parcelAt(shop)
    const courier = await shop.courier()
    await shop.assign(parcel, courier)
    await shop.assign(parcel, null)
    await shop.admin.put(`/users/activate/${courier.id}`)
    expect(await refusal(await lastBatch(parcel))).toBe('DELIVERY_GUY_NOT_FOUND')
  })

  it('restores no parcel of a deleted order', async () => {
    const { parcel } = await parcelAt(shop)
    await shop.moveShipping(parcel, 'CANCELLED')
    const body = (ids: string[]) => ({ body: { ids } })
    const gone = await shop.admin.put<ChangeReport>('/shippings/delete', body([parcel.id]))
    const away = await shop.admin.put<ChangeReport>('/orders/delete', body([parcel.order]))
    expect(await refusal(gone.body.batchId!)).toBe('MOVED_ON')
    const back = await shop.undo(away.body.batchId)
    await shop.undo(gone.body.batchId)
    expect((await shop.readShipping(parcel)).status).toBe('CANCELLED')
    await shop.undo(back.batchId)
    expect(await shop.admin.get(`/shippings/${parcel.id}`)).toMatchObject({ status: 404 })
  })

  it('undoes each of many that it can', async () => {
    const product = await shop.product({ quantity: 50 })
    const ids = await shop.orders(product, 5)
    await shop.bulk({ ids, status: 'CONFIRMED', delivery: (await shop.courier()).id })
    const where = { product: product.id }
    await shop.bulkShippings({ where, status: 'OUT_FOR_DELIVERY' })
    const delivered = await shop.bulkShippings({ where, status: 'DELIVERED' })
    const [first, second] = await Promise.all(ids.map((id) => shop.shippingOf({ id })))
    await billShipping(api, first!)
    await shop.moveShipping(second!, 'OUT_FOR_DELIVERY')
    const undo = await shop.undo(delivered.batchId)
    expect(undo.counts).toEqual({ changed: 3, refused: 2, refusedBy: { ALREADY_INVOICED: 1, MOVED_ON: 1 } })
    expect(await stockOf(shop, product)).toEqual({ quantity: 49, reserved: 4 })
  })
})
