import { describe, expect, it } from 'vitest'
import type { Change, SearchHit } from '../../domain/changes/changes.ts'
import type { Invoice, InvoiceNeighbours } from '../../domain/invoices/invoice.ts'
import { isoYearOf } from '../../domain/lib/iso-week.ts'
import { openBillingApi } from '../support/api/billing.ts'
import { expectAllInvalid, expectInvalid, expectRefusal, missing } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import type { Shop } from '../support/api/shop.ts'

const { api, shop, billing } = await openBillingApi()

type Listed<Item> = { items: Item[]; total: number }

describe('an invoice', () => {
  it('bills in francs what was delivered and what came back, each parcel as it was', async () => {
    const seller = await billing.seller()
    const product = await billing.product(seller, { name: 'Montre', price: 15_000 })
    const one = await billing.delivered(product)
    const three = await billing.delivered(product, { quantity: 3, customerName: 'Awa', collected: 40_000 })
    const back = await billing.returned(product, { quantity: 2 })
    const report = await billing.generate({ seller: seller.id })
    const [listed] = await billing.invoicesOf(seller)
    expect(report).toEqual({
      batchId: expect.any(String),
      counts: { changed: 1, refused: 0, refusedBy: {} },
      changed: [{ id: listed!.id, number: listed!.number, version: 1 }],
      refused: [],
    })
    const week = billing.presentWeek()
    expect(listed).toMatchObject({
      country: 'ic',
      owner: seller.id,
      ownerName: seller.name,
      code: expect.stringMatching(new RegExp(`^INV-CI-${isoYearOf(week)}-\\d{5}$`)),
      week,
      status: 'UN_PAID',
      paidAt: null,
      totalShipments: 3,
      totalWithoutFees: 55_000,
      shippingFees: 3_500,
      upsellFees: 500,
      expeditionFees: 0,
      otherFees: 0,
      totalWithFees: 51_000,
      notes: null,
    })
    const days = (Date.parse(listed!.dueAt) - Date.parse(listed!.createdAt)) / 86_400_000
    expect(days).toBe(7)
    await shop.admin.put(`/products/${product.id}`, { body: { name: 'Autre chose' } })
    const { lines, issuer, seller: billed, payouts, ...invoice } = await billing.read(listed!)
    expect(invoice).toEqual(listed)
    expect(payouts).toEqual([])
    expect([issuer.name, billed.name]).toEqual([null, seller.name])
    const line = { id: expect.any(String), productName: 'Montre' }
    expect(lines).toEqual([
      {
        ...line,
        shipping: one.id,
        shippingNumber: one.number,
        orderNumber: one.orderNumber,
        customerName: one.customerName,
        quantity: 1,
        status: 'DELIVERED',
        settledAt: one.settledAt,
        collected: 15_000,
        shippingFee: 1_500,
        upsellFee: 0,
        cashFee: 0,
        tariff: expect.any(String),
        zone: null,
        zoneName: null,
      },
      expect.objectContaining({
        ...line,
        shipping: three.id,
        customerName: 'Awa',
        quantity: 3,
        collected: 40_000,
        shippingFee: 1_500,
        upsellFee: 500,
      }),
      expect.objectContaining({
        ...line,
        shipping: back.id,
        quantity: 2,
        status: 'RETURNED',
        collected: 0,
        shippingFee: 500,
        upsellFee: 0,
      }),
    ])
    expect(await shop.readShipping(one)).toMatchObject({ isBilled: true })
  })

  it('counts millimes and cents exactly', async () => {
    const tunisian = await billing.seller('tn')
    const dates = await billing.product(tunisian, { price: 45.501 })
    await billing.delivered(dates, { quantity: 3 })
    await billing.delivered(dates, { collected: 0.1 })
    await billing.delivered(dates, { collected: 0.2 })
    await billing.returned(dates)
    const french = await billing.seller('fr')
    const soap = await billing.product(french, { price: 19.99 })
    await billing.delivered(soap, { quantity: 4 })
    await billing.delivered(soap, { collected: 0.1 })
    await billing.generate()
    expect(await billing.invoicesOf(tunisian)).toMatchObject([
      { totalWithoutFees: 136.803, shippingFees: 27, upsellFees: 2, totalWithFees: 107.803 },
    ])
    expect(await billing.invoicesOf(french)).toMatchObject([
      { totalWithoutFees: 80.06, shippingFees: 12, upsellFees: 1.5, totalWithFees: 66.56 },
    ])
  })

  it('has its terms in the language of its seller', async () => {
    const seller = await billing.seller()
    await api.context.pool.query(`update users set language = 'de' where id = $1`, [seller.id])
    await billing.delivered(await billing.product(seller))
    await billing.generate({ seller: seller.id })
    const { terms } = (await billing.invoicesOf(seller))[0]!
    expect(terms).toContain('innerhalb von 7 Tagen')
  })

  it('has who issues it in its country, as an admin set it, and its seller with address and tax number', async () => {
    const seller = await billing.seller()
    await shop.admin.put(`/users/${seller.id}`, {
      body: { address: 'Rue 12, Treichville', taxNumber: 'CC 77' },
    })
    await billing.delivered(await billing.product(seller))
    await billing.generate({ seller: seller.id })
    const [invoice] = await billing.invoicesOf(seller)
    const issuer = { name: 'Waybill CI SARL', address: 'Plateau, Abidjan', taxNumber: 'CI-001' }
    const set = await shop.admin.put('/invoices/issuer', { body: { ...issuer, country: 'ic' } })
    expect(set).toMatchObject({ status: 200, body: issuer })
    expect(await billing.read(invoice!)).toMatchObject({
      issuer,
      seller: { name: seller.name, address: 'Rue 12, Treichville', taxNumber: 'CC 77' },
    })
    expect((await shop.admin.get('/invoices/issuer?country=sn')).body).toEqual({
      name: null,
      address: null,
      taxNumber: null,
    })
    const refused = await shop.admin.put('/invoices/issuer', { body: { country: 'ic', name: '' } })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'name', code: 'REQUIRED' }] } })
  })

  it('is listed by country, status and total, and found by its code, number and seller', async () => {
    const { id, code, number, ownerName } = await billing.invoice()
    const idsOf = async (query: string) =>
      (await shop.admin.get<Listed<Invoice>>(`/invoices?limit=500&${query}`)).body.items.map(
        (item) => item.id,
      )
    for (const query of [
      `keyword=${code}`,
      `keyword=${number}`,
      `keyword=${ownerName}`,
      'country=ic&status=UN_PAID&total=13500',
    ]) {
      expect(await idsOf(query), query).toContain(id)
    }
    for (const query of ['country=sn', 'status=PAID', 'total=..0', 'keyword=nobody']) {
      expect(await idsOf(query), query).not.toContain(id)
    }
    const found = await shop.admin.get<{ items: SearchHit[] }>(`/search?q=${code}`)
    expect(found.body.items[0]).toMatchObject({ resource: 'invoices', id, title: code, subtitle: ownerName })
  })

  it('is read in as many statements however many there are, and however many lines one has', async () => {
    const seller = await billing.seller()
    const { id } = await billing.invoice(seller)
    const statements = (path: string) => countStatements(api.context.pool, () => shop.admin.get(path))
    expect(await statements('/invoices?limit=1')).toBe(await statements('/invoices?limit=500'))
    expect(await statements('/invoices?limit=500')).toBeLessThanOrEqual(3)
    const one = await statements(`/invoices/${id}`)
    await billing.invoice(seller)
    expect((await billing.read({ id })).lines).toHaveLength(2)
    expect(await statements(`/invoices/${id}`)).toBe(one)
  })
})

describe('an invoice’s fees', () => {
  it('come off what the seller is paid, who may end up owing', async () => {
    const { id, totalWithFees } = await billing.invoice()
    expect(totalWithFees).toBe(13_500)
    const body = { expeditionFees: 10_000, otherFees: 4_000, notes: ' Fret de Chine ', terms: 'Comptant' }
    const edited = await shop.admin.put<Invoice>(`/invoices/${id}`, { body, version: 1 })
    expect(edited).toMatchObject({
      status: 200,
      body: { version: 2, ...body, notes: 'Fret de Chine', totalWithFees: -500 },
    })
    const less = await shop.admin.put<Invoice>(`/invoices/${id}`, { body: { otherFees: 0, notes: '' } })
    expect(less.body).toMatchObject({ version: 3, expeditionFees: 10_000, notes: null, totalWithFees: 3_500 })
    const same = await shop.admin.put<Invoice>(`/invoices/${id}`, { body: { otherFees: 0 } })
    expect(same.body).toEqual(less.body)
    const { body: history } = await shop.admin.get<Listed<Change>>(`/invoices/${id}/history`)
    expect(history.items.map(({ verb, before, after }) => [verb, before, after])).toEqual([
      [
        'invoice.update',
        { otherFees: 4_000, notes: 'Fret de Chine', totalWithFees: -500 },
        { otherFees: 0, notes: null, totalWithFees: 3_500 },
      ],
      ['invoice.update', expect.anything(), expect.objectContaining({ ...body, notes: 'Fret de Chine' })],
      ['invoice.generate', null, expect.objectContaining({ totalWithFees: 13_500, country: 'ic' })],
    ])
  })

  it('are refused wrong, stale or of no invoice', async () => {
    const { id } = await billing.invoice()
    const put = (body: Record<string, unknown>, version?: number, of = id) =>
      shop.admin.put(`/invoices/${of}`, { body, ...(version === undefined ? {} : { version }) })
    await expectAllInvalid(put({ expeditionFees: 0.5, totalWithFees: 1, terms: null }), {
      totalWithFees: 'READ_ONLY',
      expeditionFees: 'TOO_MANY_DECIMALS',
      terms: 'REQUIRED',
    })
    await expectAllInvalid(put({ otherFees: 99_999_999_999, expeditionFees: 99_999_999_999 }), {
      expeditionFees: 'TOO_LARGE',
      otherFees: 'TOO_LARGE',
    })
    await expectRefusal(put({ otherFees: 1 }, 7), 412, 'STALE_VERSION', { current: { id, version: 1 } })
    expect(await put({ otherFees: 1 }, undefined, missing)).toMatchObject({ status: 404 })
    expect((await billing.read({ id })).version).toBe(1)
  })

  it('keep the values that were paid', async () => {
    const { id } = await billing.invoice()
    await shop.admin.put(`/invoices/status/${id}`)
    for (const body of [{ otherFees: 1 }, { notes: 'late' }]) {
      await expectRefusal(shop.admin.put(`/invoices/${id}`, { body }), 409, 'INVOICE_IS_PAID')
    }
  })
})

describe('the neighbours of an invoice', () => {
  const beside = async (caller: Shop['admin'], id: string, query: string) =>
    (await caller.get<InvoiceNeighbours>(`/invoices/${id}/neighbours?${query}`)).body

  it('are the neighbours in the requested list, in its order', async () => {
    const seller = await billing.seller()
    const product = await billing.product(seller)
    for (const at of ['2026-02-03T10:00:00Z', '2026-02-10T10:00:00Z', '2026-02-17T10:00:00Z']) {
      await billing.delivered(product, { at })
      await billing.generate({ seller: seller.id })
    }
    const [first, second, third] = (await billing.invoicesOf(seller)) as [Invoice, Invoice, Invoice]
    const own = await api.as(seller)
    expect(await beside(own, second.id, 'sort=week')).toEqual({
      previous: first.id,
      next: third.id,
      place: 2,
      total: 3,
    })
    expect(await beside(own, first.id, 'sort=-week')).toEqual({
      previous: second.id,
      next: null,
      place: 3,
      total: 3,
    })
    await shop.admin.put(`/invoices/status/${second.id}`)
    expect(await beside(shop.admin, first.id, `owner=${seller.id}&status=UN_PAID&sort=week`)).toEqual({
      previous: null,
      next: third.id,
      place: 1,
      total: 2,
    })
    expect(await beside(own, second.id, 'status=UN_PAID')).toEqual({
      previous: null,
      next: null,
      place: null,
      total: 2,
    })
  })

  it('are asked for without a page, by parameters of the list', async () => {
    const { id } = await billing.invoice()
    for (const name of ['limit', 'colour']) {
      await expectInvalid(shop.admin.get(`/invoices/${id}/neighbours?${name}=5`), name, 'UNKNOWN_PARAMETER')
    }
  })
})
