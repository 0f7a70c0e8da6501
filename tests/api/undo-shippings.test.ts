import { afterEach, describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { billShipping } from '../support/api/bill-shipping.ts'
import { parcelAt, stockOf, takeTo } from '../support/api/parcel-at.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'
import { openApi } from '../support/api/start-api.ts'
import { startTrade } from '../support/api/trade.ts'

const api = await openApi()
const trade = await startTrade(api)
afterEach(() => expectSoundBooks(api))

const historyOf = async (resource: string, id: string): Promise<Change[]> =>
  (await trade.admin.get<{ items: Change[] }>(`/${resource}/${id}/history`)).body.items
const lastBatch = async ({ id }: Shipping): Promise<string> => (await historyOf('shippings', id))[0]!.batchId
const undoLast = async (parcel: Shipping): Promise<ChangeReport> => trade.undo(await lastBatch(parcel))
const refusal = async (batchId: string): Promise<Code | undefined> =>
  (await trade.undo(batchId)).refused[0]?.code

const withoutTimes = ({ version: _, updatedAt: __, ...parcel }: Shipping) => parcel
const orderOf = async (parcel: Shipping) => {
  const {
    version: _,
    updatedAt: __,
    productAvailable: ___,
    ...order
  } = await trade.readOrder({ id: parcel.order })
  return order
}

/** Every step that a parcel can take, after the steps that lead to where it begins. */
const out: ShippingStatus[] = ['ASSIGNED', 'OUT_FOR_DELIVERY']
const steps: [string, ShippingStatus[], ShippingStatus][] = [
  ['assign', [], 'ASSIGNED'],
  ['unassign', ['ASSIGNED'], 'PENDING'],
  ['dispatch', ['ASSIGNED'], 'OUT_FOR_DELIVERY'],
  ['deliver', out, 'DELIVERED'],
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
]

describe('undoing a parcel’s step', () => {
  it.each(steps)(
    '%s from %j to %s puts parcel, order, stock and cash back, and the redo takes it again',
    async (verb, path, to) => {
      const { product, parcel } = await parcelAt(trade)
      for (const status of path) await takeTo(trade, parcel, status)
      const before = {
        parcel: await trade.readShipping(parcel),
        order: await orderOf(parcel),
        stock: await stockOf(trade, product),
      }
      const moved = await takeTo(trade, parcel, to)
      const after = { parcel: moved, order: await orderOf(parcel), stock: await stockOf(trade, product) }
      expect((await historyOf('shippings', parcel.id))[0]).toMatchObject({ verb: `shipping.${verb}` })
      const undo = await undoLast(parcel)
      expect(undo).toMatchObject({
        counts: { changed: 1, refused: 0 },
        changed: [{ id: parcel.id, number: parcel.number, version: moved.version + 1 }],
      })
      expect(withoutTimes(await trade.readShipping(parcel))).toEqual(withoutTimes(before.parcel))
      expect(await orderOf(parcel)).toEqual(before.order)
      expect(await stockOf(trade, product)).toEqual(before.stock)
      await trade.undo(undo.batchId)
      expect(withoutTimes(await trade.readShipping(parcel))).toEqual(withoutTimes(after.parcel))
      expect(await orderOf(parcel)).toEqual(after.order)
      expect(await stockOf(trade, product)).toEqual(after.stock)
    },
  )

  it('puts an address back where it came from', async () => {
    const { parcel } = await parcelAt(trade)
    const body = { customerName: 'Zoé', customerPhone: '0101010101', comment: 'gate 4' }
    await trade.admin.put(`/shippings/${parcel.id}`, { body })
    await undoLast(parcel)
    expect(withoutTimes(await trade.readShipping(parcel))).toEqual(withoutTimes(parcel))
    expect(await trade.readOrder({ id: parcel.order })).toMatchObject({ customerName: parcel.customerName })
  })

  it('leaves what has moved on: the parcel, or the order that followed it', async () => {
    const { parcel } = await parcelAt(trade)
    await trade.assign(parcel, await trade.deliveryGuy())
    const assigned = await lastBatch(parcel)
    await trade.moveShipping(parcel, 'CANCELLED')
    expect(await refusal(assigned)).toBe('MOVED_ON')
    const cancelled = await lastBatch(parcel)
    await trade.move({ id: parcel.order }, 'PENDING', { comment: 'they rang' })
    expect(await refusal(cancelled)).toBe('MOVED_ON')
  })

  it('leaves what was billed', async () => {
    const { product, parcel } = await parcelAt(trade)
    const delivered = await trade.deliver({ id: parcel.order })
    await billShipping(api, delivered)
    expect(await refusal(await lastBatch(parcel))).toBe('ALREADY_INVOICED')
    expect(await trade.readShipping(parcel)).toEqual({ ...delivered, isBilled: true })
    expect(await stockOf(trade, product)).toEqual({ quantity: 7, reserved: 0 })
  })

  it('does not undo a return whose pieces are reserved again', async () => {
    const { product, parcel } = await parcelAt(trade)
    await trade.returned({ id: parcel.order })
    const returned = await lastBatch(parcel)
    const other = await trade.order(product, { quantity: 8 })
    await trade.move(other, 'CONFIRMED')
    expect(await refusal(returned)).toBe('OUT_OF_STOCK')
    await trade.move(other, 'CANCELLED')
    await trade.undo(returned)
    expect((await trade.readShipping(parcel)).status).toBe('REFUSED')
    expect(await stockOf(trade, product)).toEqual({ quantity: 10, reserved: 3 })
  })

  it('returns no parcel to a user who is no longer a delivery person', async () => {
    const { parcel } = await parcelAt(trade)
    const guy = await trade.deliveryGuy()
    await trade.assign(parcel, guy)
    await trade.assign(parcel, null)
    await trade.admin.put(`/users/activate/${guy.id}`)
    expect(await refusal(await lastBatch(parcel))).toBe('DELIVERY_GUY_NOT_FOUND')
  })

  it('restores no parcel of a deleted order', async () => {
    const { parcel } = await parcelAt(trade)
    await trade.moveShipping(parcel, 'CANCELLED')
    const body = (ids: string[]) => ({ body: { ids } })
    const gone = await trade.admin.put<ChangeReport>('/shippings/delete', body([parcel.id]))
    const away = await trade.admin.put<ChangeReport>('/orders/delete', body([parcel.order]))
    expect(await refusal(gone.body.batchId!)).toBe('MOVED_ON')
    const back = await trade.undo(away.body.batchId)
    await trade.undo(gone.body.batchId)
    expect((await trade.readShipping(parcel)).status).toBe('CANCELLED')
    await trade.undo(back.batchId)
    expect(await trade.admin.get(`/shippings/${parcel.id}`)).toMatchObject({ status: 404 })
  })

  it('undoes each of many that it can', async () => {
    const product = await trade.product({ quantity: 50 })
    const ids = await trade.orders(product, 5)
    await trade.bulk({ ids, status: 'CONFIRMED', delivery: (await trade.deliveryGuy()).id })
    const where = { product: product.id }
    await trade.bulkShippings({ where, status: 'OUT_FOR_DELIVERY' })
    const delivered = await trade.bulkShippings({ where, status: 'DELIVERED' })
    const [first, second] = await Promise.all(ids.map((id) => trade.shippingOf({ id })))
    await billShipping(api, first!)
    await trade.moveShipping(second!, 'OUT_FOR_DELIVERY')
    const undo = await trade.undo(delivered.batchId)
    expect(undo.counts).toEqual({ changed: 3, refused: 2, refusedBy: { ALREADY_INVOICED: 1, MOVED_ON: 1 } })
    expect(await stockOf(trade, product)).toEqual({ quantity: 49, reserved: 4 })
  })
})
