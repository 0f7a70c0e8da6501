import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import type { Product } from '../../domain/products/product.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { ShippingStatus } from '../../domain/shippings/shipping-status.ts'
import { billShipping } from '../builders/api/bill-shipping.ts'
import type { Caller } from '../builders/api/caller.ts'
import { expectSoundBooks } from '../builders/api/sound-books.ts'
import { startApi, type TestApi } from '../builders/api/start-api.ts'
import { startTrade, type Trade } from '../builders/api/trade.ts'

let api: TestApi
let trade: Trade
beforeAll(async () => {
  api = await startApi()
  trade = await startTrade(api)
})
afterEach(() => expectSoundBooks(api))
afterAll(() => api.close())

const historyOf = async (resource: string, id: string): Promise<Change[]> =>
  (await trade.admin.get<{ items: Change[] }>(`/${resource}/${id}/history`)).body.items
const lastBatch = async ({ id }: Shipping): Promise<string> => (await historyOf('shippings', id))[0]!.batchId
const undoLast = async (parcel: Shipping): Promise<ChangeReport> => trade.undo(await lastBatch(parcel))
const refusal = async (batchId: string): Promise<Code | undefined> =>
  (await trade.undo(batchId)).refused[0]?.code

const stock = async (product: Product) => {
  const { quantity, reserved } = await trade.readProduct(product)
  return { quantity, reserved }
}

/** The parcel of three of a product's ten pieces, confirmed and not yet anybody's. */
const startParcel = async (): Promise<{ product: Product; parcel: Shipping }> => {
  const product = await trade.product({ quantity: 10 })
  const order = await trade.order(product, { quantity: 3 })
  await trade.move(order, 'CONFIRMED')
  return { product, parcel: await trade.shippingOf(order) }
}

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

const take = async (parcel: Shipping, status: ShippingStatus): Promise<Shipping> => {
  if (status === 'ASSIGNED') return trade.assign(parcel, await trade.deliveryGuy())
  const more = status === 'POSTPONED' ? { postponedTo: '2026-12-24' } : { comment: `to ${status}` }
  return trade.moveShipping(parcel, status, more)
}

describe('undoing a parcel’s step', () => {
  it.each(steps)(
    '%s from %j to %s puts parcel, order, stock and cash back, and the redo takes it again',
    async (verb, path, to) => {
      const { product, parcel } = await startParcel()
      for (const status of path) await take(parcel, status)
      const before = {
        parcel: await trade.readShipping(parcel),
        order: await orderOf(parcel),
        stock: await stock(product),
      }
      const moved = await take(parcel, to)
      const after = { parcel: moved, order: await orderOf(parcel), stock: await stock(product) }
      expect((await historyOf('shippings', parcel.id))[0]).toMatchObject({ verb: `shipping.${verb}` })
      const undo = await undoLast(parcel)
      expect(undo).toMatchObject({
        counts: { changed: 1, refused: 0 },
        changed: [{ id: parcel.id, number: parcel.number, version: moved.version + 1 }],
      })
      expect(withoutTimes(await trade.readShipping(parcel))).toEqual(withoutTimes(before.parcel))
      expect(await orderOf(parcel)).toEqual(before.order)
      expect(await stock(product)).toEqual(before.stock)
      await trade.undo(undo.batchId)
      expect(withoutTimes(await trade.readShipping(parcel))).toEqual(withoutTimes(after.parcel))
      expect(await orderOf(parcel)).toEqual(after.order)
      expect(await stock(product)).toEqual(after.stock)
    },
  )

  it('puts an address back where it came from', async () => {
    const { parcel } = await startParcel()
    const body = { customerName: 'Zoé', customerPhone: '0101010101', comment: 'gate 4' }
    await trade.admin.put(`/shippings/${parcel.id}`, { body })
    await undoLast(parcel)
    expect(withoutTimes(await trade.readShipping(parcel))).toEqual(withoutTimes(parcel))
    expect(await trade.readOrder({ id: parcel.order })).toMatchObject({ customerName: parcel.customerName })
  })

  it('leaves what has moved on: the parcel, or the order that followed it', async () => {
    const { parcel } = await startParcel()
    await trade.assign(parcel, await trade.deliveryGuy())
    const assigned = await lastBatch(parcel)
    await trade.moveShipping(parcel, 'CANCELLED')
    expect(await refusal(assigned)).toBe('MOVED_ON')
    const cancelled = await lastBatch(parcel)
    await trade.move({ id: parcel.order }, 'PENDING', { comment: 'they rang' })
    expect(await refusal(cancelled)).toBe('MOVED_ON')
  })

  it('leaves what was billed', async () => {
    const { product, parcel } = await startParcel()
    const delivered = await trade.deliver({ id: parcel.order })
    await billShipping(api, delivered)
    expect(await refusal(await lastBatch(parcel))).toBe('ALREADY_INVOICED')
    expect(await trade.readShipping(parcel)).toEqual({ ...delivered, isBilled: true })
    expect(await stock(product)).toEqual({ quantity: 7, reserved: 0 })
  })

  it('leaves a return whose pieces are another’s meanwhile', async () => {
    const { product, parcel } = await startParcel()
    await trade.returned({ id: parcel.order })
    const returned = await lastBatch(parcel)
    const other = await trade.order(product, { quantity: 8 })
    await trade.move(other, 'CONFIRMED')
    expect(await refusal(returned)).toBe('OUT_OF_STOCK')
    await trade.move(other, 'CANCELLED')
    await trade.undo(returned)
    expect((await trade.readShipping(parcel)).status).toBe('REFUSED')
    expect(await stock(product)).toEqual({ quantity: 10, reserved: 3 })
  })

  it('gives no parcel back to somebody who delivers no more', async () => {
    const { parcel } = await startParcel()
    const guy = await trade.deliveryGuy()
    await trade.assign(parcel, guy)
    await trade.assign(parcel, null)
    await trade.admin.put(`/users/activate/${guy.id}`)
    expect(await refusal(await lastBatch(parcel))).toBe('DELIVERY_GUY_NOT_FOUND')
  })

  it('restores no parcel of an order that is gone', async () => {
    const { parcel } = await startParcel()
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

  it('of many takes back each that it can', async () => {
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
    expect(await stock(product)).toEqual({ quantity: 49, reserved: 4 })
  })
})

describe('undoing an order’s step', () => {
  it('takes a confirmation back also when a delivery guy was set since, and not once the parcel is out', async () => {
    const { product, parcel } = await startParcel()
    const [confirmation] = await historyOf('orders', parcel.order)
    await trade.assign(parcel, await trade.deliveryGuy())
    const undo = await trade.undo(confirmation!.batchId)
    expect(undo.counts).toMatchObject({ changed: 1, refused: 0 })
    expect(await orderOf(parcel)).toMatchObject({
      status: 'PENDING',
      delivery: null,
      shippingStatus: 'CANCELLED',
    })
    expect(await stock(product)).toEqual({ quantity: 10, reserved: 0 })
    await trade.undo(undo.batchId)
    expect(await orderOf(parcel)).toMatchObject({ status: 'CONFIRMED', shippingStatus: 'ASSIGNED' })
    const other = await startParcel()
    const [late] = await historyOf('orders', other.parcel.order)
    await trade.ship({ id: other.parcel.order })
    expect(await refusal(late!.batchId)).toBe('SHIPPING_IS_OUT')
  })

  it('marks the lines of both as taken back', async () => {
    const { parcel } = await startParcel()
    const [confirmation] = await historyOf('orders', parcel.order)
    await trade.undo(confirmation!.batchId)
    for (const [resource, id] of [
      ['orders', parcel.order],
      ['shippings', parcel.id],
    ] as const) {
      const [undone, confirmed] = await historyOf(resource, id)
      expect(confirmed).toMatchObject({ verb: 'order.confirm', isUndone: true })
      expect(undone).toMatchObject({ verb: 'order.confirm', undoes: confirmed!.id, isUndone: false })
    }
  })

  it('leaves the price of a parcel that went out since', async () => {
    const { parcel } = await startParcel()
    await trade.admin.put(`/orders/${parcel.order}`, { body: { price: 9_000 } })
    const [edit] = await historyOf('orders', parcel.order)
    await trade.deliver({ id: parcel.order })
    expect(await refusal(edit!.batchId)).toBe('SHIPPING_IS_OUT')
    expect(await trade.readShipping(parcel)).toMatchObject({ totalPrice: 27_000, collected: 27_000 })
  })

  it('puts an address back though the parcel went out since', async () => {
    const { parcel } = await startParcel()
    await trade.admin.put(`/orders/${parcel.order}`, { body: { customerAddress: 'Yopougon' } })
    const [edit] = await historyOf('orders', parcel.order)
    await trade.ship({ id: parcel.order })
    await trade.undo(edit!.batchId)
    expect(await trade.readShipping(parcel)).toMatchObject({
      status: 'OUT_FOR_DELIVERY',
      customerAddress: parcel.customerAddress,
    })
  })

  it('brings a cancelled parcel back to whoever had it, and not one that was deleted since', async () => {
    const { parcel } = await startParcel()
    const guy = await trade.deliveryGuy()
    await trade.assign(parcel, guy)
    const cancel = await trade.bulk({ ids: [parcel.order], status: 'CANCELLED' })
    const gone = await trade.admin.put<ChangeReport>('/shippings/delete', { body: { ids: [parcel.id] } })
    expect(await refusal(cancel.batchId!)).toBe('MOVED_ON')
    await trade.undo(gone.body.batchId)
    // The parcel has been away and back: what followed the cancellation is not what stands now.
    expect(await refusal(cancel.batchId!)).toBe('MOVED_ON')
    const other = await startParcel()
    await trade.assign(other.parcel, guy)
    const cancelOther = await trade.bulk({ ids: [other.parcel.order], status: 'CANCELLED' })
    await trade.undo(cancelOther.batchId)
    expect(await orderOf(other.parcel)).toMatchObject({
      status: 'CONFIRMED',
      shippingStatus: 'ASSIGNED',
      delivery: guy.id,
    })
  })

  it('puts back when somebody was to be called again', async () => {
    const order = await trade.order(await trade.product())
    const callbackAt = '2026-11-22T09:30:00.000Z'
    await trade.move(order, 'NOT_REACHABLE', { callbackAt: '2026-11-22T10:30:00+01:00' })
    const next = await trade.bulk({ ids: [order.id], status: 'CONFIRMED' })
    expect((await trade.readOrder(order)).callbackAt).toBeNull()
    await trade.undo(next.batchId)
    expect(await trade.readOrder(order)).toMatchObject({ status: 'NOT_REACHABLE', attempts: 1, callbackAt })
  })
})

describe('who may undo', () => {
  const undoAs = (caller: Caller, batchId: string) => caller.post<ChangeReport>(`/changes/${batchId}/undo`)

  it('whoever made the change, while the record is theirs; an admin everything', async () => {
    const guy = await api.as(await trade.deliveryGuy())
    const colleague = await api.as(await trade.deliveryGuy())
    const { parcel } = await startParcel()
    await trade.ship({ id: parcel.order }, guy.user)
    const admins = await lastBatch(parcel)
    expect(await undoAs(guy, admins)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    await guy.put(`/shippings/status/${parcel.id}`, { body: { status: 'DELIVERED' } })
    const theirs = await lastBatch(parcel)
    expect(await undoAs(colleague, theirs)).toMatchObject({ status: 404 })
    expect(await undoAs(guy, theirs)).toMatchObject({ status: 200, body: { counts: { changed: 1 } } })
    await guy.put(`/shippings/status/${parcel.id}`, { body: { status: 'REFUSED' } })
    const refused = await lastBatch(parcel)
    await trade.assign(parcel, colleague.user)
    expect((await undoAs(guy, refused)).body.refused).toMatchObject([{ code: 'NOT_FOUND' }])
    expect((await undoAs(await api.as('admin'), refused)).body.refused).toMatchObject([{ code: 'MOVED_ON' }])
  })

  it('an agent what they moved in their country', async () => {
    const agent = await api.as('agent')
    const { parcel } = await startParcel()
    const guy = await trade.deliveryGuy()
    await agent.put(`/shippings/delivery/${parcel.id}`, { body: { delivery: guy.id } })
    const batchId = await lastBatch(parcel)
    expect(await undoAs(agent, batchId)).toMatchObject({ status: 200, body: { counts: { changed: 1 } } })
    expect((await trade.readShipping(parcel)).status).toBe('PENDING')
    expect(await undoAs(agent, batchId)).toMatchObject({ status: 409, body: { code: 'ALREADY_UNDONE' } })
  })
})
