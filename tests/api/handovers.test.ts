import { describe, expect, it } from 'vitest'
import type { Analytics } from '../../domain/analytics/analytics.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Handover, HandoverDue, HandoverWithLines } from '../../domain/handovers/handover.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Caller } from '../support/api/caller.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const agent = await api.as('agent')

/** A courier with delivered parcels of these sums. */
const driverWith = async (sums: readonly number[], country: CountryCode = 'ic') => {
  const courier = await shop.courier({ country })
  const product = await shop.product({ country, price: country === 'tn' ? 12.345 : 15_000 })
  const phone = country === 'tn' ? '+21620123456' : undefined
  const parcels: Shipping[] = []
  for (const collected of sums) {
    const order = await shop.order(product, phone === undefined ? {} : { customerPhone: phone })
    await shop.ship(order, courier)
    parcels.push(await shop.deliver(order, { collected }))
  }
  return { courier, parcels }
}

const dueOf = async (
  courier: { id: string },
  country = 'ic',
  caller: Caller = shop.admin,
): Promise<HandoverDue> => {
  const { status, body } = await caller.get<HandoverDue>(
    `/handovers/due?delivery=${courier.id}&country=${country}`,
  )
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

type Count = { counted?: number; note?: string; seen?: string; country?: string }

/** Counts the amount due by default. */
const handOver = async (courier: TestUser, count: Count = {}, caller: Caller = shop.admin, key?: string) => {
  const country = count.country ?? 'ic'
  const due = await dueOf(courier, country)
  const body = { country, delivery: courier.id, counted: due.expected, seen: due.seen, ...count }
  return caller.post<Handover & { code?: string; errors?: unknown; current?: HandoverDue }>('/handovers', {
    body,
    ...(key === undefined ? {} : { key }),
  })
}

const recorded = async (courier: TestUser, count?: Count): Promise<Handover> => {
  const { status, body } = await handOver(courier, count)
  expect({ status, code: body.code }).toEqual({ status: 201, code: undefined })
  return body
}

const reopen = (parcel: Shipping) =>
  shop.admin.put(`/shippings/status/${parcel.id}`, { body: { status: 'OUT_FOR_DELIVERY' } })

describe('cash in hand', () => {
  it('is the sum over all days of what was delivered and not handed over', async () => {
    const { courier, parcels } = await driverWith([15_000, 9_500])
    await api.context.pool.query(
      `update shippings set delivered_at = delivered_at - interval '3 days' where delivery = $1`,
      [courier.id],
    )
    const product = await shop.product()
    const order = await shop.order(product)
    await shop.ship(order, courier)
    const third = await shop.deliver(order)
    const due = await dueOf(courier)
    expect(due).toMatchObject({ expected: 39_500, parcels: 3, balance: 0, deliveryName: courier.name })
    expect(due.lines.map(({ shipping, collected }) => [shipping, collected])).toEqual([
      [parcels[0]!.id, 15_000],
      [parcels[1]!.id, 9_500],
      [third.id, 15_000],
    ])
    const record = await recorded(courier)
    expect(record).toMatchObject({ expected: 39_500, counted: 39_500, difference: 0, parcels: 3, note: null })
    expect(await dueOf(courier)).toMatchObject({ expected: 0, parcels: 0, lines: [] })
    const whole = await shop.admin.get<HandoverWithLines>(`/handovers/${record.id}`)
    expect(whole.body.lines).toEqual(due.lines)
    expect(await shop.readShipping(third)).toMatchObject({
      isHandedOver: true,
      handover: record.id,
      version: third.version,
    })
  })

  it('keeps three decimals in Tunisia, and refuses any in Ivory Coast', async () => {
    const { courier } = await driverWith([0.1, 0.2, 12.345], 'tn')
    expect(await dueOf(courier, 'tn')).toMatchObject({ expected: 12.645 })
    const record = await recorded(courier, { country: 'tn', counted: 12.644, note: 'Un millime' })
    expect(record).toMatchObject({ expected: 12.645, difference: -0.001 })
    expect(await dueOf(courier, 'tn')).toMatchObject({ expected: 0, balance: -0.001 })
    const other = await driverWith([500])
    const { status, body } = await handOver(other.courier, { counted: 499.5, note: 'x' })
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [{ path: 'counted', code: 'TOO_MANY_DECIMALS' }],
    })
  })

  it('leaves out what was delivered before it was kept account of', async () => {
    const { courier } = await driverWith([1_000])
    await api.context.pool.query(`insert into cash_start values (now() + interval '30 days')`)
    try {
      expect(await dueOf(courier)).toMatchObject({ expected: 0, parcels: 0 })
      const { body } = await shop.admin.get<{ total: number }>(
        `/shippings?deliveryGuy=${courier.id}&cash=with-driver`,
      )
      expect(body.total).toBe(0)
    } finally {
      await api.context.pool.query('delete from cash_start')
    }
    expect(await dueOf(courier)).toMatchObject({ expected: 1_000 })
  })
})

describe('a difference', () => {
  it('needs a note, and stays as the person’s balance until it is made up for', async () => {
    const { courier } = await driverWith([10_000, 5_000])
    const refused = await handOver(courier, { counted: 14_500 })
    expect({ status: refused.status, code: refused.body.code }).toEqual({
      status: 400,
      code: 'NOTE_REQUIRED',
    })
    const blank = await handOver(courier, { counted: 14_500, note: '  ' })
    expect(blank.body.code).toBe('NOTE_REQUIRED')
    expect(await recorded(courier, { counted: 14_500, note: 'Monnaie' })).toMatchObject({ difference: -500 })
    expect(await dueOf(courier)).toMatchObject({ expected: 0, balance: -500 })
    const nothing = await handOver(courier, { counted: 0 })
    expect({ status: nothing.status, code: nothing.body.code }).toEqual({
      status: 409,
      code: 'NOTHING_TO_HAND_OVER',
    })
    const settled = await recorded(courier, { counted: 500, note: 'Réglé' })
    expect(await dueOf(courier)).toMatchObject({ balance: 0 })
    const receipt = await shop.admin.get<HandoverWithLines>(`/handovers/${settled.id}`)
    expect(receipt.body).toMatchObject({ balanceBefore: -500, difference: 500 })
  })
})

describe('a count of what is no more so', () => {
  it('is refused with the present sum where a parcel was delivered or reopened in between', async () => {
    const { courier, parcels } = await driverWith([10_000, 10_000])
    const { seen } = await dueOf(courier)
    expect((await reopen(parcels[0]!)).status).toBe(200)
    const { status, body } = await handOver(courier, { counted: 20_000, seen })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'CASH_CHANGED' })
    expect(body.current).toMatchObject({ expected: 10_000, parcels: 1 })
    // A different parcel with the same sum.
    const product = await shop.product({ price: 10_000 })
    const order = await shop.order(product)
    await shop.ship(order, courier)
    await shop.deliver(order)
    expect((await handOver(courier, { counted: 20_000, seen })).body.code).toBe('CASH_CHANGED')
    expect((await handOver(courier, { seen: body.current!.seen, counted: 10_000 })).body.code).toBe(
      'CASH_CHANGED',
    )
    await recorded(courier)
  })

  it('lets one of two receivers at once win', async () => {
    const { courier } = await driverWith([10_000, 7_000, 3_000])
    const { seen } = await dueOf(courier)
    const body = { country: 'ic', delivery: courier.id, counted: 20_000, seen }
    const answers = await Promise.all(
      [shop.admin, agent, shop.admin, agent].map((caller) =>
        caller.post<{ code?: string }>('/handovers', { body }),
      ),
    )
    expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [201, undefined],
      [409, 'CASH_CHANGED'],
      [409, 'CASH_CHANGED'],
      [409, 'CASH_CHANGED'],
    ])
    const { rows } = await api.context.pool.query(
      'select count(*)::int as count from handover_lines line join handovers on handovers.id = handover where delivery = $1',
      [courier.id],
    )
    expect(rows).toEqual([{ count: 3 }])
  })

  it('is recorded once by a call that is repeated', async () => {
    const { courier } = await driverWith([4_000])
    const { seen } = await dueOf(courier)
    const first = await handOver(courier, { counted: 4_000, seen }, shop.admin, 'once')
    const again = await handOver(courier, { counted: 4_000, seen }, shop.admin, 'once')
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.id).toBe(first.body.id)
  })
})

describe('a parcel whose cash was handed over', () => {
  it('is not reopened, and its delivery not undone, until the handover is', async () => {
    const { courier, parcels } = await driverWith([10_000, 8_000])
    const parcel = parcels[0]!
    const [delivered] = (
      await shop.admin.get<{ items: { batchId: string }[] }>(`/shippings/${parcel.id}/history`)
    ).body.items
    const record = await recorded(courier)
    const refused = await reopen(parcel)
    expect([refused.status, refused.body.code]).toEqual([409, 'CASH_HANDED_OVER'])
    const bulk = await shop.bulkShippings({ ids: parcels.map(({ id }) => id), status: 'OUT_FOR_DELIVERY' })
    expect(bulk.counts.refusedBy).toEqual({ CASH_HANDED_OVER: 2 })
    expect((await shop.undo(delivered!.batchId)).refused.map(({ code }) => code)).toEqual([
      'CASH_HANDED_OVER',
    ])
    expect((await dueOf(courier)).parcels).toBe(0)

    const undone = await shop.undo(record.batchId)
    expect(undone).toMatchObject({ counts: { changed: 1, refused: 0 } })
    expect((await shop.admin.get(`/handovers/${record.id}`)).status).toBe(404)
    expect(await dueOf(courier)).toMatchObject({ expected: 18_000, parcels: 2 })
    expect((await reopen(parcel)).status).toBe(200)
    // One of its parcels is out again, so redo fails.
    expect((await shop.undo(undone.batchId)).refused.map(({ code }) => code)).toEqual(['MOVED_ON'])
    await shop.moveShipping(parcel, 'DELIVERED', { collected: 9_000 })
    expect((await shop.undo(undone.batchId)).refused.map(({ code }) => code)).toEqual(['MOVED_ON'])
    expect(await dueOf(courier)).toMatchObject({ expected: 17_000 })
  })

  it('comes back with the redo of its handover, which can be undone again', async () => {
    const { courier, parcels } = await driverWith([10_000])
    const record = await recorded(courier, { counted: 9_000, note: 'Manque' })
    const undone = await shop.undo(record.batchId)
    expect(await dueOf(courier)).toMatchObject({ balance: 0 })
    const redone: ChangeReport = await shop.undo(undone.batchId)
    expect(redone.counts.changed).toBe(1)
    const back = await shop.admin.get<HandoverWithLines>(`/handovers/${record.id}`)
    expect(back.body).toMatchObject({ counted: 9_000, note: 'Manque', batchId: redone.batchId, version: 3 })
    expect(back.body.lines.map(({ shipping }) => shipping)).toEqual([parcels[0]!.id])
    expect(await dueOf(courier)).toMatchObject({ expected: 0, balance: -1_000 })
    expect((await reopen(parcels[0]!)).body.code).toBe('CASH_HANDED_OVER')
    expect((await shop.undo(redone.batchId)).counts.changed).toBe(1)
    expect(await dueOf(courier)).toMatchObject({ expected: 10_000, balance: 0 })
  })

  it('is kept delivered by the database too', async () => {
    const { courier, parcels } = await driverWith([2_000])
    await recorded(courier)
    await expect(
      api.context.pool.query(
        `update shippings set status = 'OUT_FOR_DELIVERY', collected = null where id = $1`,
        [parcels[0]!.id],
      ),
    ).rejects.toMatchObject({ constraint: 'shippings_handover_check' })
  })
})

describe('whose handovers', () => {
  it('are an agent’s of their country, a delivery guy’s own, and nobody else’s', async () => {
    const { courier } = await driverWith([6_000])
    const tunisian = await driverWith([3.5], 'tn')
    const foreign = await recorded(tunisian.courier, { country: 'tn' })
    const [driver, seller, moderator] = await Promise.all([
      api.as(courier),
      api.as('seller'),
      api.as('moderator'),
    ])
    expect((await driver.get<HandoverDue>(`/handovers/due?delivery=${courier.id}`)).body.expected).toBe(6_000)
    const { seen } = await dueOf(courier)
    const body = { delivery: courier.id, counted: 6_000, seen }
    expect((await driver.post('/handovers', { body })).body.code).toBe('FORBIDDEN')
    expect((await seller.post('/handovers', { body })).body.code).toBe('FORBIDDEN')
    const made = await agent.post<Handover>('/handovers', { body })
    expect(made).toMatchObject({ status: 201, body: { receivedBy: agent.user.id, country: 'ic' } })
    expect((await driver.get<Handover>(`/handovers/${made.body.id}`)).status).toBe(200)
    expect((await driver.get<{ total: number }>('/handovers')).body.total).toBe(1)

    expect((await agent.get(`/handovers/${foreign.id}`)).status).toBe(404)
    expect((await driver.get(`/handovers/${foreign.id}`)).status).toBe(404)
    expect((await driver.get(`/handovers/due?delivery=${tunisian.courier.id}&country=tn`)).status).toBe(404)
    expect((await agent.get(`/handovers/due?delivery=${tunisian.courier.id}&country=tn`)).status).toBe(404)
    const abroad = { country: 'tn', delivery: tunisian.courier.id, counted: 0, seen: 'x' }
    expect((await agent.post('/handovers', { body: abroad })).status).toBe(404)
    for (const nobody of [seller, moderator]) {
      expect((await nobody.get('/handovers')).status).toBe(403)
      expect((await nobody.get(`/handovers/due?delivery=${courier.id}`)).status).toBe(403)
    }
  })

  it('are those of people who have delivered, active or not', async () => {
    const { courier } = await driverWith([6_000])
    await api.context.pool.query('update users set is_activated = false where id = $1', [courier.id])
    const { body } = await agent.get<{ items: { id: string; parcels: number }[] }>(
      '/handovers/holders?country=tn',
    )
    expect(body.items.find(({ id }) => id === courier.id)).toMatchObject({ parcels: 1 })
    await recorded(courier)
    const after = await agent.get<{ items: { id: string }[] }>('/handovers/holders')
    expect(after.body.items.map(({ id }) => id)).not.toContain(courier.id)
    const nobody = await shop.admin.get(`/handovers/due?country=ic&delivery=${agent.user.id}`)
    expect([nobody.status, nobody.body.code]).toEqual([400, 'DELIVERY_GUY_NOT_FOUND'])
  })

  it('are listed by delivery guy, receiver and difference, as their parcels are by where their cash is', async () => {
    const { courier, parcels } = await driverWith([1_000, 2_000])
    const totalOf = async (path: string) => (await shop.admin.get<{ total: number }>(path)).body.total
    expect(await totalOf(`/shippings?deliveryGuy=${courier.id}&cash=with-driver`)).toBe(2)
    await recorded(courier, { counted: 2_900, note: 'Cent francs' })
    expect(await totalOf(`/shippings?deliveryGuy=${courier.id}&cash=with-driver`)).toBe(0)
    expect(await totalOf(`/shippings?deliveryGuy=${courier.id}&cash=handed-over`)).toBe(parcels.length)
    expect(await totalOf(`/shippings?deliveryGuy=${courier.id}&cash=handed-over,with-driver`)).toBe(
      parcels.length,
    )
    const mine = `/handovers?deliveryGuy=${courier.id}&receivedBy=${shop.admin.user.id}`
    expect(await totalOf(`${mine}&difference=..-1`)).toBe(1)
    expect(await totalOf(`${mine}&difference=0..`)).toBe(0)
    expect(await totalOf(`/handovers?keyword=cent francs&deliveryGuy=${courier.id}`)).toBe(1)
  })
})

describe('the dashboard', () => {
  it('adds up cash with drivers, of one seller or all, and in the box, for those who may read handovers', async () => {
    const cashOf = async (caller: Caller, query = '') =>
      (await caller.get<Analytics>(`/analytics?country=ic${query}`)).body.cash
    const sumOf = (cash: Analytics['cash'], name: string) => cash.find((one) => one.name === name)?.value
    const before = await cashOf(shop.admin)
    const { courier, parcels } = await driverWith([1_500, 2_500])
    const out = await cashOf(shop.admin)
    expect(sumOf(out, 'withDrivers')).toBe((sumOf(before, 'withDrivers') ?? 0) + 4_000)
    const ofSeller = await cashOf(shop.admin, `&seller=${parcels[0]!.owner}`)
    // Cash handed over has no seller.
    expect(ofSeller.map(({ name }) => name).filter((name) => name !== 'differences')).toEqual(['withDrivers'])
    await recorded(courier, { counted: 3_900, note: 'Cent francs' })
    const after = await cashOf(shop.admin)
    expect(sumOf(after, 'withDrivers')).toBe(sumOf(before, 'withDrivers'))
    expect(sumOf(after, 'inBox')).toBe((sumOf(before, 'inBox') ?? 0) + 3_900)
    for (const { name, where, count } of after) {
      const list = name === 'inBox' ? 'handovers' : 'shippings'
      const { body } = await shop.admin.get<{ total: number }>(`/${list}?${new URLSearchParams(where)}`)
      expect({ name, total: body.total }).toEqual({ name, total: count })
    }
    expect(await cashOf(await api.as('seller'))).toEqual([])
    expect(await cashOf(await api.as('moderator'))).toEqual([])
  })
})
