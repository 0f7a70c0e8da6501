import { describe, expect, it } from 'vitest'
import type { Analytics } from '../../domain/analytics/analytics.ts'
import { type CountryCode, countries } from '../../domain/core/countries.ts'
import type { EarningsRule } from '../../domain/handovers/earnings.ts'
import type { Handover, HandoverDue, HandoverWithLines } from '../../domain/handovers/handover.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Tariff } from '../../domain/tariffs/tariff.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const { admin } = shop

/** What the base tariff of a country gives couriers. */
const earn = async (country: CountryCode, courier: number): Promise<void> => {
  const { body } = await admin.get<{ items: Tariff[] }>(`/tariffs?country=${country}&owner=none&zone=none`)
  const base = body.items.find(({ from }) => from === null)!
  expect((await admin.put(`/tariffs/${base.id}`, { body: { courier } })).status).toBe(200)
}

const rule = async (country: CountryCode, isKeptBack: boolean): Promise<string | null> => {
  const answer = await admin.put<EarningsRule>('/handovers/earnings', { body: { country, isKeptBack } })
  expect(answer).toMatchObject({ status: 200, body: { country, isKeptBack } })
  return answer.headers['batch-id']?.toString() ?? null
}

const phones: Partial<Record<CountryCode, string>> = { tn: '+21620123456', fr: '+33612345678' }

const courierWith = async (sums: readonly number[], country: CountryCode = 'ic') => {
  const courier = await shop.courier({ country })
  const product = await shop.product({ country, price: countries[country].decimals === 0 ? 15_000 : 12.5 })
  const phone = phones[country]
  const parcels: Shipping[] = []
  for (const collected of sums) {
    const order = await shop.order(product, phone === undefined ? {} : { customerPhone: phone })
    await shop.ship(order, courier)
    parcels.push(await shop.deliver(order, { collected }))
  }
  return { courier, parcels }
}

const dueOf = async ({ id }: { id: string }, country: CountryCode = 'ic'): Promise<HandoverDue> =>
  (await admin.get<HandoverDue>(`/handovers/due?delivery=${id}&country=${country}`)).body

const handOver = async (courier: TestUser, country: CountryCode = 'ic', seen?: string, counted?: number) => {
  const due = await dueOf(courier, country)
  return admin.post<Handover & { code?: string; current?: HandoverDue }>('/handovers', {
    body: { country, delivery: courier.id, counted: counted ?? due.expected, seen: seen ?? due.seen },
  })
}

describe('a courier’s earnings', () => {
  it('are paid out apart where nothing else was set: the cash due stays as it is', async () => {
    await earn('ic', 500)
    const { courier, parcels } = await courierWith([15_000, 9_000])
    const due = await dueOf(courier)
    expect(due).toMatchObject({
      expected: 24_000,
      earned: 1_000,
      earnedToday: 1_000,
      keptBack: 0,
      owed: 24_000,
    })
    const { body: record } = await handOver(courier)
    expect(record).toMatchObject({
      expected: 24_000,
      counted: 24_000,
      difference: 0,
      earned: 1_000,
      keptBack: 0,
    })
    // Later tariffs change nothing.
    await earn('ic', 800)
    const { body: whole } = await admin.get<HandoverWithLines>(`/handovers/${record.id}`)
    expect(whole.lines.map(({ shipping, earned, tariff }) => [shipping, earned, tariff !== null])).toEqual(
      parcels.map(({ id }) => [id, 500, true]),
    )
    expect(whole.earned).toBe(1_000)
    expect(await dueOf(courier)).toMatchObject({ expected: 0, earned: 0, earnedToday: 1_000 })
    await earn('ic', 500)
  })

  it.each([
    ['sn', 500, [15_000, 16_000], 31_000, 1_000],
    ['fr', 2.55, [12.3, 0.45], 12.75, 5.1],
    ['tn', 1.125, [12.345, 0.3], 12.645, 2.25],
  ] as const)(
    'are deducted from the cash due of %s where they are kept back',
    async (country, each, sums, collected, earned) => {
      await earn(country, each)
      await rule(country, true)
      const { courier } = await courierWith(sums, country)
      const expected = Math.round((collected - earned) * 1_000) / 1_000
      expect(await dueOf(courier, country)).toMatchObject({
        expected,
        earned,
        keptBack: earned,
        owed: expected,
      })
      const { status, body } = await handOver(courier, country)
      expect([status, body.code]).toEqual([201, undefined])
      expect(body).toMatchObject({ expected, counted: expected, difference: 0, earned, keptBack: earned })
      expect(await dueOf(courier, country)).toMatchObject({ expected: 0, balance: 0, owed: 0 })
      await rule(country, false)
    },
  )

  it('are kept back up to the cash that there is, and paid out beyond', async () => {
    await earn('bf', 700)
    await rule('bf', true)
    const { courier } = await courierWith([1_000, 0], 'bf')
    expect(await dueOf(courier, 'bf')).toMatchObject({ expected: 0, earned: 1_400, keptBack: 1_000, owed: 0 })
    const { status, body } = await handOver(courier, 'bf')
    expect(status).toBe(201)
    expect(body).toMatchObject({ counted: 0, earned: 1_400, keptBack: 1_000 })
    await rule('bf', false)
  })

  it('refuse a count that another tariff or rule has made wrong', async () => {
    await earn('ic', 500)
    const { courier } = await courierWith([10_000])
    const { seen } = await dueOf(courier)
    await earn('ic', 600)
    const other = await handOver(courier, 'ic', seen)
    expect([other.status, other.body.code, other.body.current?.earned]).toEqual([409, 'CASH_CHANGED', 600])
    const again = await dueOf(courier)
    await rule('ic', true)
    const kept = await handOver(courier, 'ic', again.seen)
    expect([kept.status, kept.body.code, kept.body.current?.expected]).toEqual([409, 'CASH_CHANGED', 9_400])
    await rule('ic', false)
    await earn('ic', 500)
  })

  it('are free again after an undo, earned once whatever is redone, and none for what was taken back', async () => {
    await earn('ic', 500)
    await rule('ic', true)
    const { courier, parcels } = await courierWith([10_000, 8_000])
    const reopen = (parcel: Shipping) =>
      admin.put<{ code?: string }>(`/shippings/status/${parcel.id}`, { body: { status: 'OUT_FOR_DELIVERY' } })
    const { body: record } = await handOver(courier)
    expect(record).toMatchObject({ expected: 17_000, earned: 1_000, keptBack: 1_000 })
    // The cash was handed over: the parcel stays delivered, and what it earned stays earned.
    expect((await reopen(parcels[0]!)).body.code).toBe('CASH_HANDED_OVER')
    const undone = await shop.undo(record.batchId)
    expect(await dueOf(courier)).toMatchObject({ expected: 17_000, earned: 1_000, parcels: 2 })
    await earn('ic', 900)
    // A redo takes back the earnings of then.
    await shop.undo(undone.batchId!)
    const { body: whole } = await admin.get<HandoverWithLines>(`/handovers/${record.id}`)
    expect(whole).toMatchObject({ earned: 1_000, keptBack: 1_000, expected: 17_000 })
    expect(await dueOf(courier)).toMatchObject({ expected: 0, earned: 0, earnedToday: 1_000 })
    await shop.undo(whole.batchId)
    expect((await reopen(parcels[0]!)).status).toBe(200)
    expect(await dueOf(courier)).toMatchObject({ earned: 900, earnedToday: 900, expected: 7_100, parcels: 1 })
    const { body: second } = await handOver(courier)
    expect(second).toMatchObject({ earned: 900, keptBack: 900, parcels: 1 })
    await earn('ic', 500)
    await rule('ic', false)
  })

  it('are of the zone of the parcel, which the line names', async () => {
    const zone = await admin.post<{ id: string }>('/zones', {
      body: { country: 'ic', name: 'Loin', cities: ['Gagnoville'] },
    })
    const tariff = await admin.post<Tariff>('/tariffs', {
      body: { country: 'ic', zone: zone.body.id, delivery: 2_500, returned: 1_000, courier: 1_200 },
    })
    const courier = await shop.courier()
    const order = await shop.order(await shop.product(), { customerAddress: 'Gagnoville, près du marché' })
    await shop.ship(order, courier)
    await shop.deliver(order)
    expect((await dueOf(courier)).lines).toMatchObject([
      { earned: 1_200, tariff: tariff.body.id, zone: zone.body.id, zoneName: 'Loin' },
    ])
    const { body } = await handOver(courier)
    await admin.put(`/zones/${zone.body.id}`, { body: { name: 'Plus loin' } })
    const { body: whole } = await admin.get<HandoverWithLines>(`/handovers/${body.id}`)
    expect(whole.lines).toMatchObject([{ earned: 1_200, zoneName: 'Loin' }])
  })

  it('are in every figure of who holds how much, kept back or not', async () => {
    await earn('lib', 5)
    const courier = await shop.courier({ country: 'lib' })
    const product = await shop.product({ country: 'lib', price: 100 })
    for (const collected of [100, 40, 0]) {
      const order = await shop.order(product, { customerPhone: '+218912345678' })
      await shop.ship(order, courier)
      await shop.deliver(order, { collected })
    }
    const heldBy = async () => {
      const { body } = await admin.get<Analytics>('/analytics?country=lib')
      const couriers = await admin.get<{ items: { id: string; load: { cash: number } }[] }>(
        '/users/delivery-guys?country=lib&load=true',
      )
      return {
        panel: body.cash.find(({ name }) => name === 'withDrivers')?.value,
        holder: body.cashHolders.find(({ id }) => id === courier.id)?.value,
        palette: couriers.body.items?.find(({ id }) => id === courier.id)?.load.cash,
        due: (await dueOf(courier, 'lib')).expected,
      }
    }
    expect(await heldBy()).toEqual({ panel: 140, holder: 140, palette: 140, due: 140 })
    await rule('lib', true)
    expect(await heldBy()).toEqual({ panel: 125, holder: 125, palette: 125, due: 125 })
    await rule('lib', false)
  })
})

describe('the rule of earnings', () => {
  it('is of administrators, a line of the history, and taken back', async () => {
    const batch = await rule('tn', true)
    expect(batch).not.toBeNull()
    expect(await rule('tn', true)).toBeNull()
    const read = async () => (await admin.get<EarningsRule>('/handovers/earnings?country=tn')).body.isKeptBack
    expect(await read()).toBe(true)
    const { body } = await admin.get<{ items: { verb: string; country: string | null; records: number }[] }>(
      '/changes?resource=handovers&verb=handover.set-earnings&country=tn',
    )
    expect(body.items[0]).toMatchObject({ verb: 'handover.set-earnings', country: 'tn', records: 1 })
    const lines = await admin.get<{ items: { before: unknown; after: unknown }[] }>(`/changes/${batch}`)
    expect(lines.body.items).toMatchObject([{ before: { isKeptBack: false }, after: { isKeptBack: true } }])
    const undone = await shop.undo(batch!)
    expect(await read()).toBe(false)
    await shop.undo(undone.batchId!)
    expect(await read()).toBe(true)
    for (const role of ['agent', 'delivery', 'seller'] as const) {
      const person = await api.as(role)
      expect((await person.get('/handovers/earnings?country=tn')).status).toBe(403)
      expect(
        (await person.put('/handovers/earnings', { body: { country: 'tn', isKeptBack: false } })).status,
      ).toBe(403)
    }
    const wrong = await admin.put('/handovers/earnings', { body: { country: 'tn', isKeptBack: 'oui' } })
    expect(wrong.status).toBe(400)
    await rule('tn', false)
  })
})
