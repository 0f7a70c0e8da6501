import { describe, expect, it } from 'vitest'
import type { Analytics } from '../../domain/analytics/analytics.ts'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { HandoverDue } from '../../domain/handovers/handover.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { expectInvalid } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()

/** A parcel with that price, out with a courier. */
const parcelOf = async (price: number, courier?: { id: string }): Promise<Shipping> =>
  shop.ship(await shop.order(await shop.product({ price })), courier)

const deliver = (parcel: { id: string }, body: Record<string, unknown>, caller = shop.admin) =>
  caller.put<Pick<Shipping, 'collected' | 'comment'>>(`/shippings/status/${parcel.id}`, {
    body: { status: 'DELIVERED', ...body },
  })

describe('an amount that is not the amount due', () => {
  it('is refused far beyond it, in every call, and changes nothing', async () => {
    const courier = await shop.courier()
    const asCourier = await api.as(courier)
    const parcel = await parcelOf(7_000, courier)
    const refusal = { status: 400, body: { code: 'COLLECTED_TOO_MUCH', errors: [{ path: 'collected' }] } }
    const reason = 'Le client insiste'
    for (const collected of [99_999_999_999, 17_001, 700_000]) {
      expect(await deliver(parcel, { collected, reason }, asCourier as typeof shop.admin)).toMatchObject(
        refusal,
      )
      expect(await deliver(parcel, { collected, comment: reason })).toMatchObject(refusal)
    }
    const row = { status: 'DELIVERED', collected: 99_999_999_999, reason }
    const sheet = await shop.admin.put<ChangeReport>('/shippings/sheet', {
      body: { rows: [{ id: parcel.id, ...row }] },
    })
    const bulk = await shop.bulkShippings({ ids: [parcel.id], ...row })
    for (const { counts } of [sheet.body, bulk])
      expect(counts).toEqual({ changed: 0, refused: 1, refusedBy: { COLLECTED_TOO_MUCH: 1 } })
    expect(await shop.readShipping(parcel)).toMatchObject({
      status: 'OUT_FOR_DELIVERY',
      version: parcel.version,
    })
    expect((await deliver(parcel, { collected: 17_000, reason })).body.collected).toBe(17_000)
  })

  it('needs a reason, said with it, which its comment keeps', async () => {
    const parcel = await parcelOf(42_000)
    await shop.admin.put(`/shippings/${parcel.id}`, { body: { comment: 'Portail bleu' } })
    const missing = { status: 400, body: { code: 'REASON_REQUIRED', errors: [{ path: 'reason' }] } }
    for (const body of [
      { collected: 0 },
      { collected: 41_999 },
      { collected: 42_500, reason: '  ' },
      { collected: 1, comment: '' },
    ])
      expect(await deliver(parcel, body)).toMatchObject(missing)
    const rows = [{ id: parcel.id, status: 'DELIVERED', collected: 0 }]
    const dry = await shop.admin.put<ChangeReport>('/shippings/sheet', { body: { rows, dryRun: true } })
    expect(dry.body.counts.refusedBy).toEqual({ REASON_REQUIRED: 1 })
    const { body } = await deliver(parcel, { collected: 0, reason: 'Cadeau de la boutique' })
    expect(body).toMatchObject({ collected: 0, comment: 'Portail bleu\nCadeau de la boutique' })
    const said = await parcelOf(42_000)
    expect((await deliver(said, { collected: 40_000, comment: 'Remise' })).body.comment).toBe('Remise')
  })

  it('needs none where it is the amount due, said or not', async () => {
    for (const body of [{}, { collected: 42_000 }, { collected: null }])
      expect((await deliver(await parcelOf(42_000), body)).body.collected).toBe(42_000)
  })

  it('goes with its undo and comes back with the redo', async () => {
    const parcel = await parcelOf(42_000)
    const body = { ids: [parcel.id], status: 'DELIVERED', collected: 30_000, reason: 'Article abîmé' }
    const done = await shop.bulkShippings(body)
    const undone = await shop.undo(done.batchId)
    expect(await shop.readShipping(parcel)).toMatchObject({ collected: null, comment: null })
    await shop.undo(undone.batchId)
    expect(await shop.readShipping(parcel)).toMatchObject({ collected: 30_000, comment: 'Article abîmé' })
  })

  it('is a reason of what happens at the door only', async () => {
    const parcel = await parcelOf(42_000)
    const answer = await shop.admin.put<Problem>(`/shippings/status/${parcel.id}`, {
      body: { status: 'LOST', reason: 'Trop cher' },
    })
    await expectInvalid(answer, 'reason', 'UNKNOWN_FIELD')
  })
})

describe('parcels whose amount differs', () => {
  it('are found, seen in the count and added up on the dashboard, until they are even', async () => {
    const courier = await shop.courier({ country: 'bf' })
    const product = await shop.product({ country: 'bf', price: 42_000 })
    const parcels: Shipping[] = []
    for (const collected of [0, 45_000, 42_000]) {
      const order = await shop.order(product, { customerPhone: '+22670123456' })
      await shop.ship(order, courier)
      parcels.push(await shop.deliver(order, { collected }))
    }
    const [none, more, even] = parcels as [Shipping, Shipping, Shipping]
    const found = async (difference: string) => {
      const { body } = await shop.admin.get<{ items: Shipping[]; total: number }>(
        `/shippings?product=${product.id}&difference=${encodeURIComponent(difference)}`,
      )
      return body.items.map(({ id }) => id).sort()
    }
    expect(await found('!0')).toEqual([none.id, more.id].sort())
    expect(await found('..<0')).toEqual([none.id])
    expect(await found('>0..')).toEqual([more.id])
    expect(await found('-42000')).toEqual([none.id])
    expect(await found('0')).toEqual([even.id])
    expect((await shop.admin.get('/shippings?difference=!')).status).toBe(400)

    const due = await shop.admin.get<HandoverDue>(`/handovers/due?country=bf&delivery=${courier.id}`)
    expect(
      due.body.lines.map(({ totalPrice, collected, comment }) => [totalPrice, collected, comment]),
    ).toEqual([
      [42_000, 0, 'Convenu avec le client'],
      [42_000, 45_000, 'Convenu avec le client'],
      [42_000, 42_000, 'Convenu avec le client'],
    ])

    const figure = async () => {
      const { body } = await shop.admin.get<Analytics>('/analytics?country=bf')
      return body.cash.find(({ name }) => name === 'differences')!
    }
    const { value, count, where } = await figure()
    expect([value, count]).toEqual([-39_000, 2])
    const list = await shop.admin.get<{ total: number }>(`/shippings?${new URLSearchParams(where)}`)
    expect(list.body.total).toBe(2)

    // The trigger updates the difference for any writer.
    await api.context.pool.query('update shippings set collected = 42000 where id = $1', [more.id])
    expect(await found('!0')).toEqual([none.id])
    await api.context.pool.query('update orders set total_price = 0 where id = $1', [none.order])
    expect(await found('!0')).toEqual([])
    expect(await figure()).toMatchObject({ value: 0, count: 0 })
  })

  it.each([
    ['<> $1', '0'],
    ['> $1', '0'],
    ['< $1', '0'],
    ['<= $1', '-500'],
  ])(
    '%s %s: are read from an index of theirs alone, however many parcels there are',
    async (compared, value) => {
      const client = await api.context.pool.connect()
      try {
        // A small table would be scanned sequentially.
        await client.query('begin; set local enable_seqscan = off')
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain select id from shippings where country = 'ic' and deleted_at is null
           and difference ${compared.replace('$1', `${value}::numeric`)} order by settled_at desc nulls last, id desc limit 10`,
        )
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('shippings_difference_idx')
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
  )
})
