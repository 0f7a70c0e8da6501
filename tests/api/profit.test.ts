import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { countries } from '../../domain/core/countries.ts'
import { type BilledParcel, billParcel } from '../../domain/invoices/totals.ts'
import { sumAmounts } from '../../domain/lib/money.ts'
import { dayOf, shiftDay } from '../../domain/lib/zone-clock.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Product } from '../../domain/products/product.ts'
import type { ProductProfit, ProfitAnswer } from '../../domain/profit/profit.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { chooseTariff } from '../../domain/tariffs/choose-tariff.ts'
import { sumUpDays } from '../../server/modules/analytics/days.ts'
import { readTariffs } from '../../server/queries/tariffs.ts'
import { demoCompany } from '../../server/seed/demo-company.ts'
import { loadDemo } from '../../server/seed/load-demo.ts'
import { type Caller, expectRefusal, makeCaller } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
await loadDemo(api.context, { orders: 900, log: { info: () => {} } })
const signIn = async (role: string): Promise<Caller> => {
  const email = demoCompany.logins.find((login) => login.role === role)?.email
  const body = { email, password: demoCompany.password }
  return makeCaller(api.app, (await api.anybody.post<{ token: string }>('/sessions', { body })).body.token)
}
const admin = await signIn('admin')
const today = dayOf(new Date(), countries.ic.timeZone)
const period = { startDate: shiftDay(today, -89), endDate: today }

const all = async <Item>(path: string): Promise<Item[]> => {
  const items: Item[] = []
  for (;;) {
    const { body } = await admin.get<{ items: Item[]; total: number }>(
      `/${path}&limit=500&skip=${items.length}`,
    )
    items.push(...body.items)
    if (body.items.length === 0 || items.length >= body.total) return items
  }
}

const read = async (query: Record<string, string> = {}, caller = admin): Promise<ProfitAnswer> => {
  const asked = new URLSearchParams({ country: 'ic', ...period, limit: '500', ...query })
  const { status, body } = await caller.get<ProfitAnswer>(`/profit?${asked}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Fees of parcels by id: of their invoice lines, else by the tariffs. */
const feesOf = async (): Promise<Map<string, number>> => {
  const choose = chooseTariff(await readTariffs(api.context.db, ['ic']))
  type Row = BilledParcel & {
    id: string
    owner: string
    zone: string | null
    settledAt: string
    billed: number | null
  }
  const { rows } = await api.context.db.execute<Row>(sql`
    select parcel.id, orders.country, orders.owner, orders.zone, parcel.status, orders.quantity,
      parcel.collected::float8 as collected, parcel.is_refused as "isRefused", parcel.settled_at as "settledAt",
      (line.shipping_fee + line.upsell_fee + line.cash_fee)::float8 as billed
    from shippings parcel join orders on orders.id = parcel."order" left join invoice_lines line on line.shipping = parcel.id
    where orders.country = 'ic' and parcel.status in ('DELIVERED', 'RETURNED')`)
  return new Map(
    rows.map(({ billed, ...parcel }) => {
      const day = dayOf(new Date(parcel.settledAt), countries.ic.timeZone)
      const { shippingFee, upsellFee, cashFee } = billParcel(parcel, choose({ ...parcel, day })!)
      return [parcel.id, billed ?? sumAmounts([shippingFee, upsellFee, cashFee])]
    }),
  )
}

/** The parts of each product by plain sums over the lists. */
const recompute = async () => {
  const { from, to } = await read()
  const [orders, parcels, products, costs, fees] = await Promise.all([
    all<Order>(`orders?country=ic&from=${from}&to=${to}`),
    all<Shipping>('shippings?country=ic'),
    all<Product>('products?country=ic'),
    all<{ product: string; amount: number }>(
      `advertising?country=ic&day=${period.startDate}..${shiftDay(period.endDate, 1)}`,
    ),
    feesOf(),
  ])
  const parcelOf = new Map(parcels.map((parcel) => [parcel.order, parcel]))
  return products.flatMap((product) => {
    const own = orders.filter((order) => order.product === product.id)
    const spent = costs.filter((cost) => cost.product === product.id)
    if (own.length === 0 && spent.length === 0) return []
    const sent = own.flatMap((order) => {
      const parcel = parcelOf.get(order.id)
      return parcel === undefined ? [] : [{ order, parcel }]
    })
    const delivered = sent.filter(({ parcel }) => parcel.status === 'DELIVERED')
    const returned = sent.filter(({ parcel }) => parcel.status === 'RETURNED')
    const lost = sent.filter(({ parcel }) => parcel.status === 'LOST')
    const gone = [...delivered, ...lost, ...returned.filter(({ parcel }) => parcel.condition === 'damaged')]
    const pieces = gone.reduce((sum, { order }) => sum + order.quantity, 0)
    const sumFees = (some: typeof sent) => sumAmounts(some.map(({ parcel }) => fees.get(parcel.id)!))
    const revenue = sumAmounts(delivered.map(({ parcel }) => parcel.collected ?? 0))
    const parts = { revenue, fees: sumFees(delivered), returns: sumFees(returned) }
    const advertising = spent.length === 0 ? null : sumAmounts(spent.map(({ amount }) => amount))
    const { initialPrice: cost } = product
    const goods = pieces === 0 ? 0 : cost === null ? null : cost * pieces
    const profit =
      goods === null ? null : sumAmounts([revenue, -goods, -parts.fees, -parts.returns, -(advertising ?? 0)])
    const counts = { orders: own.length, delivered: delivered.length, failed: returned.length + lost.length }
    return [{ id: product.id, ...counts, ...parts, advertising, goods, profit }]
  })
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))

const expectExact = async (): Promise<void> => {
  const [expected, found] = [await recompute(), await read()]
  expect(byId(found.products)).toMatchObject(byId(expected))
  const sum = (name: 'revenue' | 'fees' | 'returns') => sumAmounts(expected.map((product) => product[name]))
  expect(found.totals).toMatchObject({
    products: expected.length,
    revenue: sum('revenue'),
    fees: sum('fees'),
    returns: sum('returns'),
    profit: sumAmounts(expected.map(({ profit }) => profit ?? 0)),
    unknown: { products: expected.filter(({ profit }) => profit === null).length },
  })
  const { revenue, goods, fees, returns, advertising, profit, unknown } = found.totals
  expect(sumAmounts([revenue, -(goods ?? 0), -fees, -returns, -(advertising ?? 0)])).toBe(
    sumAmounts([profit ?? 0, unknown.beforeGoods]),
  )
  expect(sumAmounts(found.sellers.map((seller) => seller.revenue))).toBe(revenue)
}

const sold = async (): Promise<ProductProfit[]> =>
  (await read()).products.filter(({ delivered, failed }) => delivered > 2 && failed > 0)

describe('the profit of a period', () => {
  it('is what a plain recomputation from the lists makes of it', async () => {
    const some = (await sold()).slice(0, 6)
    expect(some.length).toBeGreaterThan(2)
    for (const [at, product] of some.entries()) {
      await admin.put(`/products/${product.id}`, { body: { initialPrice: at === 1 ? null : 4_000 + at } })
      if (at === 2) continue
      const body = { country: 'ic', product: product.id, day: shiftDay(today, -at), amount: 10_000 + at }
      expect((await admin.post('/advertising', { body })).status).toBe(201)
    }
    // Another period's.
    const body = { country: 'ic', product: some[0]!.id, day: shiftDay(today, -200), amount: 77 }
    expect((await admin.post('/advertising', { body })).status).toBe(201)
    await expectExact()
    const found = await read({ product: some[1]!.id })
    expect(found.products).toEqual((await read()).products.filter(({ id }) => id === some[1]!.id))
    expect(found.totals).toMatchObject({ profit: null, unknown: { products: 1 } })
  })

  it('is the same once the days are summed up, and after parcels, costs and tariffs change', async () => {
    await sumUpDays(api.context.db)
    await expectExact()
    const [product] = await sold()
    const { body: tariffs } = await admin.get<{ items: { id: string }[] }>(
      '/tariffs?country=ic&owner=none&zone=none',
    )
    await admin.put(`/tariffs/${tariffs.items[0]!.id}`, { body: { delivery: 1_777, cashPercent: 1.25 } })
    const [out] = await all<Shipping>(`shippings?country=ic&status=OUT_FOR_DELIVERY&product=${product!.id}`)
    if (out)
      await admin.put(`/shippings/status/${out.id}`, { body: { status: 'RETURNED', condition: 'damaged' } })
    await admin.put(`/products/${product!.id}`, { body: { initialPrice: 123 } })
    await expectExact()
    await sumUpDays(api.context.db)
    await expectExact()
  })

  it('is sorted by any part and bounded, with the sums of all', async () => {
    const whole = await read()
    const top = await read({ sort: 'fees', limit: '2' })
    expect(top.totals).toEqual(whole.totals)
    expect(top.products.map(({ fees }) => fees)).toEqual(
      whole.products
        .map(({ fees }) => fees)
        .sort((a, b) => b - a)
        .slice(0, 2),
    )
    await expectRefusal(admin.get('/profit?limit=beaucoup'), 400, 'VALIDATION_FAILED')
    await expectRefusal(admin.get('/profit?limit=501'), 400, 'VALIDATION_FAILED')
    await expectRefusal(admin.get('/profit?sort=name'), 400, 'VALIDATION_FAILED')
    await expectRefusal(admin.get('/profit?startDate=2026-02-30'), 400, 'VALIDATION_FAILED')
  })

  it('is their own for sellers, whatever they ask for', async () => {
    const seller = await signIn('seller')
    const { id } = (await seller.get<{ id: string }>('/profile')).body
    const own = await read({}, seller)
    expect(own).toEqual(await read({ seller: id }))
    expect(new Set(own.products.map(({ owner }) => owner))).toEqual(new Set([id]))
    const foreign = (await read()).products.find(({ owner }) => owner !== id)!
    expect((await read({ seller: foreign.owner }, seller)).totals).toEqual(own.totals)
    expect((await read({ product: foreign.id }, seller)).products).toEqual([])
    for (const role of ['agent', 'moderator', 'delivery'])
      await expectRefusal((await signIn(role)).get('/profit'), 403, 'FORBIDDEN')
  })

  it('takes one statement more than its period and session', async () => {
    const count = (query: string) => countStatements(api.context.pool, () => admin.get(`/profit?${query}`))
    const statements = await count('country=ic')
    expect(statements).toBeLessThanOrEqual(4)
    expect(await count(new URLSearchParams({ country: 'ic', ...period }).toString())).toBe(statements)
  })
})
