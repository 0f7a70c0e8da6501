import { describe, expect, it } from 'vitest'
import type { Change, ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { Invoice } from '../../domain/invoices/invoice.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Product } from '../../domain/products/product.ts'
import type { Rehearsal, Tariff } from '../../domain/tariffs/tariff.ts'
import type { Zone } from '../../domain/zones/zone.ts'
import { openBillingApi } from '../support/api/billing.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { firstTariffs } from '../support/first-tariffs.ts'

const { api, shop, billing } = await openBillingApi()
const { admin } = shop

type Listed<Item> = { items: Item[]; total: number }

const made = async <Item>(call: Promise<{ status: number; body: unknown }>): Promise<Item> => {
  const { status, body } = await call
  if (status !== 201 && status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Item
}
const zone = (cities: string[], country = 'ic') =>
  made<Zone>(admin.post('/zones', { body: { country, name: cities[0], cities } }))
const tariff = (body: Record<string, unknown>) =>
  made<Tariff>(admin.post('/tariffs', { body: { country: 'ic', delivery: 2_000, returned: 700, ...body } }))
const baseOf = async (country: string): Promise<Tariff> => {
  const { body } = await admin.get<Listed<Tariff>>(`/tariffs?country=${country}&owner=none&zone=none`)
  return body.items.find(({ from }) => from === null)!
}
const today = () => api.context.now().toISOString().slice(0, 10)
const order = (product: Product, input: object) => shop.order(product, input)
const billOf = async (seller: { id: string }): Promise<Invoice> => {
  await billing.generate({ seller: seller.id })
  return (await billing.invoicesOf(seller as never))[0]!
}

describe('the first tariffs', () => {
  it.each(['ic', 'sn', 'bf', 'tn', 'fr', 'lib'] as const)(
    'of %s are the former prices, and stay',
    async (country) => {
      const base = await baseOf(country)
      const { delivery, returned, piece } = firstTariffs[country]
      expect(base).toMatchObject({ delivery, returned, piece, owner: null, zone: null, from: null, to: null })
      await expectRefusal(
        admin.put(`/tariffs/${base.id}`, { body: { to: '2030-01-01' } }),
        409,
        'TARIFF_NEEDED',
      )
      const gone = await admin.put<ChangeReport>('/tariffs/delete', { body: { ids: [base.id] } })
      expect(gone.body).toMatchObject({ refused: [{ id: base.id, code: 'TARIFF_NEEDED' }] })
    },
  )

  it('take other amounts, which are undone', async () => {
    const base = await baseOf('lib')
    expect(await admin.put(`/tariffs/${base.id}`, { body: { delivery: 21.5 } })).toMatchObject({
      status: 200,
      body: { delivery: 21.5, version: 2 },
    })
    const { body } = await admin.get<Listed<Change>>(`/tariffs/${base.id}/history`)
    await shop.undo(body.items[0]!.batchId)
    expect(await baseOf('lib')).toMatchObject({ delivery: 20, version: 3 })
  })

  it('are found by the country', async () => {
    const { body } = await admin.get<{ items: { id: string }[] }>('/search?q=LY&resource=tariffs')
    expect(body.items.map(({ id }) => id)).toContain((await baseOf('lib')).id)
  })
})

describe('a tariff', () => {
  it.each([
    [{ delivery: null }, 'delivery', 'REQUIRED'],
    [{ delivery: 0.5 }, 'delivery', 'TOO_MANY_DECIMALS'],
    [{ cashPercent: 101 }, 'cashPercent', 'TOO_LARGE'],
    [{ cashPercent: 1.2345 }, 'cashPercent', 'TOO_MANY_DECIMALS'],
    [{ from: '2026-02-30' }, 'from', 'NOT_A_DATE'],
    [{ owner: 'x' }, 'owner', 'NOT_AN_ID'],
    [{ version: 1 }, 'version', 'UNKNOWN_FIELD'],
  ])('is refused with %j', async (given, path, code) => {
    const body = { country: 'ic', delivery: 1_000, returned: 500, from: '2030-01-01', ...given }
    await expectInvalid(admin.post<Problem>('/tariffs', { body }), path, code as never)
  })

  it('has its days and bounds in their order, one start a reach, and a zone of its country', async () => {
    const post = (body: object) =>
      admin.post<Problem>('/tariffs', {
        body: { country: 'ic', delivery: 1, returned: 1, from: '2029-01-01', ...body },
      })
    await expectRefusal(post({ to: '2028-12-31' }), 400, 'DATE_RANGE_INVALID')
    await expectRefusal(post({ from: '2029-01-01T10:00:00Z' }), 400, 'NOT_A_DATE')
    await expectRefusal(post({ cashLeast: 2, cashMost: 1 }), 400, 'BOUNDS_INVERTED')
    const far = await zone(['Dakar-Ouest'], 'sn')
    await expectRefusal(post({ zone: far.id }), 400, 'ZONE_NOT_FOUND')
    await expectRefusal(post({ owner: (await api.createUser({ role: 'agent' })).id }), 400, 'OWNER_NOT_FOUND')
    const first = await tariff({ from: '2029-01-01' })
    await expectRefusal(post({}), 409, 'TARIFF_TAKEN')
    await admin.put('/tariffs/delete', { body: { ids: [first.id] } })
    expect((await post({})).status).toBe(201)
  })

  it('keeps its zone from being deleted', async () => {
    const { id } = await zone(['Ferkessédougou'])
    await tariff({ zone: id })
    const { body } = await admin.put<ChangeReport>('/zones/delete', { body: { ids: [id] } })
    expect(body.refused).toMatchObject([{ id, code: 'IN_USE' }])
  })
})

describe('an invoice', () => {
  it('has the fees of the tariffs that hold: the seller’s, the zone’s, of the day, with what it is billed by', async () => {
    const seller = await billing.seller()
    const product = await billing.product(seller, { price: 12_350 })
    const north = await zone(['Odienné'])
    const ofZone = await tariff({ zone: north.id, piece: 100, cashPercent: 1, refused: 900 })
    await billing.delivered(product, { customerAddress: 'Odienné centre', quantity: 2 })
    await billing.returned(product, { customerAddress: 'Odienne' })
    await billing.delivered(product, { customerAddress: 'Tabou' })
    const invoice = await billOf(seller)
    expect(invoice).toMatchObject({
      totalWithoutFees: 37_050,
      shippingFees: 2_000 + 900 + 1_500,
      upsellFees: 100,
      cashFees: 247,
      totalWithFees: 37_050 - 4_400 - 100 - 247,
    })
    const { lines } = await billing.read(invoice)
    const base = await baseOf('ic')
    expect(
      lines.map(({ tariff: id, zoneName, shippingFee, cashFee }) => [id, zoneName, shippingFee, cashFee]),
    ).toEqual([
      [ofZone.id, 'Odienné', 2_000, 247],
      [ofZone.id, 'Odienné', 900, 0],
      [base.id, null, 1_500, 0],
    ])
    // An agreement of the seller's comes before the zone's; what is billed stays.
    await tariff({ owner: seller.id, delivery: 1_000, from: today() })
    await billing.delivered(product, { customerAddress: 'Odienné' })
    await admin.put(`/tariffs/${ofZone.id}`, { body: { delivery: 9_999 } })
    const extended = await billOf(seller)
    expect(extended).toMatchObject({ shippingFees: 4_400 + 1_000, totalShipments: 4, cashFees: 247 })
  })

  it('has the tariff of the day on which the parcel ended, in the country’s time', async () => {
    const seller = await billing.seller('tn')
    const product = await billing.product(seller, { price: 45.501 })
    await tariff({
      country: 'tn',
      owner: seller.id,
      from: '2026-06-02',
      delivery: 9,
      returned: 4,
      cashPercent: 1.5,
    })
    // 23:30 UTC is half past midnight of 2 June in Tunis.
    await billing.delivered(product, { at: '2026-06-01T22:30:00Z' })
    await billing.delivered(product, { at: '2026-06-01T23:30:00Z' })
    const invoice = await billOf(seller)
    const { lines } = await billing.read(invoice)
    expect(lines.map(({ shippingFee, cashFee }) => [shippingFee, cashFee])).toEqual([
      [8, 0],
      [9, 0.683],
    ])
  })

  it('shows on the dashboard as it will be, before it is made and after', async () => {
    const seller = await billing.seller('fr')
    const product = await billing.product(seller, { price: 12.6 })
    const fees = async () => {
      const { body } = await admin.get<{ figures: { name: string; value: number }[] }>(
        `/analytics?country=fr&seller=${seller.id}`,
      )
      return body.figures.find(({ name }) => name === 'fees')!.value
    }
    await billing.delivered(product, { quantity: 3 })
    expect(await fees()).toBe(7)
    await tariff({
      country: 'fr',
      owner: seller.id,
      delivery: 5,
      returned: 2,
      piece: 1,
      cashPercent: 2.5,
      cashMost: 0.9,
    })
    expect(await fees()).toBe(5 + 2 + 0.9)
    await billOf(seller)
    expect(await fees()).toBe(7.9)
  })
})

describe('a rehearsal', () => {
  it('says what the next invoices cost, to the unit, and writes nothing', async () => {
    const country = 'bf'
    const sellers = [await billing.seller(country), await billing.seller(country)]
    const west = await zone(['Bobo-Dioulasso = Bobo'], country)
    for (const [at, seller] of sellers.entries()) {
      const product = await billing.product(seller, { price: 7_777 })
      await billing.delivered(product, { customerAddress: 'Bobo Belleville', quantity: 1 + at })
      await billing.delivered(product, { customerAddress: 'Kaya', city: 'Bobbo' })
      await billing.returned(product, { customerAddress: 'bobo dioulasso' })
    }
    const rows = [
      { zone: west.id, delivery: 2_200, returned: 900, cashPercent: 1.25, cashLeast: 50 },
      {
        zone: null,
        owner: sellers[1]!.id,
        from: '2020-01-01',
        delivery: 1_100,
        returned: 300,
        cashFixed: 33,
      },
    ]
    const due = async () =>
      (await admin.get<{ totalWithFees: number }>(`/invoices/due?country=${country}`)).body.totalWithFees
    const before = await due()
    const { body: said } = await admin.post<Rehearsal>('/tariffs/rehearse', { body: { country, rows } })
    expect(said).toMatchObject({ country, parcels: 6, created: 2, changed: 0 })
    expect(said.difference).toBe(said.after - said.before)
    expect(said.sellers.map(({ difference }) => difference).reduce((sum, one) => sum + one)).toBe(
      said.difference,
    )
    expect(said.uncovered).toEqual([{ city: 'Bobbo', parcels: 2, alike: ['Bobo-Dioulasso'] }])
    expect(await due()).toBe(before)
    const grid = await admin.post<ChangeReport>('/tariffs/grid', { body: { country, rows } })
    expect(grid).toMatchObject({ status: 200, body: { counts: { changed: 2, refused: 0 } } })
    expect(before - (await due())).toBe(said.difference)
    // Taken back as a whole, and again.
    const undone = await shop.undo(grid.body.batchId)
    expect(await due()).toBe(before)
    await shop.undo(undone.batchId)
    await billing.generate({ country })
    const invoices = await Promise.all(sellers.map((seller) => billing.invoicesOf(seller)))
    const fees = invoices.flat().reduce((sum, one) => sum + one.totalWithoutFees - one.totalWithFees, 0)
    expect(fees).toBe(said.after)
    for (const { id, after } of said.sellers) {
      const [invoice] = invoices.flat().filter(({ owner }) => owner === id)
      expect(invoice!.totalWithoutFees - invoice!.totalWithFees).toBe(after)
    }
  })

  it('changes the tariff that a row names, and refuses a row at its place', async () => {
    const south = await zone(['Sinématiali'])
    const present = await tariff({ zone: south.id, piece: 70 })
    const rows = [{ zone: south.id, delivery: 3_000, returned: 800 }]
    const grid = (given: object[]) =>
      admin.post<Problem>('/tariffs/grid', { body: { country: 'ic', rows: given } })
    expect((await grid(rows)).status).toBe(200)
    expect((await admin.get(`/tariffs/${present.id}`)).body).toMatchObject({
      delivery: 3_000,
      piece: 70,
      version: 2,
    })
    await expectInvalid(grid([...rows, { ...rows[0], delivery: -1 }]), 'rows.1.delivery', 'TOO_SMALL')
    await expectInvalid(grid([...rows, ...rows]), 'rows.1.zone', 'NAMED_TWICE')
    await expectInvalid(grid([]), 'rows', 'REQUIRED')
    const other = await zone(['Saint-Louis du Sénégal'], 'sn')
    const refused = await grid([...rows, { ...rows[0], zone: other.id }])
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'ZONE_NOT_FOUND', errors: [{ path: 'rows.1.zone' }] },
    })
    expect((await admin.get(`/tariffs/${present.id}`)).body).toMatchObject({ version: 2 })
  })
})

describe('the zone of an order', () => {
  it('is recognised when it is made and moved, chosen by an admin, and shown by its parcel', async () => {
    const product = await shop.product()
    const [east, west] = [await zone(['Bondoukou']), await zone(['Danané = Danan'])]
    const one = await order(product, { customerAddress: 'quartier Hamdallaye, bondoukou' })
    expect(one).toMatchObject({ city: 'Bondoukou', zone: east.id, zoneName: 'Bondoukou' })
    const edit = async (body: object) => (await admin.put<Order>(`/orders/${one.id}`, { body })).body
    expect(await edit({ customerAddress: 'Danane, gare' })).toMatchObject({ city: 'Danané', zone: west.id })
    expect(await edit({ city: 'Bondoukou' })).toMatchObject({ city: 'Bondoukou', zone: east.id })
    expect(await edit({ zone: west.id })).toMatchObject({ city: 'Bondoukou', zone: west.id })
    expect(await edit({ customerName: 'Awa' })).toMatchObject({ zone: west.id })
    expect(await edit({ zone: null })).toMatchObject({ zone: null, zoneName: null })
    const far = await zone(['Kolda'], 'sn')
    await expectRefusal(admin.put(`/orders/${one.id}`, { body: { zone: far.id } }), 400, 'ZONE_NOT_FOUND')
    const uncovered = await admin.get<Listed<Order>>('/orders?zone=none&country=ic&limit=1')
    expect(uncovered.body.items[0]!.id).toBe(one.id)
    await edit({ city: 'danan' })
    const parcel = await shop.ship(one)
    expect(parcel).toMatchObject({ city: 'danan', zone: west.id, zoneName: 'Danané = Danan' })
    const listed = await admin.get<Listed<{ id: string }>>(`/shippings?zone=${west.id}`)
    expect(listed.body.items.map(({ id }) => id)).toEqual([parcel.id])
    expect((await admin.get<Listed<Order>>('/orders?city=danan')).body.total).toBe(1)
    expect(await admin.put(`/shippings/${parcel.id}`, { body: { zone: east.id } })).toMatchObject({
      status: 200,
      body: { zone: east.id },
    })
  })

  it('follows a correction of cities in one batch with it, unless somebody chose it; what is billed stays', async () => {
    const seller = await billing.seller()
    const product = await billing.product(seller)
    const near = await zone(['Agboville'])
    const addresses = ['Agboville centre', 'Adzopé marché', 'Agbovile']
    const orders: Order[] = []
    for (const customerAddress of addresses) orders.push(await order(product, { customerAddress }))
    await admin.put(`/orders/${orders[2]!.id}`, { body: { zone: null } })
    const billed = await billing.delivered(product, { customerAddress: 'Adzopé' })
    await billOf(seller)
    const due = await billing.delivered(product, { customerAddress: 'Adzopé' })
    const zonesOf = () => Promise.all(orders.map(async (one) => (await shop.readOrder(one)).zone))
    expect(await zonesOf()).toEqual([near.id, null, null])
    await admin.put(`/zones/${near.id}`, { body: { cities: ['Agboville', 'Adzopé'] } })
    expect(await zonesOf()).toEqual([near.id, near.id, null])
    expect((await shop.readOrder(orders[1]!)).city).toBe('Adzopé')
    expect((await shop.readShipping(due)).zone).toBe(near.id)
    expect((await shop.readShipping(billed)).zone).toBeNull()
    const history = async (path: string) => (await admin.get<Listed<Change>>(path)).body.items[0]!
    const [ofZone, ofOrder] = [
      await history(`/zones/${near.id}/history`),
      await history(`/orders/${orders[1]!.id}/history`),
    ]
    expect(ofOrder).toMatchObject({ batchId: ofZone.batchId, verb: 'order.update', after: { zone: near.id } })
    expect((await admin.get<Listed<Order>>('/orders?city=adzope')).body.total).toBe(2)
    const undone = await shop.undo(ofZone.batchId)
    expect(undone.refused).toEqual([])
    expect(await zonesOf()).toEqual([near.id, null, null])
    await shop.undo(undone.batchId)
    expect(await zonesOf()).toEqual([near.id, near.id, null])
    await admin.put('/zones/delete', { body: { ids: [near.id] } })
    expect(await zonesOf()).toEqual([null, null, null])
  })

  it('has cities that no other zone of the country has', async () => {
    const { id } = await zone(['Toumodi = Toumo'])
    const post = (cities: unknown, country = 'ic') =>
      admin.post<Problem>('/zones', { body: { country, name: 'Autre', cities } })
    await expectRefusal(post(['Dimbokro', 'TOUMO']), 409, 'CITY_IN_OTHER_ZONE')
    await expectRefusal(post(['Dimbokro', 'dimbokro']), 400, 'CITY_TWICE')
    await expectRefusal(post(['= Dim']), 400, 'CITY_UNREADABLE')
    await expectInvalid(post([]), 'cities', 'REQUIRED')
    await expectInvalid(post('Dimbokro'), 'cities', 'NOT_A_LIST')
    await expectInvalid(post(['x'.repeat(201)]), 'cities', 'TOO_LONG')
    expect((await post(['Toumo'], 'sn')).status).toBe(201)
    expect(
      await admin.put(`/zones/${id}`, { body: { cities: ['Toumodi', ' ', 'Djékanou '] } }),
    ).toMatchObject({
      status: 200,
      body: { cities: ['Toumodi', 'Djékanou'] },
    })
  })
})
