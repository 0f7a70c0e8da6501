import { describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Order, OrderInput } from '../../domain/orders/order.ts'
import { expectInvalid, expectRefusal, missing } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()

let made = 0
const newPhone = () => `+22507${String(60_000_000 + ++made)}`

/** Two orders of one customer; by default of one product. */
const two = async (
  keep: Partial<OrderInput> = {},
  drop: Partial<OrderInput> = {},
): Promise<[Order, Order]> => {
  const product = await shop.product()
  const customerPhone = newPhone()
  return [
    await shop.order(product, { customerPhone, ...keep }),
    await shop.order(product, { customerPhone, ...drop }),
  ]
}

const merge = (keep: Order, drop: Order, more: object = {}, caller = shop.admin) =>
  caller.put<ChangeReport>('/orders/merge', { body: { keep: keep.id, drop: drop.id, ...more } })

const pieces = async (order: Order) => {
  const { status, quantity, totalPrice, comment } = await shop.readOrder(order)
  return { status, quantity, totalPrice, comment }
}

describe('PUT orders/merge', () => {
  it('adds the pieces of one product at the kept price, and cancels the other order', async () => {
    const [keep, drop] = await two({ quantity: 2, price: 12_000 }, { quantity: 3, price: 15_000 })
    const { status, body } = await merge(keep, drop, { reason: 'Commande en double' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      counts: { changed: 2, refused: 0 },
      changed: [{ id: keep.id }, { id: drop.id }],
    })
    expect(await pieces(keep)).toEqual({
      status: 'PENDING',
      quantity: 5,
      totalPrice: 60_000,
      comment: null,
    })
    expect(await pieces(drop)).toMatchObject({
      status: 'CANCELLED',
      quantity: 3,
      comment: 'Commande en double',
    })
  })

  it('leaves the pieces of an order of another product', async () => {
    const [keep, drop] = await two({ quantity: 2 }, { product: (await shop.product()).id, quantity: 3 })
    expect((await merge(keep, drop)).status).toBe(200)
    expect(await pieces(keep)).toMatchObject({ status: 'PENDING', quantity: 2 })
    expect(await pieces(drop)).toMatchObject({ status: 'CANCELLED' })
  })

  it('has a line of the history on both, and is undone and redone for both', async () => {
    const [keep, drop] = await two({ quantity: 2 }, { quantity: 3 })
    const { body } = await merge(keep, drop)
    for (const order of [keep, drop]) {
      const history = await shop.admin.get<{ items: Change[] }>(`/orders/${order.id}/history`)
      expect(history.body.items[0]).toMatchObject({ verb: 'order.merge', batchId: body.batchId })
    }
    const undone = await shop.undo(body.batchId)
    expect(undone.counts).toMatchObject({ changed: 2, refused: 0 })
    expect([await pieces(keep), await pieces(drop)]).toMatchObject([
      { status: 'PENDING', quantity: 2, totalPrice: 30_000 },
      { status: 'PENDING', quantity: 3, comment: null },
    ])
    expect((await shop.undo(undone.batchId)).counts).toMatchObject({ changed: 2, refused: 0 })
    expect([await pieces(keep), await pieces(drop)]).toMatchObject([
      { status: 'PENDING', quantity: 5 },
      { status: 'CANCELLED' },
    ])
  })

  it.each([0, 1])('is undone for neither once one of them has moved on (%i)', async (which) => {
    const pair = await two({ quantity: 2 }, { quantity: 3 })
    const { body } = await merge(...pair)
    if (which === 0) await shop.move(pair[0], 'CONFIRMED')
    else await shop.admin.put(`/orders/${pair[1].id}`, { body: { comment: 'Rappelé' } })
    const undone = await shop.undo(body.batchId)
    expect(undone.counts).toMatchObject({ changed: 0, refused: 2, refusedBy: { MOVED_ON: 2 } })
    expect((await pieces(pair[0])).quantity).toBe(5)
    expect((await pieces(pair[1])).status).toBe('CANCELLED')
  })

  it('says in a dry run what it would change, and changes nothing', async () => {
    const [first, drop] = await two()
    const keep = await shop.readOrder(first)
    const { body } = await merge(keep, drop, { dryRun: true })
    expect(body).toMatchObject({ batchId: null, counts: { changed: 2 } })
    expect(await shop.readOrder(keep)).toEqual(keep)
    expect(await shop.readOrder(drop)).toEqual(drop)
  })

  it('takes orders that were not reached, and none that are decided', async () => {
    const [keep, drop] = await two()
    await shop.move(drop, 'NOT_REACHABLE')
    expect((await merge(keep, drop)).status).toBe(200)
    await expectRefusal(merge(keep, drop), 409, 'ORDER_NOT_PENDING')
  })

  it('refuses two customers, one order twice, an unknown one and too many pieces', async () => {
    const [keep, drop] = await two({ quantity: 6_000 }, { quantity: 6_000 })
    const [other] = await two()
    await expectRefusal(merge(keep, other), 409, 'OTHER_CUSTOMER')
    await expectInvalid(merge(keep, keep), 'drop', 'NAMED_TWICE')
    await expectInvalid(merge(keep, drop), 'quantity', 'TOO_LARGE')
    await expectRefusal(merge(keep, { ...drop, id: missing }), 404, 'NOT_FOUND')
    await expectInvalid(shop.admin.put('/orders/merge', { body: { keep: keep.id } }), 'drop', 'REQUIRED')
  })

  it('refuses an order that another caller has in triage', async () => {
    const [keep, drop] = await two()
    const caller = await api.as(await api.createUser({ role: 'admin' }))
    await caller.post('/orders/claim', { body: { ids: [drop.id] } })
    await expectRefusal(merge(keep, drop), 409, 'CLAIMED_BY_ANOTHER')
    expect((await merge(keep, drop, {}, caller)).status).toBe(200)
  })

  it('reserves no piece twice: stock follows the merged order alone', async () => {
    const [keep, drop] = await two({ quantity: 2 }, { quantity: 3 })
    await merge(keep, drop)
    await shop.move(keep, 'CONFIRMED')
    const product = await shop.readProduct({ id: keep.product })
    expect(product).toMatchObject({ reserved: 5, available: 95 })
  })
})
