import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  type Analytics,
  deliveryRateOf,
  type FigureName,
  type ProductRates,
} from '../../domain/analytics/analytics.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Product } from '../../domain/products/product.ts'
import { startBilling } from '../support/api/billing.ts'
import { type Caller, expectInvalid } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()

const read = async (caller: Caller, query: Record<string, string>): Promise<Analytics> => {
  const { status, body } = await caller.get<Analytics>(`/analytics?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}

const values = ({ figures }: Analytics, side: 'value' | 'previous' = 'value') =>
  Object.fromEntries(figures.map((figure) => [figure.name, figure[side]])) as Record<
    FigureName,
    number | null
  >

/** Creates an order and sets its creation time. */
const orderAt = async (product: Product, at: string, quantity = 1): Promise<Order> => {
  const order = await shop.order(product, { quantity })
  await api.context.db.execute(sql`update orders set created_at = ${at}::timestamptz where id = ${order.id}`)
  return order
}

const sellerIn = (country: CountryCode) => api.createUser({ role: 'seller', country })

describe('GET analytics', () => {
  it('equals the sums of a small trade, computed by hand', async () => {
    const seller = await sellerIn('ic')
    const product = await shop.product({ owner: seller.id, price: 10_000 })
    const courier = await api.createUser({ role: 'delivery', country: 'ic', name: 'Livreur Un' })
    const day = '2026-03-10T10:00:00Z'
    const [delivered, upsold, returned, out, waiting, cancelled, pending] = await Promise.all([
      orderAt(product, day),
      orderAt(product, day, 3),
      orderAt(product, day),
      orderAt(product, day),
      orderAt(product, day),
      orderAt(product, day),
      orderAt(product, '2026-03-11T10:00:00Z'),
    ])
    const shippingOf = async (order: Order): Promise<string> =>
      (await shop.move(order, 'CONFIRMED', { delivery: courier.id })).shipping!
    const step = async (id: string, status: string): Promise<void> => {
      const answer = await shop.admin.put(`/shippings/status/${id}`, { body: { status } })
      expect(answer).toMatchObject({ status: 200, body: { status } })
    }
    for (const [order, steps] of [
      [delivered, ['OUT_FOR_DELIVERY', 'DELIVERED']],
      [upsold, ['OUT_FOR_DELIVERY', 'NOT_REACHABLE', 'OUT_FOR_DELIVERY', 'DELIVERED']],
      [returned, ['OUT_FOR_DELIVERY', 'REFUSED', 'RETURNED']],
      [out, ['OUT_FOR_DELIVERY']],
      [waiting, []],
    ] as const) {
      const id = await shippingOf(order!)
      for (const status of steps) await step(id, status)
    }
    await shop.move(cancelled!, 'CANCELLED')
    await shop.move(pending!, 'NOT_REACHABLE')
    await orderAt(product, '2026-02-20T10:00:00Z')

    const found = await read(shop.admin, {
      country: 'ic',
      seller: seller.id,
      startDate: '2026-03-01',
      endDate: '2026-03-31',
    })
    expect(found).toMatchObject({
      country: 'ic',
      currency: 'XOF',
      previousStartDate: '2026-01-29',
      previousEndDate: '2026-02-28',
    })
    expect(values(found)).toMatchObject({
      orders: 7,
      pending: 0,
      notReachable: 1,
      confirmed: 5,
      cancelled: 1,
      out: 4,
      delivered: 2,
      returned: 1,
      lost: 0,
      deliveryRate: 0.5,
      collected: 40_000,
      revenueInTransit: 10_000,
      revenuePending: 10_000,
      revenueLost: 10_000,
      // Two deliveries with two extra pieces each, one return.
      fees: 2 * 1500 + 2 * 250 + 500,
      net: 40_000 - 4000,
      cashOutstanding: 40_000,
      averageAttempts: 1.25,
    })
    const rates = values(found)
    expect(rates.confirmationRate).toBeCloseTo(5 / 7, 12)
    expect(rates.finalDeliveryRate).toBeCloseTo(2 / 3, 12)
    expect(rates.returnRate).toBeCloseTo(1 / 3, 12)
    expect(rates.averageCalls).toBeCloseTo(1 / 7, 12)
    expect(values(found, 'previous')).toMatchObject({
      orders: 1,
      pending: 1,
      collected: 0,
      deliveryRate: null,
    })

    expect(found.days).toHaveLength(31)
    expect(found.days[9]).toEqual({
      day: '2026-03-10',
      orders: 6,
      confirmed: 5,
      delivered: 2,
      collected: 40_000,
    })
    expect(found.days[0]).toMatchObject({ day: '2026-03-01', orders: 0 })
    expect(found.products).toEqual([
      {
        id: product.id,
        name: product.name,
        orders: 7,
        confirmed: 5,
        out: 4,
        delivered: 2,
        returned: 1,
        collected: 40_000,
      },
    ])
    expect(found.sellers).toMatchObject([{ id: seller.id, orders: 7, out: 4, delivered: 2 }])
    expect(found.deliveryGuys).toMatchObject([
      { id: courier.id, name: 'Livreur Un', orders: 5, out: 4, delivered: 2 },
    ])
    const groupRates = [...found.products, ...found.sellers, ...found.deliveryGuys].map(deliveryRateOf)
    expect(groupRates).toEqual([0.5, 0.5, 0.5])
    expect(found.cashHolders).toMatchObject([
      { id: courier.id, name: 'Livreur Un', value: 40_000, count: 2, where: { deliveryGuy: courier.id } },
    ])
    expect(found.agents).toEqual([
      { id: shop.admin.user.id, name: shop.admin.user.name, confirmed: 5, dispatched: 4 },
    ])
  })

  it('opens with each figure the list of orders that it counts', async () => {
    const seller = await sellerIn('ic')
    const product = await shop.product({ owner: seller.id })
    const orders = await Promise.all([1, 2, 3].map(() => orderAt(product, '2026-04-02T08:00:00Z')))
    await shop.move(orders[0]!, 'CONFIRMED')
    await shop.move(orders[1]!, 'CANCELLED')
    const query = { seller: seller.id, startDate: '2026-04-01', endDate: '2026-04-30' }
    const { figures } = await read(shop.admin, query)
    for (const { name, unit, value, where } of figures) {
      const list = await shop.admin.get(`/orders?${new URLSearchParams({ ...where, limit: '1' })}`)
      expect(list.status, name).toBe(200)
      if (unit === 'count') expect(list.body.total, name).toBe(value)
    }
  })

  it('counts days by the clock of the country', async () => {
    const seller = await sellerIn('tn')
    const product = await shop.product({ country: 'tn', owner: seller.id, price: 45.5 })
    const make = async (at: string) => {
      const order = await shop.order(product, { customerPhone: '+21620123456' })
      await api.context.db.execute(
        sql`update orders set created_at = ${at}::timestamptz where id = ${order.id}`,
      )
    }
    // Tunis is UTC+1: the first is on the day before.
    await make('2026-05-09T22:59:59Z')
    await make('2026-05-09T23:00:00Z')
    const query = { country: 'tn', seller: seller.id, startDate: '2026-05-10', endDate: '2026-05-10' }
    const found = await read(shop.admin, query)
    expect(found).toMatchObject({
      currency: 'TND',
      from: '2026-05-09T23:00:00.000Z',
      to: '2026-05-10T23:00:00.000Z',
    })
    expect([values(found).orders, values(found, 'previous').orders]).toEqual([1, 1])
  })

  it('follows a change of the clock: a day of March in Paris has 23 hours', async () => {
    const found = await read(shop.admin, { country: 'fr', startDate: '2026-03-29', endDate: '2026-03-29' })
    expect([found.from, found.to]).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
  })

  it('shows a seller their own figures only, also when another seller is requested', async () => {
    const [one, other] = [await sellerIn('ic'), await sellerIn('ic')]
    const product = await shop.product({ owner: one.id })
    await orderAt(product, '2026-06-01T08:00:00Z')
    const query = { startDate: '2026-06-01', endDate: '2026-06-30', seller: one.id }
    expect(values(await read(await api.as(one), query)).orders).toBe(1)
    expect(values(await read(await api.as(other), query)).orders).toBe(0)
  })

  it('keeps a moderator in their country', async () => {
    const moderator = await api.as(await api.createUser({ role: 'moderator', country: 'sn' }))
    expect((await read(moderator, { country: 'fr' })).country).toBe('sn')
  })

  it('covers the last thirty days by default', async () => {
    const found = await read(shop.admin, {})
    expect(found.days).toHaveLength(30)
    expect(found.country).toBe('ic')
  })

  it.each([
    ['startDate=2026-02-30', 'startDate', 'NOT_A_DATE'],
    ['startDate=yesterday', 'startDate', 'NOT_A_DATE'],
    ['startDate=2026-03-02&endDate=2026-03-01', 'endDate', 'DATE_RANGE_INVALID'],
    ['startDate=1990-01-01&endDate=2026-03-01', 'startDate', 'TOO_LARGE'],
    ['country=mars', 'country', 'NOT_A_CHOICE'],
    ['seller=me', 'seller', 'NOT_AN_ID'],
    ['colour=red', 'colour', 'UNKNOWN_PARAMETER'],
  ])('refuses %s', async (query, path, code) => {
    const { status, body } = await shop.admin.get(`/analytics?${query}`)
    await expectInvalid({ status, body }, path, code)
  })
})

describe('the affairs of a seller', () => {
  const totalOf = async (caller: Caller, query: string) =>
    (await caller.get<{ total: number }>(`/orders?limit=1&${query}`)).body.total

  it('are what is owed, with its invoices, and what the next invoice has so far, whatever the period', async () => {
    const billing = await startBilling(api, shop)
    const caller = await api.as('seller')
    const { user } = caller
    const invoice = await billing.invoice(user)
    await billing.delivered(await billing.product(user, { price: 20_000 }))
    const { seller } = await read(caller, { country: 'ic', startDate: '2020-01-01', endDate: '2020-01-02' })
    expect(seller).toMatchObject({
      owed: {
        total: 13_500,
        invoices: [{ id: invoice.id, code: invoice.code, dueAt: invoice.dueAt, totalWithFees: 13_500 }],
      },
      coming: { parcels: 1, total: 18_500 },
    })
    const billed = new Date(`${seller!.coming.billedOn}T00:00:00Z`)
    expect(billed.getUTCDay()).toBe(1)
    expect(billed > api.context.now()).toBe(true)
    await shop.admin.put(`/invoices/status/${invoice.id}`, { body: { status: 'PAID' } })
    expect((await read(caller, { country: 'ic' })).seller!.owed).toEqual({ total: 0, invoices: [] })
    expect((await read(caller, { country: 'sn' })).seller!.coming.parcels).toBe(0)
  })

  it('are the orders that wait for them, each count with the list that it counts', async () => {
    const caller = await api.as('seller')
    const { user } = caller
    const stocked = await shop.product({ owner: user.id, quantity: 3 })
    const empty = await shop.product({ owner: user.id, quantity: 0 })
    await shop.move(await shop.order(stocked), 'NOT_REACHABLE')
    await shop.move(await shop.order(stocked), 'CANCELLED', { reason: 'Wrong number' })
    await shop.move(await shop.order(stocked), 'CANCELLED', { reason: 'Faux numéro' })
    await shop.move(await shop.order(stocked), 'CANCELLED', { reason: 'Trop cher' })
    const answered = await shop.order(stocked)
    await shop.move(answered, 'CANCELLED', { reason: 'Faux numéro' })
    const comment = 'Rappeler après 18 h 30\nFaux numéro, essayer le 07 09 88 77 66'
    const bulk = { ids: [answered.id], comment }
    expect((await caller.put('/orders/comment', { body: bulk })).status).toBe(200)
    await shop.order(stocked, { quantity: 4 })
    await shop.order(stocked, { quantity: 3 })
    await shop.order(empty)
    await shop.move(await shop.order(empty), 'NOT_REACHABLE')
    const { seller } = await read(caller, { country: 'ic' })
    expect(seller!.needs.map(({ name, count }) => [name, count])).toEqual([
      ['notReachable', 2],
      ['wrongNumber', 2],
      ['outOfStock', 1],
      ['noGoods', 2],
    ])
    for (const { count, where } of seller!.needs) {
      expect(await totalOf(caller, new URLSearchParams(where).toString())).toBe(count)
    }
    expect(seller!.lastImport).toBeNull()
  })

  it('belong to one seller: theirs, or the one that is asked for', async () => {
    const { user } = await api.as('seller')
    expect((await read(shop.admin, { country: 'ic' })).seller).toBeNull()
    expect((await read(shop.admin, { country: 'ic', seller: user.id })).seller).toMatchObject({
      owed: { total: 0, invoices: [] },
      lastImport: null,
    })
  })
})

describe('GET products/{id}/rates', () => {
  it('gives the real results of a product', async () => {
    const product = await shop.product({ price: 12_000 })
    const orders = await Promise.all([1, 2, 3, 4].map(() => shop.order(product)))
    await shop.move(orders[0]!, 'CONFIRMED')
    const { body } = await shop.admin.get<ProductRates>(`/products/${product.id}/rates`)
    expect(body).toEqual({
      product: product.id,
      orders: 4,
      confirmationRate: 0.25,
      deliveryRate: null,
      price: 12_000,
      deliveryFee: 1500,
      returnFee: 500,
    })
  })

  it('is the admin’s, and of products that are there', async () => {
    const product = await shop.product()
    expect((await (await api.as('seller')).get(`/products/${product.id}/rates`)).status).toBe(403)
    const absent = '01900000-0000-7000-8000-000000000000'
    expect((await shop.admin.get(`/products/${absent}/rates`)).status).toBe(404)
  })
})
