import { afterEach, describe, expect, it } from 'vitest'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { ApiAnswer, Caller } from '../support/api/caller.ts'
import { lockOrderRow } from '../support/api/held-row.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()
const agent = await api.as('agent')
afterEach(() => expectSoundBooks(api))

type Answer = ApiAnswer<{ code?: Code; status?: unknown }>

/** Sends two calls on a locked order and releases the lock once both wait. */
const collide = async (
  order: { id: string },
  calls: readonly [() => Promise<Answer>, () => Promise<Answer>],
): Promise<Answer[]> => {
  const lock = await lockOrderRow(api, order.id)
  const answers = calls.map((call) => call())
  try {
    await lock.reached(2)
  } finally {
    await lock.release()
  }
  return Promise.all(answers)
}

const codes = (answers: readonly Answer[]): string[] =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : (body.code ?? String(status)))).sort()

const moveAs =
  (caller: Caller, { id }: { id: string }, status: string, more: Record<string, unknown> = {}) =>
  () =>
    caller.put<Answer['body']>(`/shippings/status/${id}`, { body: { status, ...more } })
const giveAs =
  (caller: Caller, { id }: { id: string }, delivery: string | null) =>
  () =>
    caller.put<Answer['body']>(`/shippings/delivery/${id}`, { body: { delivery } })
const orderAs =
  (caller: Caller, { id }: { id: string }, status: string) =>
  () =>
    caller.put<Answer['body']>(`/orders/status/${id}`, { body: { status } })

const parcelOut = async (): Promise<Shipping> => shop.ship(await shop.order(await shop.product()))
const parcelAssigned = async (): Promise<Shipping> => {
  const order = await shop.order(await shop.product())
  await shop.move(order, 'CONFIRMED', { delivery: (await shop.courier()).id })
  return shop.shippingOf(order)
}

describe('two at the same parcel', () => {
  it.each([
    ['DELIVERED', 'DELIVERED', 'ALREADY_THERE'],
    ['DELIVERED', 'LOST', 'NO_SUCH_TRANSITION'],
    ['DELIVERED', 'REFUSED', 'NO_SUCH_TRANSITION'],
  ])('that is out, to %s and to %s: one wins, the other gets %s', async (first, second, code) => {
    const parcel = await parcelOut()
    const answers = await collide({ id: parcel.order }, [
      moveAs(shop.admin, parcel, first),
      moveAs(agent, parcel, second),
    ])
    expect(codes(answers)).toEqual([code, 'done'])
    const winner = answers.find(({ status }) => status === 200)!
    expect((await shop.readShipping(parcel)).status).toBe(winner.body.status)
  })

  it('that was refused, brought back twice: once', async () => {
    const parcel = await parcelOut()
    await shop.moveShipping(parcel, 'REFUSED')
    const answers = await collide({ id: parcel.order }, [
      moveAs(shop.admin, parcel, 'RETURNED'),
      moveAs(agent, parcel, 'RETURNED'),
    ])
    expect(codes(answers)).toEqual(['ALREADY_THERE', 'done'])
  })

  it('that was refused, brought back and sent out again: one of the two', async () => {
    const parcel = await parcelOut()
    await shop.moveShipping(parcel, 'REFUSED')
    const answers = await collide({ id: parcel.order }, [
      moveAs(shop.admin, parcel, 'RETURNED'),
      moveAs(agent, parcel, 'OUT_FOR_DELIVERY'),
    ])
    expect(codes(answers)).toEqual(['NO_SUCH_TRANSITION', 'done'])
  })

  it('assigned to another while it is dispatched: stays with the one who dispatched it', async () => {
    const parcel = await parcelAssigned()
    const other = await shop.courier()
    const [given, sent] = await collide({ id: parcel.order }, [
      giveAs(shop.admin, parcel, other.id),
      moveAs(agent, parcel, 'OUT_FOR_DELIVERY'),
    ])
    expect(sent!.status).toBe(200)
    const { status, delivery } = await shop.readShipping(parcel)
    expect(status).toBe('OUT_FOR_DELIVERY')
    expect(given!.status === 200 ? delivery : given!.body.code).toBe(
      given!.status === 200 ? other.id : 'SHIPPING_IS_OUT',
    )
  })

  it('unassigned while it is dispatched: one of the two wins', async () => {
    const parcel = await parcelAssigned()
    const answers = await collide({ id: parcel.order }, [
      giveAs(shop.admin, parcel, null),
      moveAs(agent, parcel, 'OUT_FOR_DELIVERY'),
    ])
    expect(codes(answers)).toEqual(['NO_SUCH_TRANSITION', 'done'])
  })

  it('its order cancelled while it goes out: one of the two', async () => {
    const parcel = await parcelAssigned()
    const answers = await collide({ id: parcel.order }, [
      orderAs(shop.admin, { id: parcel.order }, 'CANCELLED'),
      moveAs(agent, parcel, 'OUT_FOR_DELIVERY'),
    ])
    const { shippingStatus } = await shop.readOrder({ id: parcel.order })
    const loser = shippingStatus === 'CANCELLED' ? 'NO_SUCH_TRANSITION' : 'SHIPPING_IS_OUT'
    expect(codes(answers)).toEqual([loser, 'done'])
  })

  it('cancelled from both sides: once', async () => {
    const parcel = await parcelAssigned()
    const answers = await collide({ id: parcel.order }, [
      orderAs(shop.admin, { id: parcel.order }, 'CANCELLED'),
      moveAs(agent, parcel, 'CANCELLED'),
    ])
    expect(codes(answers)).toEqual(['ALREADY_THERE', 'done'])
  })

  it('moved while its step is undone: one of the two', async () => {
    const parcel = await parcelOut()
    const delivered = await shop.bulkShippings({ ids: [parcel.id], status: 'DELIVERED' })
    const answers = await collide({ id: parcel.order }, [
      async () => {
        const undo = await shop.admin.post<ChangeReport>(`/changes/${delivered.batchId}/undo`)
        const code = undo.body.refused[0]?.code
        return code === undefined ? { ...undo, body: {} } : { ...undo, status: 409, body: { code } }
      },
      moveAs(shop.admin, parcel, 'OUT_FOR_DELIVERY'),
    ])
    expect(codes(answers)).toContain('done')
    expect(codes(answers)).toHaveLength(2)
    expect(['ALREADY_THERE', 'MOVED_ON']).toContain(codes(answers).find((code) => code !== 'done'))
    expect(await shop.readShipping(parcel)).toMatchObject({ status: 'OUT_FOR_DELIVERY', collected: null })
  })

  it('its address corrected on both sides: no edit is lost silently', async () => {
    const parcel = await parcelAssigned()
    const order = await shop.readOrder({ id: parcel.order })
    const answers = await collide(order, [
      () =>
        shop.admin.put<Answer['body']>(`/orders/${order.id}`, {
          body: { customerAddress: 'Yopougon' },
          version: order.version,
        }),
      () =>
        shop.admin.put<Answer['body']>(`/shippings/${parcel.id}`, {
          body: { customerAddress: 'Marcory' },
          version: parcel.version,
        }),
    ])
    expect(codes(answers)).toEqual(['STALE_VERSION', 'done'])
  })
})

describe('an order', () => {
  it('confirmed and cancelled at once ends as one of the two, and holds stock accordingly', async () => {
    const product = await shop.product({ quantity: 5 })
    const order = await shop.order(product, { quantity: 2 })
    const answers = await collide(order, [
      orderAs(shop.admin, order, 'CONFIRMED'),
      orderAs(shop.admin, order, 'CANCELLED'),
    ])
    // Confirm then cancel is possible, the reverse is not.
    const { status } = await shop.readOrder(order)
    expect(status).toBe('CANCELLED')
    expect(['done done', 'NO_SUCH_TRANSITION done']).toContain(codes(answers).join(' '))
    expect((await shop.readProduct(product)).reserved).toBe(0)
  })
})

describe('bulk calls of 200', () => {
  it('over overlapping parcels from two clients never lock each other up, and the books add up', {
    tags: 'full',
  }, async () => {
    const couriers = await Promise.all([shop.courier(), shop.courier()])
    const products = await Promise.all([1, 2, 3].map(() => shop.product({ quantity: 200 })))
    const orderIds = (await Promise.all(products.map((product) => shop.orders(product, 100)))).flat()
    await shop.bulk({ ids: orderIds, status: 'CONFIRMED' })
    const listed = await shop.admin.get<{ items: Shipping[] }>(
      `/shippings?limit=300&product=${products.map(({ id }) => id).join(',')}`,
    )
    const ids = listed.body.items.map(({ id }) => id)
    expect(ids).toHaveLength(300)
    const [early, late] = [ids.slice(0, 200), ids.slice(100).reverse()]
    const put = (caller: Caller, path: string, body: Record<string, unknown>) =>
      caller.put<ChangeReport>(path, { body })
    const rounds: [string, Record<string, unknown>][] = [
      ['/shippings/delivery', { delivery: couriers[0]!.id }],
      ['/shippings/status', { status: 'OUT_FOR_DELIVERY' }],
      ['/shippings/status', { status: 'DELIVERED' }],
      ['/shippings/status', { status: 'REFUSED' }],
      ['/shippings/status', { status: 'RETURNED' }],
    ]
    for (const [path, body] of rounds) {
      const answers = await Promise.all([
        put(shop.admin, path, { ids: early, ...body }),
        put(agent, path, { ids: late, ...body }),
        put(shop.admin, '/orders/status', { ids: orderIds.slice(-50).reverse(), status: 'CANCELLED' }),
        put(agent, '/shippings/delivery', { ids: late, delivery: couriers[1]!.id }),
        ...products.map(({ id }) =>
          shop.admin.put(`/products/${id}`, { body: { name: `Renamed by ${path}` } }),
        ),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
    const { rows } = await api.context.pool.query(
      `select shippings.status, count(*)::int as count from shippings join orders on orders.id = shippings."order"
       where product = any($1) group by 1 order by 1`,
      [products.map(({ id }) => id)],
    )
    expect(rows).toEqual([
      { status: 'CANCELLED', count: 50 },
      { status: 'DELIVERED', count: 250 },
    ])
  })

  it('deliver each parcel once, and take its cash once', async () => {
    const product = await shop.product({ quantity: 200, price: 1_000 })
    const orderIds = await shop.orders(product, 200)
    await shop.bulk({ ids: orderIds, status: 'CONFIRMED', delivery: (await shop.courier()).id })
    const where = { product: product.id }
    await shop.bulkShippings({ where, status: 'OUT_FOR_DELIVERY' })
    const reports = await Promise.all([
      shop.bulkShippings({ where, status: 'DELIVERED', collected: 900 }),
      shop.bulkShippings({ where, status: 'DELIVERED', collected: 800 }),
    ])
    const changed = reports.map(({ counts }) => counts.changed)
    expect(changed.toSorted((a, b) => a - b)).toEqual([0, 200])
    const { rows } = await api.context.pool.query(
      `select sum(collected)::int as cash from shippings join orders on orders.id = shippings."order" where product = $1`,
      [product.id],
    )
    expect(rows[0]).toEqual({ cash: 200 * (changed[0] === 200 ? 900 : 800) })
    expect(await shop.readProduct(product)).toMatchObject({ quantity: 0, reserved: 0 })
  })
})
