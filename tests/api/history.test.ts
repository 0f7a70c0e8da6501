import { describe, expect, it } from 'vitest'
import type { Change } from '../../domain/changes/changes.ts'
import { startGoods } from '../support/api/goods.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()

type Listed = { items: Change[]; total: number }

describe('a history', () => {
  it('lists each change once, newest first, with only the changed fields; the shipping has its own history', async () => {
    const { user: seller } = await api.as('seller')
    const order = await shop.order(await shop.product({ owner: seller.id }))
    const { shipping, statusAt } = await shop.move(order, 'CONFIRMED')
    const cancelled = await shop.move(order, 'CANCELLED', { comment: 'too dear' })
    const { body } = await shop.admin.get<Listed>(`/orders/${order.id}/history`)
    expect(body.total).toBe(3)
    expect(body.items.map(({ verb, before, after }) => ({ verb, before, after }))).toEqual([
      {
        verb: 'order.cancel',
        before: { status: 'CONFIRMED', statusAt, comment: null },
        after: { status: 'CANCELLED', statusAt: cancelled.statusAt, comment: 'too dear' },
      },
      {
        verb: 'order.confirm',
        before: { status: 'PENDING', statusAt: order.statusAt },
        after: { status: 'CONFIRMED', statusAt },
      },
      {
        verb: 'order.create',
        before: null,
        after: expect.objectContaining({ customerName: order.customerName }),
      },
    ])
    const ofShipping = await shop.admin.get<Listed>(`/shippings/${shipping}/history`)
    expect(ofShipping.body.items.map((line) => [line.verb, line.batchId])).toEqual(
      body.items.slice(0, 2).map((line) => [line.verb, line.batchId]),
    )
    const page = await shop.admin.get<Listed>(`/orders/${order.id}/history?limit=1&skip=1`)
    expect(page.body).toEqual({ items: [body.items[1]], total: 3 })
  })

  it('gives an amount as it is stored, without floating-point noise', async () => {
    const goods = await startGoods(api)
    const product = await goods.create('products', { country: 'fr', price: 0.1 + 0.2 })
    expect(product.price).toBe(0.3)
    const [line] = await goods.history('products', product)
    expect(line?.after).toMatchObject({ price: 0.3 })
  })

  it.each(['limit=0', 'limit=501', 'skip=x', 'verb=order.create'])('is refused for %s', async (query) => {
    const { id } = await shop.order(await shop.product())
    expect(await shop.admin.get(`/orders/${id}/history?${query}`)).toMatchObject({ status: 400 })
  })
})
