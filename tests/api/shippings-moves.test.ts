import { afterAll, describe, expect, it } from 'vitest'
import type { Change, ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import { shiftDay, todayIn } from '../../domain/lib/zone-clock.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Courier } from '../../domain/users/user.ts'
import type { OutboxEntry } from '../../machines/outbox/outbox-types.ts'
import { changed } from '../../src/features/delivery/optimistic-overlay.ts'
import { billShipping } from '../support/api/bill-shipping.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { parcelAt, stockOf } from '../support/api/parcel-at.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'
import { casesOf } from '../support/is-full.ts'

const { api, shop } = await openShopApi()
afterAll(() => expectSoundBooks(api))

const out: ShippingStatus[] = ['ASSIGNED', 'OUT_FOR_DELIVERY']

/** The path to each status, and the effect of three of ten pieces on stock, written by hand. */
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

const tried = casesOf(paths, ([status]) =>
  ['PENDING', 'OUT_FOR_DELIVERY', 'REFUSED', 'DELIVERED'].includes(status),
)

/** Written by hand from docs/domain.md#shippings. */
const steps: Record<ShippingStatus, ShippingStatus[]> = {
  PENDING: ['CANCELLED'],
  ASSIGNED: ['PENDING', 'OUT_FOR_DELIVERY', 'POSTPONED', 'CANCELLED'],
  OUT_FOR_DELIVERY: ['DELIVERED', 'POSTPONED', 'NOT_REACHABLE', 'REFUSED', 'LOST'],
  POSTPONED: ['OUT_FOR_DELIVERY', 'REFUSED', 'RETURNED', 'LOST'],
  NOT_REACHABLE: ['OUT_FOR_DELIVERY', 'POSTPONED', 'REFUSED', 'RETURNED', 'LOST'],
  REFUSED: ['OUT_FOR_DELIVERY', 'RETURNED', 'LOST'],
  DELIVERED: ['OUT_FOR_DELIVERY'],
  RETURNED: [],
  LOST: [],
  CANCELLED: [],
}
const stockAt = new Map(paths.map(([status, , pieces]) => [status, pieces]))

const waiting = (
  { id, number, customerName: name }: Shipping,
  body: OutboxEntry['body'],
  at: string,
): OutboxEntry => ({
  id: 'waiting',
  user: 'admin',
  at: Date.parse(at),
  resource: 'shippings',
  kind: 'status',
  verb: 'shipping.deliver',
  record: { id, number, name },
  body,
  refusal: null,
})

describe('a parcel', () => {
  it.each(tried)(
    'at %s goes where the design lets it, and stock goes with it',
    async (status, path, pieces) => {
      const { product, parcel } = await parcelAt(shop, path)
      expect(parcel.status).toBe(status)
      expect(await stockOf(shop, product)).toEqual(pieces)
      const body = (to: ShippingStatus) => ({
        status: to,
        ...(to === 'POSTPONED' ? { postponedTo: '2026-12-24' } : {}),
      })
      for (const to of stockAt.keys()) {
        if (steps[status].includes(to)) continue
        const answer = await shop.admin.put<Problem>(`/shippings/status/${parcel.id}`, { body: body(to) })
        const code =
          to === status
            ? 'ALREADY_THERE'
            : status === 'PENDING' && to === 'ASSIGNED'
              ? 'DELIVERY_GUY_REQUIRED'
              : 'NO_SUCH_TRANSITION'
        expect({ to, code: answer.body.code }).toEqual({ to, code })
      }
      expect(await shop.readShipping(parcel)).toEqual(parcel)
      for (const to of steps[status]) {
        const fresh = await parcelAt(shop, path)
        const moved = await shop.admin.put<Shipping>(`/shippings/status/${fresh.parcel.id}`, {
          body: body(to),
        })
        // The console's optimistic result equals the server's answer.
        expect(moved).toMatchObject({
          status: 200,
          body: {
            ...changed(fresh.parcel, waiting(fresh.parcel, body(to), moved.body.updatedAt)),
            version: fresh.parcel.version + 1,
          },
        })
        expect({ to, stock: await stockOf(shop, fresh.product) }).toEqual({ to, stock: stockAt.get(to) })
      }
    },
  )

  it('that goes out counts the attempt and keeps when it first did', async () => {
    const { parcel } = await parcelAt(shop, out)
    expect(parcel).toMatchObject({ attempts: 1, outAt: expect.any(String) })
    const back = await shop.moveShipping(parcel, 'NOT_REACHABLE', { comment: 'rang twice' })
    expect(back).toMatchObject({ attempts: 1, comment: 'rang twice' })
    api.clock.advance(60_000)
    const again = await shop.moveShipping(parcel, 'OUT_FOR_DELIVERY')
    expect(again).toMatchObject({ attempts: 2, outAt: parcel.outAt, comment: 'rang twice' })
  })

  it('that is postponed keeps the day until it moves again', async () => {
    const { parcel } = await parcelAt(shop, out)
    await expectRefusal(
      shop.admin.put(`/shippings/status/${parcel.id}`, { body: { status: 'POSTPONED' } }),
      400,
      'DATE_REQUIRED',
      { errors: [{ path: 'postponedTo', code: 'DATE_REQUIRED' }] },
    )
    const postponed = await shop.moveShipping(parcel, 'POSTPONED', { postponedTo: '2026-12-24' })
    expect(postponed.postponedTo).toBe('2026-12-24')
    const later = await shop.moveShipping(postponed, 'POSTPONED', { postponedTo: '2026-12-28' })
    expect(later).toMatchObject({ postponedTo: '2026-12-28', statusAt: postponed.statusAt, attempts: 1 })
    await expectRefusal(
      shop.admin.put(`/shippings/status/${parcel.id}`, {
        body: { status: 'POSTPONED', postponedTo: '2026-12-28' },
      }),
      409,
      'ALREADY_THERE',
    )
    expect((await shop.moveShipping(parcel, 'OUT_FOR_DELIVERY')).postponedTo).toBeNull()
  })

  it('that would go out before its day is counted by the dry run of a dispatch', async () => {
    const day = (days: number) => shiftDay(todayIn('ic'), days)
    const postponed = async (days: number) => {
      const { parcel } = await parcelAt(shop, out)
      return (await shop.moveShipping(parcel, 'POSTPONED', { postponedTo: day(days) })).id
    }
    const ids = [
      await postponed(1),
      await postponed(7),
      await postponed(0),
      (await parcelAt(shop, out)).parcel.id,
    ]
    const body = { ids, status: 'OUT_FOR_DELIVERY' }
    const dry = await shop.admin.put<ChangeReport>('/shippings/status', { body: { ...body, dryRun: true } })
    expect(dry.body).toMatchObject({ counts: { changed: 3, refused: 1 }, early: 2 })
    const refuse = { ...body, status: 'REFUSED', dryRun: true }
    const other = await shop.admin.put<ChangeReport>('/shippings/status', { body: refuse })
    expect(other.body.early).toBeUndefined()
    const made = await shop.admin.put<ChangeReport>('/shippings/status', { body })
    expect(made.body).toMatchObject({ counts: { changed: 3 } })
    expect(made.body.early).toBeUndefined()
  })

  it('counts in the load of its courier: assigned, out, and its cash until it is handed over', async () => {
    const { parcel } = await parcelAt(shop, ['ASSIGNED'])
    const loadOf = async () => {
      const { body } = await shop.admin.get<{ items: Courier[] }>('/users/delivery-guys?country=ic&load=true')
      return body.items.find(({ id }) => id === parcel.delivery)!.load!
    }
    const before = await loadOf()
    const gone = await shop.moveShipping(parcel, 'OUT_FOR_DELIVERY')
    expect(await loadOf()).toEqual({ ...before, assigned: before.assigned - 1, out: before.out + 1 })
    await shop.moveShipping(gone, 'DELIVERED')
    expect(await loadOf()).toEqual({
      assigned: before.assigned - 1,
      out: before.out,
      cash: before.cash + parcel.totalPrice,
    })
  })

  it('that is delivered has the time and the collected cash: the full price unless given', async () => {
    const delivered = await parcelAt(shop, [...out, 'DELIVERED'])
    const { deliveredAt } = delivered.parcel
    expect(delivered.parcel).toMatchObject({
      collected: 15_000,
      deliveredAt: expect.any(String),
      settledAt: deliveredAt,
    })
    const part = await parcelAt(shop, out)
    expect(await shop.moveShipping(part.parcel, 'DELIVERED', { collected: 12_500 })).toMatchObject({
      collected: 12_500,
      totalPrice: 15_000,
    })
    const nothing = await parcelAt(shop, out)
    expect((await shop.moveShipping(nothing.parcel, 'DELIVERED', { collected: 0 })).collected).toBe(0)
  })

  it('takes cash in the decimals of its country', async () => {
    const millimes = await shop.order(await shop.product({ country: 'tn', price: 45.5 }), {
      customerPhone: '20 123 456',
    })
    expect((await shop.deliver(millimes, { collected: 45.125 })).collected).toBe(45.125)
    const { parcel } = await parcelAt(shop, out)
    const deliver = (collected: unknown) =>
      shop.admin.put<Problem>(`/shippings/status/${parcel.id}`, { body: { status: 'DELIVERED', collected } })
    for (const [collected, code] of [
      [100.5, 'TOO_MANY_DECIMALS'],
      [100.5555, 'TOO_MANY_DECIMALS'],
      [-1, 'TOO_SMALL'],
      [100_000_000_000, 'TOO_LARGE'],
      ['100', 'NOT_A_NUMBER'],
    ] as const) {
      await expectInvalid(deliver(collected), 'collected', code)
    }
    expect((await shop.readShipping(parcel)).status).toBe('OUT_FOR_DELIVERY')
  })

  it('that comes back says when it was settled, and takes no cash', async () => {
    const { parcel } = await parcelAt(shop, [...out, 'REFUSED', 'RETURNED'])
    expect(parcel).toMatchObject({ settledAt: expect.any(String), collected: null, deliveredAt: null })
  })

  it('is listed by when it was delivered or came back, as is its order', async () => {
    const { parcel } = await parcelAt(shop, [...out, 'REFUSED', 'RETURNED'])
    const { settledAt, order, id } = parcel
    if (settledAt === null) throw new Error('not settled')
    const later = new Date(Date.parse(settledAt) + 1).toISOString()
    const listed = async (resource: 'shippings' | 'orders', settled: string) => {
      const of = resource === 'shippings' ? id : order
      const { status, body } = await shop.admin.get<{ total: number }>(
        `/${resource}?ids=${of}&settled=${encodeURIComponent(settled)}`,
      )
      return [status, body.total]
    }
    for (const resource of ['shippings', 'orders'] as const) {
      expect(await listed(resource, `${settledAt}..${later}`)).toEqual([200, 1])
      expect(await listed(resource, `${settledAt}..`)).toEqual([200, 1])
      expect(await listed(resource, `..${settledAt}`)).toEqual([200, 0])
      expect(await listed(resource, `${later}..`)).toEqual([200, 0])
    }
    const { parcel: open } = await parcelAt(shop, out)
    const { body } = await shop.admin.get<{ total: number }>(`/shippings?ids=${open.id}&settled=2020-01-01..`)
    expect(body.total).toBe(0)
    const refused = await shop.admin.get<Problem>('/shippings?settled=yesterday')
    await expectInvalid(refused, 'settled', 'NOT_A_DATE')
  })

  it('that was delivered by mistake goes out again and gives the cash back, for an admin', async () => {
    const { product, parcel } = await parcelAt(shop, [...out, 'DELIVERED'])
    const agent = await api.as('agent')
    const body = { status: 'OUT_FOR_DELIVERY' }
    await expectRefusal(agent.put(`/shippings/status/${parcel.id}`, { body }), 403, 'FORBIDDEN')
    expect(await shop.moveShipping(parcel, 'OUT_FOR_DELIVERY')).toMatchObject({
      attempts: 1,
      collected: null,
      deliveredAt: null,
      settledAt: null,
    })
    expect(await stockOf(shop, product)).toEqual({ quantity: 10, reserved: 3 })
  })

  it('that was billed stays delivered', async () => {
    const { product, parcel } = await parcelAt(shop, [...out, 'DELIVERED'])
    await billShipping(api, parcel)
    await expectRefusal(
      shop.admin.put(`/shippings/status/${parcel.id}`, { body: { status: 'OUT_FOR_DELIVERY' } }),
      409,
      'ALREADY_INVOICED',
    )
    expect(await shop.readShipping(parcel)).toMatchObject({ isBilled: true, collected: 15_000 })
    expect(await stockOf(shop, product)).toEqual({ quantity: 7, reserved: 0 })
  })

  it('that is cancelled cancels its order, and is the same one when that is confirmed again', async () => {
    const { product, parcel } = await parcelAt(shop, ['ASSIGNED'])
    const cancelled = await shop.moveShipping(parcel, 'CANCELLED', { comment: 'moved away' })
    expect(cancelled).toMatchObject({ comment: 'moved away', delivery: parcel.delivery })
    const order = await shop.readOrder({ id: parcel.order })
    expect(order).toMatchObject({
      status: 'CANCELLED',
      delivery: null,
      shippingStatus: 'CANCELLED',
      version: 3,
    })
    await shop.move(order, 'PENDING', { comment: 'they rang' })
    const again = await shop.move(order, 'CONFIRMED')
    expect(again).toMatchObject({ shipping: parcel.id, shippingStatus: 'PENDING', delivery: null })
    expect(await shop.readShipping(parcel)).toMatchObject({ comment: null, delivery: null, attempts: 0 })
    expect(await stockOf(shop, product)).toEqual({ quantity: 10, reserved: 3 })
  })

  it('belongs to the owner of its order, also when cancelled and confirmed again', async () => {
    const seller = await api.createUser({ role: 'seller' })
    const { parcel } = await parcelAt(shop, ['CANCELLED'])
    const other = await shop.product({ owner: seller.id })
    await shop.admin.put(`/orders/${parcel.order}`, { body: { product: other.id } })
    expect(await shop.readShipping(parcel)).toMatchObject({ owner: seller.id, version: 2 })
    await shop.move({ id: parcel.order }, 'PENDING', { comment: 'another colour' })
    await shop.move({ id: parcel.order }, 'CONFIRMED')
    expect(await shop.readShipping(parcel)).toMatchObject({ owner: seller.id, ownerName: seller.name })
  })

  it('writes its own history, and its order’s where that followed', async () => {
    const { parcel } = await parcelAt(shop, ['ASSIGNED'])
    await shop.moveShipping(parcel, 'CANCELLED', { comment: 'moved away' })
    const lines = async (path: string) =>
      (await shop.admin.get<{ items: Change[] }>(`${path}/history`)).body.items
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

  it('updates the live lists of parcels, orders and the products whose stock changed', async () => {
    const { product, parcel } = await parcelAt(shop, [...out, 'DELIVERED'])
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
