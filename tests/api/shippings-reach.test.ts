import { afterAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import { expectInvalid, expectRefusal, missing } from '../support/api/caller.ts'
import { parcelAt, stockOf } from '../support/api/parcel-at.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()
afterAll(() => expectSoundBooks(api))

const out: ShippingStatus[] = ['ASSIGNED', 'OUT_FOR_DELIVERY']

describe('who may move a parcel', () => {
  it('is asked with the version that they saw', async () => {
    const { parcel } = await parcelAt(shop, ['ASSIGNED'])
    const put = (version: number) =>
      shop.admin.put<Problem>(`/shippings/status/${parcel.id}`, {
        body: { status: 'OUT_FOR_DELIVERY' },
        version,
      })
    await expectRefusal(put(1), 412, 'STALE_VERSION', { current: parcel })
    expect(await put(2)).toMatchObject({ status: 200, body: { version: 3 } })
  })

  it.each([
    [{}, 'status', 'REQUIRED'],
    [{ status: 'SHIPPED' }, 'status', 'NOT_A_CHOICE'],
    [{ status: 'LOST', why: 'x' }, 'why', 'UNKNOWN_FIELD'],
    [{ status: 'LOST', collected: 1 }, 'collected', 'UNKNOWN_FIELD'],
    [{ status: 'LOST', postponedTo: '2026-12-24' }, 'postponedTo', 'UNKNOWN_FIELD'],
    [{ status: 'POSTPONED', postponedTo: '2026-02-30' }, 'postponedTo', 'NOT_A_DATE'],
    [{ status: 'POSTPONED', postponedTo: '0000-01-01' }, 'postponedTo', 'NOT_A_DATE'],
    [{ status: 'POSTPONED', postponedTo: '2026-12-24T10:00:00Z' }, 'postponedTo', 'NOT_A_DATE'],
    [{ status: 'LOST', comment: 'a\u0000' }, 'comment', 'INVALID_TEXT'],
  ])('and %o is refused', async (body, path, code) => {
    const { parcel } = await parcelAt(shop, out)
    await expectInvalid(shop.admin.put(`/shippings/status/${parcel.id}`, { body }), path, code)
    const bulk = await shop.admin.put('/shippings/status', { body: { ids: [parcel.id], ...body } })
    await expectInvalid(bulk, path, code)
  })
})

describe('many parcels at once', () => {
  it('move each on its own, as the dry run said they would', async () => {
    const product = await shop.product({ quantity: 50 })
    const ids = await shop.orders(product, 6)
    await shop.bulk({ ids: ids.slice(0, 5), status: 'CONFIRMED', delivery: (await shop.courier()).id })
    const parcels = await Promise.all(ids.slice(0, 5).map((id) => shop.shippingOf({ id })))
    await shop.moveShipping(parcels[0]!, 'CANCELLED')
    await shop.moveShipping(parcels[1]!, 'OUT_FOR_DELIVERY')
    const body = { ids: [...parcels.map((parcel) => parcel.id), missing], status: 'OUT_FOR_DELIVERY' }
    const counts = {
      changed: 3,
      refused: 3,
      refusedBy: { NO_SUCH_TRANSITION: 1, ALREADY_THERE: 1, NOT_FOUND: 1 },
    }
    expect(await shop.bulkShippings({ ...body, dryRun: true })).toMatchObject({ batchId: null, counts })
    const wet = await shop.bulkShippings(body)
    expect(wet).toMatchObject({ batchId: expect.any(String), counts })
    expect(wet.changed).toContainEqual({ id: parcels[2]!.id, number: parcels[2]!.number, version: 2 })
    const delivered = await shop.bulkShippings({ where: { product: product.id }, status: 'DELIVERED' })
    expect(delivered.counts).toEqual({ changed: 4, refused: 1, refusedBy: { NO_SUCH_TRANSITION: 1 } })
    expect(await stockOf(shop, product)).toEqual({ quantity: 46, reserved: 0 })
  })

  it('take one amount of cash each in its own currency, and the price of each where none is given', async () => {
    const here = await shop.ship(await shop.order(await shop.product({ price: 7_000 })))
    const abroad = await shop.ship(
      await shop.order(await shop.product({ country: 'tn', price: 20.25 }), {
        customerPhone: '20 123 456',
      }),
    )
    const body = { ids: [here.id, abroad.id], status: 'DELIVERED' }
    const dry = await shop.bulkShippings({ ...body, collected: 10.5, dryRun: true })
    expect(dry).toMatchObject({
      changed: [{ id: abroad.id }],
      refused: [{ id: here.id, code: 'TOO_MANY_DECIMALS' }],
    })
    await shop.bulkShippings(body)
    expect((await shop.readShipping(here)).collected).toBe(7_000)
    expect((await shop.readShipping(abroad)).collected).toBe(20.25)
  })

  it('go no further than the actor reaches', async () => {
    const courier = await api.as(await shop.courier())
    const product = await shop.product()
    const [mine, theirs] = [await shop.order(product), await shop.order(product)]
    await shop.ship(mine, courier.user)
    await shop.ship(theirs)
    const where = { product: product.id, status: 'OUT_FOR_DELIVERY' }
    const report = await courier.put('/shippings/status', { body: { where, status: 'REFUSED' } })
    expect(report.body).toMatchObject({ counts: { changed: 1, refused: 0 } })
    expect((await shop.shippingOf(mine)).status).toBe('REFUSED')
    expect((await shop.shippingOf(theirs)).status).toBe('OUT_FOR_DELIVERY')
    expect(await courier.put('/shippings/status', { body: { where, status: 'LOST' } })).toMatchObject({
      status: 403,
    })
  })
})
