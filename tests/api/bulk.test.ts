import { describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Order } from '../../domain/orders/order.ts'
import { missing } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()

const reserved = async (product: { id: string }) => (await shop.readProduct(product)).reserved

describe('a bulk status', () => {
  it('moves 1,000 mixed orders, each on its own, as the dry run said it would', async () => {
    const plenty = await shop.product({ quantity: 1_000 })
    const scarce = await shop.product({ quantity: 30 })
    const free = await shop.orders(plenty, 600)
    const short = await shop.orders(scarce, 250)
    const confirmed = await shop.orders(plenty, 100)
    const cancelled = await shop.orders(plenty, 49)
    await shop.bulk({ ids: confirmed, status: 'CONFIRMED' })
    await shop.bulk({ ids: cancelled, status: 'CANCELLED' })
    const ids = [...short, ...confirmed, ...free, missing, ...cancelled]
    const counts = {
      changed: 630,
      refused: 370,
      refusedBy: { OUT_OF_STOCK: 220, ALREADY_THERE: 100, NO_SUCH_TRANSITION: 49, NOT_FOUND: 1 },
    }
    const dry = await shop.bulk({ ids, status: 'CONFIRMED', dryRun: true })
    expect(dry).toMatchObject({ batchId: null, counts })
    expect(await reserved(plenty)).toBe(100)
    const wet = await shop.bulk({ ids, status: 'CONFIRMED', comment: 'called' })
    expect(wet).toMatchObject({ batchId: expect.any(String), counts })
    expect(wet.changed.map((one) => one.id)).toEqual(dry.changed.map((one) => one.id))
    expect(wet.changed[0]).toEqual({ id: expect.any(String), number: expect.any(Number), version: 2 })
    // The oldest orders get the last pieces.
    const winners = new Set(wet.changed.map((one) => one.id))
    expect(short.filter((id) => winners.has(id))).toEqual(short.slice(0, 30))
    expect(await reserved(plenty)).toBe(700)
    expect(await reserved(scarce)).toBe(30)
    await expectSoundBooks(api)
    const { rows } = await api.context.pool.query(
      `select resource, verb, cardinality(ids) as ids from events where batch_id = $1 order by id`,
      [wet.batchId],
    )
    expect(rows).toEqual([
      { resource: 'orders', verb: 'order.confirm', ids: null },
      { resource: 'shippings', verb: 'order.confirm', ids: null },
      { resource: 'products', verb: 'order.confirm', ids: 2 },
    ])
  })

  it('means everything that matches a filter, less what was taken out, and names at most 1,000', async () => {
    const product = await shop.product({ quantity: 5_000 })
    const ids = await shop.orders(product, 1_500)
    const where = { product: product.id, status: 'PENDING' }
    const except = ids.slice(0, 3)
    const report = await shop.bulk({ where, except, status: 'CONFIRMED' })
    expect(report.counts).toEqual({ changed: 1_497, refused: 0, refusedBy: {} })
    expect(report.changed).toHaveLength(1_000)
    expect(await reserved(product)).toBe(1_497)
    const left = await shop.admin.get<{ items: Order[] }>(`/orders?product=${product.id}&status=PENDING`)
    expect(left.body.items.map((order) => order.id).sort()).toEqual([...except].sort())
    await expectSoundBooks(api)
  })

  it('means orders by where their parcels are, and of those only what still is there', async () => {
    const product = await shop.product()
    const ids = await shop.orders(product, 3)
    await shop.bulk({ ids, status: 'CONFIRMED' })
    await shop.assign(await shop.shippingOf({ id: ids[0]! }), await shop.courier())
    const where = { product: product.id, shippingStatus: 'PENDING' }
    const report = await shop.bulk({ where, status: 'CANCELLED' })
    expect(report.changed.map(({ id }) => id).sort()).toEqual(ids.slice(1).sort())
    expect((await shop.readOrder({ id: ids[0]! })).status).toBe('CONFIRMED')
  })

  it('writes nothing where nothing may change', async () => {
    const order = await shop.order(await shop.product())
    await shop.move(order, 'CANCELLED')
    const report = await shop.bulk({ ids: [order.id, order.id, missing], status: 'CANCELLED' })
    expect(report).toEqual({
      batchId: null,
      counts: { changed: 0, refused: 2, refusedBy: { ALREADY_THERE: 1, NOT_FOUND: 1 } },
      changed: [],
      refused: [
        { id: order.id, number: order.number, code: 'ALREADY_THERE' },
        { id: missing, number: 0, code: 'NOT_FOUND' },
      ],
    })
    const history = await shop.admin.get<{ items: Change[] }>(`/orders/${order.id}/history`)
    expect(history.body.items.map((line) => line.verb)).toEqual(['order.cancel', 'order.create'])
  })

  it('assigns the shippings of the delivery guy’s country, and refuses the others one by one', async () => {
    const here = await shop.order(await shop.product())
    const abroad = await shop.order(await shop.product({ country: 'sn' }), {
      customerPhone: '+221771234567',
    })
    const { id: delivery } = await api.createUser({ role: 'delivery' })
    const report = await shop.bulk({ ids: [here.id, abroad.id], status: 'CONFIRMED', delivery })
    expect(report).toMatchObject({
      changed: [{ id: here.id }],
      refused: [{ id: abroad.id, code: 'DELIVERY_GUY_NOT_FOUND' }],
    })
    expect(await shop.readOrder(here)).toMatchObject({ delivery, shippingStatus: 'ASSIGNED' })
  })

  it.each([
    ['10,001 ids', { ids: Array(10_001).fill(missing) }, 'TOO_MANY_IDS', 'ids'],
    ['no target', {}, 'VALIDATION_FAILED', 'ids'],
    ['two targets', { ids: [missing], where: {} }, 'VALIDATION_FAILED', 'where'],
    ['no ids', { ids: [] }, 'VALIDATION_FAILED', 'ids'],
    ['ids that are none', { ids: ['x'] }, 'VALIDATION_FAILED', 'ids'],
    ['ids that are no list', { ids: missing }, 'VALIDATION_FAILED', 'ids'],
    ['except without where', { ids: [missing], except: [] }, 'VALIDATION_FAILED', 'except'],
    ['except that is no list', { where: {}, except: null }, 'VALIDATION_FAILED', 'except'],
    ['a filter nobody knows', { where: { colour: 'red' } }, 'VALIDATION_FAILED', 'where.colour'],
    ['a filter that is no object', { where: 'all' }, 'VALIDATION_FAILED', 'where'],
    ['a dry run that is no flag', { ids: [missing], dryRun: 'yes' }, 'VALIDATION_FAILED', 'dryRun'],
    ['a field nobody knows', { ids: [missing], colour: 'red' }, 'VALIDATION_FAILED', 'colour'],
    ['NUL in the filter', { where: { keyword: 'a\u0000' } }, 'VALIDATION_FAILED', 'where.keyword'],
  ])('with %s is refused', async (_, body, code, path) => {
    expect(await shop.admin.put('/orders/status', { body: { status: 'CANCELLED', ...body } })).toMatchObject({
      status: 400,
      body: { code, errors: [{ path }] },
    })
  })
})

describe('a bulk delete', () => {
  it('takes what matches, not what is confirmed, and an undo brings it back', async () => {
    const product = await shop.product()
    const ids = await shop.orders(product, 5)
    await shop.bulk({ ids: ids.slice(0, 2), status: 'CONFIRMED' })
    const body = { where: { product: product.id } }
    const dry = await shop.admin.put<ChangeReport>('/orders/delete', { body: { ...body, dryRun: true } })
    const wet = await shop.admin.put<ChangeReport>('/orders/delete', { body })
    const counts = { changed: 3, refused: 2, refusedBy: { ORDER_IS_CONFIRMED: 2 } }
    expect(dry.body.counts).toEqual(counts)
    expect(wet.body.counts).toEqual(counts)
    const list = async () =>
      (await shop.admin.get<{ total: number }>(`/orders?product=${product.id}`)).body.total
    expect(await list()).toBe(2)
    expect((await shop.undo(wet.body.batchId)).counts.changed).toBe(3)
    expect(await list()).toBe(5)
    expect(await shop.admin.put('/orders/delete', { body: { ...body, status: 'x' } })).toMatchObject({
      status: 400,
    })
  })
})

describe('many at once', () => {
  it('does not lock itself up: bulk calls over the same orders and products in opposite directions, edits between', {
    tags: 'full',
  }, async () => {
    const products = await Promise.all([1, 2, 3].map(() => shop.product({ quantity: 60 })))
    const ids = (await Promise.all(products.map((product) => shop.orders(product, 60)))).flat()
    const half = ids.filter((_, index) => index % 2 === 0)
    const put = (path: string, body: Record<string, unknown>) => shop.admin.put(path, { body })
    const answers = await Promise.all([
      put('/orders/status', { ids, status: 'CONFIRMED' }),
      put('/orders/status', { ids: [...ids].reverse(), status: 'CANCELLED' }),
      put('/orders/status', { where: { product: products[2]!.id }, status: 'CONFIRMED' }),
      put('/orders/status', { ids: half, status: 'NOT_REACHABLE' }),
      put('/orders/delete', { ids: half }),
      ...products.map((product) => put(`/products/${product.id}`, { name: 'Renamed', quantity: 70 })),
      ...ids.slice(0, 20).map((id) => put(`/orders/${id}`, { quantity: 2 })),
      ...ids.slice(-20).map((id) => put(`/orders/status/${id}`, { status: 'CONFIRMED' })),
    ])
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
    await expectSoundBooks(api)
  })
})
