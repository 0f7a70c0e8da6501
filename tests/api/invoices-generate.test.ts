import { describe, expect, it } from 'vitest'
import type { InvoiceStatus } from '../../domain/invoices/invoice.ts'
import { isoYearOf } from '../../domain/lib/iso-week.ts'
import { type Billing, openBillingApi } from '../support/api/billing.ts'
import { missing } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'

const { api, shop, billing } = await openBillingApi()

/** A seller's billed parcels by week. */
const billed = async (seller: Parameters<Billing['invoicesOf']>[0]): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await billing.invoicesOf(seller)).map(({ week, totalShipments }) => [week, totalShipments]),
  )

describe('a week', () => {
  it('is the ISO week by the clocks of the country that a parcel was settled in, over the end of a year', async () => {
    const ivorian = await billing.seller('ic')
    const tunisian = await billing.seller('tn')
    const watch = await billing.product(ivorian)
    const dates = await billing.product(tunisian)
    for (const at of [
      '2020-12-27T22:59:59.999Z',
      '2020-12-27T23:00:00Z',
      '2020-12-28T00:00:00Z',
      '2021-01-03T22:59:59.999Z',
      '2021-01-03T23:30:00Z',
    ]) {
      await billing.delivered(watch, { at })
      await billing.delivered(dates, { at })
    }
    await billing.generate()
    expect(await billed(ivorian)).toEqual({ '2020-W52': 2, '2020-W53': 3 })
    expect(await billed(tunisian)).toEqual({ '2020-W52': 1, '2020-W53': 3, '2021-W01': 1 })
    const codes = (await billing.invoicesOf(tunisian)).map(({ code }) => code)
    expect(codes).toEqual(['INV-TN-2020-00001', 'INV-TN-2020-00002', 'INV-TN-2021-00001'])
  })

  it('ends by local time, also on the day that the clocks change', async () => {
    const seller = await billing.seller('fr')
    const soap = await billing.product(seller)
    for (const at of [
      '2021-03-28T21:59:59Z',
      '2021-03-28T22:00:00Z',
      '2021-10-31T22:59:59Z',
      '2021-10-31T23:00:00Z',
    ]) {
      await billing.delivered(soap, { at })
    }
    await billing.generate({ country: 'fr' })
    expect(await billed(seller)).toEqual({ '2021-W12': 1, '2021-W13': 1, '2021-W43': 1, '2021-W44': 1 })
  })

  it('is billed alone when it is named, and everything that is due when none is', async () => {
    const seller = await billing.seller()
    const other = await billing.seller()
    const abroad = await billing.seller('sn')
    for (const each of [seller, other, abroad]) {
      const product = await billing.product(each)
      await billing.delivered(product, { at: '2022-06-08T12:00:00Z' })
      await billing.delivered(product, { at: '2022-06-15T12:00:00Z' })
      await billing.delivered(product)
    }
    await billing.generate({ seller: seller.id, week: '2022-W24' })
    expect([await billed(seller), await billed(other)]).toEqual([{ '2022-W24': 1 }, {}])
    await billing.generate({ country: 'ic', week: '2022-W23' })
    expect(await billed(other)).toEqual({ '2022-W23': 1 })
    expect(await billed(abroad)).toEqual({})
    await billing.generate()
    const whole = { '2022-W23': 1, '2022-W24': 1, [billing.presentWeek()]: 1 }
    for (const each of [seller, other, abroad]) expect(await billed(each)).toEqual(whole)
    const again = await billing.generate()
    expect(again).toEqual({
      batchId: null,
      counts: { changed: 0, refused: 0, refusedBy: {} },
      changed: [],
      refused: [],
    })
  })

  it.each([
    [{ week: '2025-W53' }, { path: 'week', code: 'NOT_A_DATE' }],
    [{ week: '2025-12-01' }, { path: 'week', code: 'TOO_LONG' }],
    [{ week: 12 }, { path: 'week', code: 'NOT_TEXT' }],
    [{ country: 'xx' }, { path: 'country', code: 'NOT_A_CHOICE' }],
    [{ seller: missing }, { path: 'seller', code: 'OWNER_NOT_FOUND' }],
    [{ seller: 'me' }, { path: 'seller', code: 'NOT_AN_ID' }],
    [{ all: true }, { path: 'all', code: 'UNKNOWN_FIELD' }],
  ])('is not billed when it is asked for by %o', async (body, error) => {
    expect(await shop.admin.post('/invoices/generate', { body })).toMatchObject({
      status: 400,
      body: { errors: [error] },
    })
  })
})

describe('a late parcel', () => {
  const at = '2023-05-10T12:00:00Z'
  const week = '2023-W19'

  /** A week's invoice in a status, and one later parcel of that week. */
  const lateFor = async (status: InvoiceStatus) => {
    const seller = await billing.seller()
    const product = await billing.product(seller)
    await billing.delivered(product, { at })
    await billing.generate({ seller: seller.id })
    const [invoice] = await billing.invoicesOf(seller)
    if (status === 'PAID') await shop.admin.put(`/invoices/status/${invoice!.id}`)
    await billing.delivered(product, { at })
    return { seller, product, invoice: invoice! }
  }

  it('goes onto its week’s invoice while that is not paid', async () => {
    const { seller, invoice } = await lateFor('UN_PAID')
    await shop.admin.put(`/invoices/${invoice.id}`, { body: { expeditionFees: 700 } })
    const report = await billing.generate({ seller: seller.id })
    expect(report.changed).toEqual([{ id: invoice.id, number: invoice.number, version: 3 }])
    expect(await billing.invoicesOf(seller)).toMatchObject([
      { id: invoice.id, code: invoice.code, dueAt: invoice.dueAt, totalShipments: 2, totalWithFees: 26_300 },
    ])
  })

  it('goes onto the present week’s when its own is paid, also when its week is the one asked for', async () => {
    const { seller, invoice } = await lateFor('PAID')
    await billing.generate({ seller: seller.id, week })
    expect(await billed(seller)).toEqual({ [week]: 1, [billing.presentWeek()]: 1 })
    expect(await billing.read(invoice)).toMatchObject({ status: 'PAID', version: 2, totalShipments: 1 })
  })

  it('stays due where the present week is paid too, and the report says why', async () => {
    const { seller, product } = await lateFor('PAID')
    await billing.delivered(product)
    await billing.generate({ seller: seller.id })
    const [, present] = await billing.invoicesOf(seller)
    await shop.admin.put(`/invoices/status/${present!.id}`)
    const last = await billing.delivered(product)
    expect(await billing.generate({ seller: seller.id })).toMatchObject({
      batchId: null,
      refused: [{ id: present!.id, number: present!.number, code: 'INVOICE_IS_PAID' }],
    })
    expect(await shop.readShipping(last)).toMatchObject({ isBilled: false })
    await shop.admin.put(`/invoices/status/${present!.id}`)
    await billing.generate({ seller: seller.id })
    expect(await shop.readShipping(last)).toMatchObject({ isBilled: true })
  })
})

describe('a billing', () => {
  it('leaves out what has not come to an end, was lost or was cancelled', async () => {
    const seller = await billing.seller()
    const product = await billing.product(seller)
    const [out, lost, cancelled] = await Promise.all([1, 2, 3].map(() => shop.order(product)))
    await shop.ship(out!)
    await shop.moveShipping(await shop.ship(lost!), 'LOST')
    await shop.move(cancelled!, 'CONFIRMED')
    await shop.move(cancelled!, 'CANCELLED')
    expect((await billing.generate({ seller: seller.id })).counts.changed).toBe(0)
  })

  it('keeps each seller’s and each country’s parcels apart, with codes that follow each other', async () => {
    const sellers = [await billing.seller('bf'), await billing.seller('bf'), await billing.seller('bf')]
    for (const seller of sellers) await billing.delivered(await billing.product(seller))
    const abroad = await billing.product(await billing.seller('lib'))
    const both = sellers[0]!
    await api.context.pool.query('update products set owner = $2 where id = $1', [abroad.id, both.id])
    await billing.delivered(abroad)
    const report = await billing.generate()
    expect(report.counts.changed).toBe(4)
    const invoices = (await Promise.all(sellers.map((seller) => billing.invoicesOf(seller)))).flat()
    const year = isoYearOf(billing.presentWeek('bf'))
    expect(invoices.map(({ code }) => code).sort()).toEqual([
      ...[1, 2, 3].map((at) => `INV-BF-${year}-0000${at}`),
      `INV-LY-${isoYearOf(billing.presentWeek('lib'))}-00001`,
    ])
    expect((await billing.invoicesOf(both)).map(({ country }) => country).sort()).toEqual(['bf', 'lib'])
  })

  it('updates the live lists of invoices and parcels, under the batch of its history', async () => {
    const seller = await billing.seller()
    const parcel = await billing.delivered(await billing.product(seller))
    const { batchId, changed } = await billing.generate({ seller: seller.id })
    const { rows } = await api.context.pool.query(
      'select resource, verb, country, owners, ids, actor from events where batch_id = $1 order by id',
      [batchId],
    )
    const shared = {
      verb: 'invoice.generate',
      country: 'ic',
      owners: [seller.id],
      actor: shop.admin.user.id,
    }
    expect(rows).toEqual([
      { ...shared, resource: 'invoices', ids: [changed[0]!.id] },
      { ...shared, resource: 'shippings', ids: [parcel.id] },
    ])
  })

  it('takes as many statements for six sellers and eighteen parcels as for one of each', async () => {
    const prepare = async (sellers: number, parcels: number) => {
      for (let count = 0; count < sellers; count++) {
        const product = await billing.product(await billing.seller())
        await billing.manyDelivered(product, parcels, api.context.now().toISOString())
      }
      return countStatements(api.context.pool, () => billing.generate())
    }
    const one = await prepare(1, 1)
    expect(one).toBeGreaterThan(5)
    expect(await prepare(6, 3)).toBe(one)
  })
})

describe('a preview', () => {
  type Due = Record<'opened' | 'extended' | 'paid' | 'parcels' | 'totalWithoutFees' | 'totalWithFees', number>
  const dueOf = async (seller: { id: string }, more = '') =>
    (await shop.admin.get<Due>(`/invoices/due?country=ic&seller=${seller.id}${more}`)).body
  const nothing = { opened: 0, extended: 0, paid: 0, parcels: 0, totalWithoutFees: 0, totalWithFees: 0 }

  it('counts the invoices that billing opens and extends, and sums their parcels alone', async () => {
    const seller = await billing.seller()
    const product = await billing.product(seller)
    expect(await dueOf(seller)).toEqual(nothing)
    await billing.delivered(product, { at: '2023-05-10T12:00:00Z', quantity: 1, collected: 9_500 })
    await billing.generate({ seller: seller.id })
    await billing.delivered(product, { at: '2023-05-11T12:00:00Z', quantity: 1, collected: 20_000 })
    await billing.returned(product)
    const due = await dueOf(seller)
    expect(due).toEqual({
      opened: 1,
      extended: 1,
      paid: 0,
      parcels: 2,
      totalWithoutFees: 20_000,
      totalWithFees: 18_000,
    })
    expect(await dueOf(seller, '&week=2023-W19')).toMatchObject({ opened: 0, extended: 1, parcels: 1 })
    expect(await dueOf(seller)).toEqual(due)
    const { changed } = await billing.generate({ seller: seller.id })
    expect(changed.map(({ version }) => version)).toEqual([1, 2])
    expect(await dueOf(seller)).toEqual(nothing)
  })

  it('leaves out parcels that only a paid invoice could take, and counts that invoice', async () => {
    const seller = await billing.seller()
    const product = await billing.product(seller)
    await billing.delivered(product)
    await billing.generate({ seller: seller.id })
    const [present] = await billing.invoicesOf(seller)
    await shop.admin.put(`/invoices/status/${present!.id}`)
    await billing.delivered(product)
    expect(await dueOf(seller)).toEqual({ ...nothing, paid: 1 })
    await billing.generate({ seller: seller.id })
    expect(await billing.read(present!)).toMatchObject({ version: 2, totalShipments: 1 })
  })

  it.each([
    ['', { path: 'country', code: 'REQUIRED' }],
    ['?country=xx', { path: 'country', code: 'NOT_A_CHOICE' }],
    ['?country=ic&week=2025-W53', { path: 'week', code: 'NOT_A_DATE' }],
    ['?country=ic&all=1', { path: 'all', code: 'UNKNOWN_PARAMETER' }],
    [`?country=ic&seller=${missing}`, { path: 'seller', code: 'OWNER_NOT_FOUND' }],
  ])('is refused for %j', async (query, error) => {
    expect(await shop.admin.get(`/invoices/due${query}`)).toMatchObject({
      status: 400,
      body: { errors: [error] },
    })
  })
})
