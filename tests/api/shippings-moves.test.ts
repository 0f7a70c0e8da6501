import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change, Problem } from '../../domain/changes.ts'
import type { Product } from '../../domain/products/product.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { ShippingStatus } from '../../domain/shippings/shipping-status.ts'
import { billShipping } from '../builders/api/bill-shipping.ts'
import { expectSoundBooks } from '../builders/api/sound-books.ts'
import { startApi, type TestApi } from '../builders/api/start-api.ts'
import { startTrade, type Trade } from '../builders/api/trade.ts'

let api: TestApi
let trade: Trade
beforeAll(async () => {
  api = await startApi()
  trade = await startTrade(api)
})
afterAll(async () => {
  await expectSoundBooks(api)
  await api.close()
})

const missing = '00000000-0000-7000-8000-000000000000'

const stock = async (product: Product) => {
  const { quantity, reserved } = await trade.readProduct(product)
  return { quantity, reserved }
}

/** A product of ten and the parcel of three of them, at the status that a path leads to. */
const parcelAt = async (path: ShippingStatus[]): Promise<{ product: Product; parcel: Shipping }> => {
  const product = await trade.product({ quantity: 10, price: 5_000 })
  const order = await trade.order(product, { quantity: 3 })
  await trade.move(order, 'CONFIRMED')
  let parcel = await trade.shippingOf(order)
  for (const status of path) {
    parcel =
      status === 'ASSIGNED'
        ? await trade.assign(parcel, await trade.deliveryGuy())
        : await trade.moveShipping(
            parcel,
            status,
            status === 'POSTPONED' ? { postponedTo: '2026-12-24' } : {},
          )
  }
  return { product, parcel }
}

const out: ShippingStatus[] = ['ASSIGNED', 'OUT_FOR_DELIVERY']

/** How each status is come to, and what three of ten pieces are then, by hand. */
const paths: [ShippingStatus, ShippingStatus[], { quantity: number; reserved: number }][] = [
  ['PENDING', [], { quantity: 10, reserved: 3 }],
  ['ASSIGNED', ['ASSIGNED'], { quantity: 10, reserved: 3 }],
  ['OUT_FOR_DELIVERY', out, { quantity: 10, reserved: 3 }],
  ['POSTPONED', [...out, 'POSTPONED'], { quantity: 10, reserved: 3 }],
  ['NOT_REACHABLE', [...out, 'NOT_REACHABLE'], { quantity: 10, reserved: 3 }],
  ['REFUSED', [...out, 'REFUSED'], { quantity: 10, reserved: 3 }],
  ['DELIVERED', [...out, 'DELIVERED'], { quantity: 7, reserved: 0 }],
  ['RETURNED', [...out, 'REFUSED', 'RETURNED'], { quantity: 10, reserved: 0 }],
  ['LOST', [...out, 'LOST'], { quantity: 7, reserved: 0 }],
  ['CANCELLED', ['CANCELLED'], { quantity: 10, reserved: 0 }],
]

/** DESIGN section 4, by hand. */
const steps: Record<ShippingStatus, ShippingStatus[]> = {
  PENDING: ['CANCELLED'],
  ASSIGNED: ['PENDING', 'OUT_FOR_DELIVERY', 'CANCELLED'],
  OUT_FOR_DELIVERY: ['DELIVERED', 'POSTPONED', 'NOT_REACHABLE', 'REFUSED', 'LOST'],
  POSTPONED: ['OUT_FOR_DELIVERY', 'REFUSED', 'RETURNED', 'LOST'],
  NOT_REACHABLE: ['OUT_FOR_DELIVERY', 'REFUSED', 'RETURNED', 'LOST'],
  REFUSED: ['OUT_FOR_DELIVERY', 'RETURNED', 'LOST'],
  DELIVERED: ['OUT_FOR_DELIVERY'],
  RETURNED: [],
  LOST: [],
  CANCELLED: [],
}
const stockAt = new Map(paths.map(([status, , pieces]) => [status, pieces]))

describe('a parcel', () => {
  it.each(paths)(
    'at %s goes where the design lets it, and stock goes with it',
    async (status, path, pieces) => {
      const { product, parcel } = await parcelAt(path)
      expect(parcel.status).toBe(status)
      expect(await stock(product)).toEqual(pieces)
      const body = (to: ShippingStatus) => ({
        status: to,
        ...(to === 'POSTPONED' ? { postponedTo: '2026-12-24' } : {}),
      })
      for (const to of stockAt.keys()) {
        if (steps[status].includes(to)) continue
        const answer = await trade.admin.put<Problem>(`/shippings/status/${parcel.id}`, { body: body(to) })
        const code =
          to === status
            ? 'ALREADY_THERE'
            : status === 'PENDING' && to === 'ASSIGNED'
              ? 'DELIVERY_GUY_REQUIRED'
              : 'NO_SUCH_TRANSITION'
        expect({ to, code: answer.body.code }).toEqual({ to, code })
      }
      expect(await trade.readShipping(parcel)).toEqual(parcel)
      for (const to of steps[status]) {
        const fresh = await parcelAt(path)
        const moved = await trade.admin.put<Shipping>(`/shippings/status/${fresh.parcel.id}`, {
          body: body(to),
        })
        expect(moved).toMatchObject({ status: 200, body: { status: to, version: fresh.parcel.version + 1 } })
        expect({ to, stock: await stock(fresh.product) }).toEqual({ to, stock: stockAt.get(to) })
      }
    },
  )

  it('that goes out counts the attempt and keeps when it first did', async () => {
    const { parcel } = await parcelAt(out)
    expect(parcel).toMatchObject({ attempts: 1, outAt: expect.any(String) })
    const back = await trade.moveShipping(parcel, 'NOT_REACHABLE', { comment: 'rang twice' })
    expect(back).toMatchObject({ attempts: 1, comment: 'rang twice' })
    api.clock.advance(60_000)
    const again = await trade.moveShipping(parcel, 'OUT_FOR_DELIVERY')
    expect(again).toMatchObject({ attempts: 2, outAt: parcel.outAt, comment: 'rang twice' })
  })

  it('that is postponed keeps the day until it moves again', async () => {
    const { parcel } = await parcelAt(out)
    expect(
      await trade.admin.put(`/shippings/status/${parcel.id}`, { body: { status: 'POSTPONED' } }),
    ).toMatchObject({
      status: 400,
      body: { code: 'DATE_REQUIRED', errors: [{ path: 'postponedTo', code: 'DATE_REQUIRED' }] },
    })
    const postponed = await trade.moveShipping(parcel, 'POSTPONED', { postponedTo: '2026-12-24' })
    expect(postponed.postponedTo).toBe('2026-12-24')
    expect((await trade.moveShipping(parcel, 'OUT_FOR_DELIVERY')).postponedTo).toBeNull()
  })

  it('that is delivered says when, and what cash was taken: the whole price unless told', async () => {
    const whole = await parcelAt([...out, 'DELIVERED'])
    const { deliveredAt } = whole.parcel
    expect(whole.parcel).toMatchObject({
      collected: 15_000,
      deliveredAt: expect.any(String),
      settledAt: deliveredAt,
    })
    const part = await parcelAt(out)
    expect(await trade.moveShipping(part.parcel, 'DELIVERED', { collected: 12_500 })).toMatchObject({
      collected: 12_500,
      totalPrice: 15_000,
    })
    const nothing = await parcelAt(out)
    expect((await trade.moveShipping(nothing.parcel, 'DELIVERED', { collected: 0 })).collected).toBe(0)
  })

  it('takes cash in the decimals of its country', async () => {
    const millimes = await trade.order(await trade.product({ country: 'tn', price: 45.5 }), {
      customerPhone: '20 123 456',
    })
    expect((await trade.deliver(millimes, { collected: 45.125 })).collected).toBe(45.125)
    const { parcel } = await parcelAt(out)
    const deliver = (collected: unknown) =>
      trade.admin.put<Problem>(`/shippings/status/${parcel.id}`, { body: { status: 'DELIVERED', collected } })
    for (const [collected, code] of [
      [100.5, 'TOO_MANY_DECIMALS'],
      [100.5555, 'TOO_MANY_DECIMALS'],
      [-1, 'TOO_SMALL'],
      [100_000_000_000, 'TOO_LARGE'],
      ['100', 'NOT_A_NUMBER'],
    ] as const) {
      expect(await deliver(collected)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'collected', code }] },
      })
    }
    expect((await trade.readShipping(parcel)).status).toBe('OUT_FOR_DELIVERY')
  })

  it('that comes back says when it was settled, and takes no cash', async () => {
    const { parcel } = await parcelAt([...out, 'REFUSED', 'RETURNED'])
    expect(parcel).toMatchObject({ settledAt: expect.any(String), collected: null, deliveredAt: null })
  })

  it('that was delivered by mistake goes out again and gives the cash back, for an admin', async () => {
    const { product, parcel } = await parcelAt([...out, 'DELIVERED'])
    const agent = await api.as('agent')
    const body = { status: 'OUT_FOR_DELIVERY' }
    expect(await agent.put(`/shippings/status/${parcel.id}`, { body })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect(await trade.moveShipping(parcel, 'OUT_FOR_DELIVERY')).toMatchObject({
      attempts: 1,
      collected: null,
      deliveredAt: null,
      settledAt: null,
    })
    expect(await stock(product)).toEqual({ quantity: 10, reserved: 3 })
  })

  it('that was billed stays delivered', async () => {
    const { product, parcel } = await parcelAt([...out, 'DELIVERED'])
    await billShipping(api, parcel)
    expect(
      await trade.admin.put(`/shippings/status/${parcel.id}`, { body: { status: 'OUT_FOR_DELIVERY' } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_INVOICED' },
    })
    expect(await trade.readShipping(parcel)).toMatchObject({ isBilled: true, collected: 15_000 })
    expect(await stock(product)).toEqual({ quantity: 7, reserved: 0 })
  })

  it('that is cancelled cancels its order, and is the same one when that is confirmed again', async () => {
    const { product, parcel } = await parcelAt(['ASSIGNED'])
    const cancelled = await trade.moveShipping(parcel, 'CANCELLED', { comment: 'moved away' })
    expect(cancelled).toMatchObject({ comment: 'moved away', delivery: parcel.delivery })
    const order = await trade.readOrder({ id: parcel.order })
    expect(order).toMatchObject({
      status: 'CANCELLED',
      delivery: null,
      shippingStatus: 'CANCELLED',
      version: 3,
    })
    await trade.move(order, 'PENDING', { comment: 'they rang' })
    const again = await trade.move(order, 'CONFIRMED')
    expect(again).toMatchObject({ shipping: parcel.id, shippingStatus: 'PENDING', delivery: null })
    expect(await trade.readShipping(parcel)).toMatchObject({ comment: null, delivery: null, attempts: 0 })
    expect(await stock(product)).toEqual({ quantity: 10, reserved: 3 })
  })

  it('belongs to whoever its order belongs to when it is confirmed again', async () => {
    const seller = await api.createUser({ role: 'seller' })
    const { parcel } = await parcelAt(['CANCELLED'])
    const other = await trade.product({ owner: seller.id })
    await trade.admin.put(`/orders/${parcel.order}`, { body: { product: other.id } })
    await trade.move({ id: parcel.order }, 'PENDING', { comment: 'another colour' })
    await trade.move({ id: parcel.order }, 'CONFIRMED')
    expect(await trade.readShipping(parcel)).toMatchObject({ owner: seller.id, ownerName: seller.name })
  })

  it('writes its own history, and its order’s where that followed', async () => {
    const { parcel } = await parcelAt(['ASSIGNED'])
    await trade.moveShipping(parcel, 'CANCELLED', { comment: 'moved away' })
    const lines = async (path: string) =>
      (await trade.admin.get<{ items: Change[] }>(`${path}/history`)).body.items
    const [cancelled, assigned, made] = await lines(`/shippings/${parcel.id}`)
    expect(made).toMatchObject({
      verb: 'order.confirm',
      before: null,
      after: { order: parcel.order, status: 'PENDING' },
    })
    expect(assigned).toMatchObject({
      verb: 'shipping.assign',
      before: { status: 'PENDING', delivery: null },
      after: { status: 'ASSIGNED', delivery: parcel.delivery },
    })
    expect(cancelled).toMatchObject({
      verb: 'shipping.cancel',
      before: { status: 'ASSIGNED', comment: null },
      after: { status: 'CANCELLED', comment: 'moved away' },
    })
    const [followed, confirmed] = await lines(`/orders/${parcel.order}`)
    expect(followed).toMatchObject({
      verb: 'shipping.cancel',
      batchId: cancelled!.batchId,
      before: { status: 'CONFIRMED' },
      after: { status: 'CANCELLED' },
    })
    expect(confirmed!.verb).toBe('order.confirm')
  })

  it('tells the live lists of parcels, orders and the products whose stock moved', async () => {
    const { product, parcel } = await parcelAt([...out, 'DELIVERED'])
    const { rows } = await api.context.pool.query(
      `select resource, verb, ids from events where batch_id = (
        select batch_id from changes where record_id = $1 and verb = 'shipping.deliver') order by resource`,
      [parcel.id],
    )
    expect(rows).toEqual([
      { resource: 'orders', verb: 'shipping.deliver', ids: [parcel.order] },
      { resource: 'products', verb: 'shipping.deliver', ids: [product.id] },
      { resource: 'shippings', verb: 'shipping.deliver', ids: [parcel.id] },
    ])
  })
})

describe('who may move a parcel', () => {
  it('an agent of its country and whoever delivers it; it is not there for others', async () => {
    const guy = await api.as(await trade.deliveryGuy())
    const { parcel } = await parcelAt([])
    await trade.assign(parcel, guy.user)
    const body = { status: 'OUT_FOR_DELIVERY' }
    const path = `/shippings/status/${parcel.id}`
    expect(await api.anybody.put(path, { body })).toMatchObject({ status: 401 })
    for (const role of ['seller', 'moderator'] as const) {
      expect(await (await api.as(role)).put(path, { body })).toMatchObject({ status: 403 })
    }
    const strangers = [
      await api.as(await trade.deliveryGuy()),
      await api.as(await api.createUser({ role: 'agent', country: 'sn' })),
    ]
    for (const stranger of strangers) {
      expect(await stranger.put(path, { body })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
    expect(await guy.put(path, { body })).toMatchObject({ status: 200, body: { status: 'OUT_FOR_DELIVERY' } })
    expect(await guy.put(path, { body: { status: 'LOST' } })).toMatchObject({ status: 403 })
    expect(await guy.put(path, { body: { status: 'REFUSED' } })).toMatchObject({ status: 200 })
    expect(await guy.put(path, { body: { status: 'RETURNED' } })).toMatchObject({ status: 403 })
    const agent = await api.as('agent')
    expect(await agent.put(path, { body: { status: 'RETURNED' } })).toMatchObject({ status: 200 })
    expect(await trade.admin.put(`/shippings/status/${missing}`, { body })).toMatchObject({ status: 404 })
    expect(await trade.admin.put('/shippings/status/x', { body })).toMatchObject({ status: 404 })
  })

  it('is asked with the version that they saw', async () => {
    const { parcel } = await parcelAt(['ASSIGNED'])
    const put = (version: number) =>
      trade.admin.put<Problem>(`/shippings/status/${parcel.id}`, {
        body: { status: 'OUT_FOR_DELIVERY' },
        version,
      })
    expect(await put(1)).toMatchObject({ status: 412, body: { code: 'STALE_VERSION', current: parcel } })
    expect(await put(2)).toMatchObject({ status: 200, body: { version: 3 } })
  })

  it.each([
    [{}, 'status', 'REQUIRED'],
    [{ status: 'SHIPPED' }, 'status', 'NOT_A_CHOICE'],
    [{ status: 'LOST', why: 'x' }, 'why', 'UNKNOWN_FIELD'],
    [{ status: 'LOST', collected: 1 }, 'collected', 'UNKNOWN_FIELD'],
    [{ status: 'LOST', postponedTo: '2026-12-24' }, 'postponedTo', 'UNKNOWN_FIELD'],
    [{ status: 'POSTPONED', postponedTo: '2026-02-30' }, 'postponedTo', 'NOT_A_DATE'],
    [{ status: 'POSTPONED', postponedTo: '0000-01-01' }, 'postponedTo', 'NOT_A_DATE'],
    [{ status: 'POSTPONED', postponedTo: '2026-12-24T10:00:00Z' }, 'postponedTo', 'NOT_A_DATE'],
    [{ status: 'LOST', comment: 'a\u0000' }, 'comment', 'INVALID_TEXT'],
  ])('and %o is refused', async (body, path, code) => {
    const { parcel } = await parcelAt(out)
    expect(await trade.admin.put(`/shippings/status/${parcel.id}`, { body })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', errors: [{ path, code }] },
    })
    const bulk = await trade.admin.put('/shippings/status', { body: { ids: [parcel.id], ...body } })
    expect(bulk).toMatchObject({ status: 400, body: { errors: [{ path, code }] } })
  })
})

describe('many parcels at once', () => {
  it('move each on its own, as the dry run said they would', async () => {
    const product = await trade.product({ quantity: 50 })
    const ids = await trade.orders(product, 6)
    await trade.bulk({ ids: ids.slice(0, 5), status: 'CONFIRMED', delivery: (await trade.deliveryGuy()).id })
    const parcels = await Promise.all(ids.slice(0, 5).map((id) => trade.shippingOf({ id })))
    await trade.moveShipping(parcels[0]!, 'CANCELLED')
    await trade.moveShipping(parcels[1]!, 'OUT_FOR_DELIVERY')
    const body = { ids: [...parcels.map((parcel) => parcel.id), missing], status: 'OUT_FOR_DELIVERY' }
    const counts = {
      changed: 3,
      refused: 3,
      refusedBy: { NO_SUCH_TRANSITION: 1, ALREADY_THERE: 1, NOT_FOUND: 1 },
    }
    expect(await trade.bulkShippings({ ...body, dryRun: true })).toMatchObject({ batchId: null, counts })
    const wet = await trade.bulkShippings(body)
    expect(wet).toMatchObject({ batchId: expect.any(String), counts })
    expect(wet.changed).toContainEqual({ id: parcels[2]!.id, number: parcels[2]!.number, version: 2 })
    const delivered = await trade.bulkShippings({ where: { product: product.id }, status: 'DELIVERED' })
    expect(delivered.counts).toEqual({ changed: 4, refused: 1, refusedBy: { NO_SUCH_TRANSITION: 1 } })
    expect(await stock(product)).toEqual({ quantity: 46, reserved: 0 })
  })

  it('take one amount of cash each in its own currency, and the price of each where none is given', async () => {
    const here = await trade.ship(await trade.order(await trade.product({ price: 7_000 })))
    const abroad = await trade.ship(
      await trade.order(await trade.product({ country: 'tn', price: 20.25 }), {
        customerPhone: '20 123 456',
      }),
    )
    const body = { ids: [here.id, abroad.id], status: 'DELIVERED' }
    const dry = await trade.bulkShippings({ ...body, collected: 10.5, dryRun: true })
    expect(dry).toMatchObject({
      changed: [{ id: abroad.id }],
      refused: [{ id: here.id, code: 'TOO_MANY_DECIMALS' }],
    })
    await trade.bulkShippings(body)
    expect((await trade.readShipping(here)).collected).toBe(7_000)
    expect((await trade.readShipping(abroad)).collected).toBe(20.25)
  })

  it('go no further than the actor reaches', async () => {
    const guy = await api.as(await trade.deliveryGuy())
    const product = await trade.product()
    const [mine, theirs] = [await trade.order(product), await trade.order(product)]
    await trade.ship(mine, guy.user)
    await trade.ship(theirs)
    const where = { product: product.id, status: 'OUT_FOR_DELIVERY' }
    const report = await guy.put('/shippings/status', { body: { where, status: 'REFUSED' } })
    expect(report.body).toMatchObject({ counts: { changed: 1, refused: 0 } })
    expect((await trade.shippingOf(mine)).status).toBe('REFUSED')
    expect((await trade.shippingOf(theirs)).status).toBe('OUT_FOR_DELIVERY')
    expect(await guy.put('/shippings/status', { body: { where, status: 'LOST' } })).toMatchObject({
      status: 403,
    })
  })
})
