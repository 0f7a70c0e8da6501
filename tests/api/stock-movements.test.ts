import { afterEach, describe, expect, it } from 'vitest'
import type { Change } from '../../domain/changes/changes.ts'
import type { StockMovement } from '../../domain/fulfillment/stock-movement.ts'
import { type Caller, expectInvalid } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { startGoods } from '../support/api/goods.ts'
import { parcelAt, stockOf } from '../support/api/parcel-at.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()
const goods = await startGoods(api)
afterEach(() => expectSoundBooks(api))

type Page = { items: StockMovement[]; total: number }

const movementsOf = async (product: { id: string }, query = '', caller: Caller = shop.admin) => {
  const answer = await caller.get<Page>(`/products/${product.id}/movements${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}
/** Reason and pieces of each line, oldest first. */
const linesOf = async (product: { id: string }) =>
  (await movementsOf(product)).items.map(({ reason, pieces }) => `${reason} ${pieces}`).reverse()
const lastBatch = async (resource: string, { id }: { id: string }): Promise<string> =>
  (await shop.admin.get<{ items: Change[] }>(`/${resource}/${id}/history`)).body.items[0]!.batchId

describe('the movements of a product', () => {
  it('begin with its opening balance, where it has one', async () => {
    expect(await linesOf(await shop.product({ quantity: 12 }))).toEqual(['opening 12'])
    expect(await movementsOf(await shop.product({ quantity: 0 }))).toEqual({ items: [], total: 0 })
  })

  it('name the parcel, its order, who delivered it and in which batch', async () => {
    const { product, parcel } = await parcelAt(shop, ['ASSIGNED', 'OUT_FOR_DELIVERY', 'DELIVERED'])
    const [delivery] = (await movementsOf(product)).items
    expect(delivery).toEqual({
      id: expect.any(String),
      at: (await shop.readShipping(parcel)).deliveredAt,
      product: product.id,
      pieces: -3,
      reason: 'delivery',
      shipping: parcel.id,
      shippingNumber: parcel.number,
      order: parcel.order,
      orderNumber: parcel.orderNumber,
      expedition: null,
      expeditionNumber: null,
      actor: shop.admin.user.id,
      actorName: shop.admin.user.name,
      batchId: await lastBatch('shippings', parcel),
      note: null,
    })
  })

  it('have a line for a delivery that is undone, redone and reopened', async () => {
    const { product, parcel } = await parcelAt(shop, ['ASSIGNED', 'OUT_FOR_DELIVERY', 'DELIVERED'])
    const undo = await shop.undo(await lastBatch('shippings', parcel))
    await shop.undo(undo.batchId)
    await shop.moveShipping(parcel, 'OUT_FOR_DELIVERY', { comment: 'Wrong parcel' })
    await shop.undo(await lastBatch('shippings', parcel))
    expect(await linesOf(product)).toEqual([
      'opening 10',
      'delivery -3',
      'delivery 3',
      'delivery -3',
      'return 3',
      'delivery -3',
    ])
  })

  it('have a line for a loss and its undo, none for what only reserves or frees pieces', async () => {
    const { product, parcel } = await parcelAt(shop, ['ASSIGNED', 'OUT_FOR_DELIVERY', 'LOST'])
    await shop.undo(await lastBatch('shippings', parcel))
    await shop.moveShipping(await shop.moveShipping(parcel, 'REFUSED'), 'RETURNED')
    expect(await linesOf(product)).toEqual(['opening 10', 'loss -3', 'loss 3'])
  })

  it('have a line for each correction by hand, and for its undo', async () => {
    const product = await shop.product({ quantity: 10 })
    const put = (body: object) => shop.admin.put(`/products/${product.id}`, { body })
    await put({ quantity: 7 })
    const batch = await lastBatch('products', product)
    await put({ name: 'Another name' })
    expect(await linesOf(product)).toEqual(['opening 10', 'correction -3'])
    expect((await shop.undo(batch)).counts.changed).toBe(0)
    await put({ quantity: 20, quantityNote: 'Counted twice' })
    expect((await movementsOf(product)).items[0]).toMatchObject({ pieces: 13, note: 'Counted twice' })
    await shop.undo(await lastBatch('products', product))
    expect(await linesOf(product)).toEqual(['opening 10', 'correction -3', 'correction 13', 'correction -13'])
  })

  it('say why the stock was corrected, as the history does; a reason by itself changes nothing', async () => {
    const product = await shop.product({ quantity: 10 })
    const put = (body: object) => shop.admin.put(`/products/${product.id}`, { body })
    expect((await put({ quantityNote: 'Nothing' })).body).toMatchObject({ version: 1 })
    await put({ quantity: 4, quantityNote: null })
    await put({ quantity: 3, quantityNote: ' Broken on the shelf ' })
    const notes = (await movementsOf(product)).items.map(({ note }) => note)
    expect(notes).toEqual(['Broken on the shelf', null, null])
    const { body } = await shop.admin.get<{ items: Change[] }>(`/products/${product.id}/history`)
    expect(body.items.map(({ after }) => after).slice(0, 2)).toEqual([
      { quantity: 3, quantityNote: 'Broken on the shelf' },
      { quantity: 4 },
    ])
    await expectInvalid(put({ quantity: 2, quantityNote: 'x'.repeat(301) }), 'quantityNote', 'TOO_LONG')
  })

  it('have a line for what an expedition brings and takes out again', async () => {
    const product = await shop.product({ quantity: 1 })
    const expedition = await goods.create('expeditions', { product: product.id, quantity: 25 })
    await goods.answer('expeditions', expedition)
    await goods.undo(await lastBatch('expeditions', expedition))
    expect(await linesOf(product)).toEqual(['opening 1', 'expedition 25', 'expedition -25'])
    expect((await movementsOf(product)).items[0]).toMatchObject({
      expedition: expedition.id,
      expeditionNumber: expedition.number,
      shipping: null,
      order: null,
    })
  })

  it('come in pages, newest first, to users who may read the product', async () => {
    const [seller, other] = [await api.as('seller'), await api.as(await api.createUser({ role: 'seller' }))]
    const product = await shop.product({ quantity: 1, owner: seller.user.id })
    for (const quantity of [2, 4, 8]) await shop.admin.put(`/products/${product.id}`, { body: { quantity } })
    const pieces = async (query: string) => {
      const { items, total } = await movementsOf(product, query, seller)
      return [total, ...items.map((one) => one.pieces)]
    }
    expect(await pieces('')).toEqual([4, 4, 2, 1, 1])
    expect(await pieces('?limit=2&skip=1')).toEqual([4, 2, 1])
    const path = `/products/${product.id}/movements`
    expect(await other.get(path)).toMatchObject({ status: 404 })
    expect(await shop.admin.get(`${path}?sort=pieces`)).toMatchObject({ status: 400 })
    expect(await shop.admin.get('/products/nothing/movements')).toMatchObject({ status: 404 })
  })

  it('are never changed or removed', async () => {
    const { id } = await shop.product({ quantity: 5 })
    for (const change of ['update stock_movements set pieces = 4', 'delete from stock_movements']) {
      await expect(api.context.pool.query(`${change} where product = $1`, [id])).rejects.toThrow(
        /append-only/,
      )
    }
  })
})

describe('a parcel that comes back damaged', () => {
  const out = ['ASSIGNED', 'OUT_FOR_DELIVERY', 'REFUSED'] as const
  const damaged = { condition: 'damaged' }

  it('is returned as any other, and its goods are gone from the stock', async () => {
    const { product, parcel } = await parcelAt(shop, out)
    const back = await shop.moveShipping(parcel, 'RETURNED', damaged)
    expect(back).toMatchObject({ status: 'RETURNED', condition: 'damaged', settledAt: expect.any(String) })
    expect(await stockOf(shop, product)).toEqual({ quantity: 7, reserved: 0 })
    expect(await linesOf(product)).toEqual(['opening 10', 'damage -3'])
    expect((await movementsOf(product)).items[0]).toMatchObject({ shipping: parcel.id })
  })

  it('comes back from the street in one step, and is out again by one undo', async () => {
    const { product, parcel } = await parcelAt(shop, ['ASSIGNED', 'OUT_FOR_DELIVERY'])
    const sound = await shop.admin.put(`/shippings/status/${parcel.id}`, { body: { status: 'RETURNED' } })
    expect(sound).toMatchObject({ status: 409, body: { code: 'NO_SUCH_TRANSITION' } })
    const report = await shop.bulkShippings({ ids: [parcel.id], status: 'RETURNED', ...damaged })
    expect(report.counts).toMatchObject({ changed: 1, refused: 0 })
    expect(await shop.readShipping(parcel)).toMatchObject({ status: 'RETURNED', condition: 'damaged' })
    expect(await stockOf(shop, product)).toEqual({ quantity: 7, reserved: 0 })
    const { body } = await shop.admin.get<{ items: Change[] }>(`/shippings/${parcel.id}/history`)
    expect(body.items[0]).toMatchObject({
      verb: 'shipping.return',
      before: { status: 'OUT_FOR_DELIVERY', condition: null },
      after: { status: 'RETURNED', condition: 'damaged' },
    })
    await shop.undo(report.batchId)
    expect(await shop.readShipping(parcel)).toMatchObject({ status: 'OUT_FOR_DELIVERY', condition: null })
    expect(await stockOf(shop, product)).toEqual({ quantity: 10, reserved: 3 })
    expect(await linesOf(product)).toEqual(['opening 10', 'damage -3', 'damage 3'])
  })

  it('is billed as a return', async () => {
    const seller = await api.createUser({ role: 'seller' })
    const product = await shop.product({ owner: seller.id })
    const parcels = [await shop.ship(await shop.order(product)), await shop.ship(await shop.order(product))]
    for (const [index, parcel] of parcels.entries()) {
      await shop.moveShipping(parcel, 'REFUSED')
      await shop.moveShipping(parcel, 'RETURNED', index === 0 ? damaged : {})
    }
    await shop.admin.post('/invoices/generate', { body: { seller: seller.id } })
    const { rows } = await api.context.pool.query(
      'select status, collected, shipping_fee, upsell_fee, invoice from invoice_lines where shipping = any($1)',
      [parcels.map(({ id }) => id)],
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(rows[1])
    expect(rows[0]).toMatchObject({ status: 'RETURNED' })
  })

  it('is sound where nothing is said, and says which in the history', async () => {
    const { product, parcel } = await parcelAt(shop, out)
    expect(await shop.moveShipping(parcel, 'RETURNED')).toMatchObject({ condition: 'sound' })
    expect(await linesOf(product)).toEqual(['opening 10'])
    const { body } = await shop.admin.get<{ items: Change[] }>(`/shippings/${parcel.id}/history`)
    expect(body.items[0]).toMatchObject({
      verb: 'shipping.return',
      before: { status: 'REFUSED', condition: null },
      after: { status: 'RETURNED', condition: 'sound' },
    })
  })

  it('is found by its condition', async () => {
    const [sound, broken] = [await parcelAt(shop, out), await parcelAt(shop, out)]
    await shop.moveShipping(sound.parcel, 'RETURNED')
    await shop.moveShipping(broken.parcel, 'RETURNED', damaged)
    const ids = [sound.parcel.id, broken.parcel.id].join()
    const found = await shop.admin.get<{ items: { id: string }[] }>(`/shippings?condition=damaged&ids=${ids}`)
    expect(found.body.items.map(({ id }) => id)).toEqual([broken.parcel.id])
    expect(await shop.admin.get('/shippings?condition=wet')).toMatchObject({ status: 400 })
  })

  it('is taken back by an undo with its goods, and damaged again by the redo', async () => {
    const { product, parcel } = await parcelAt(shop, out)
    await shop.moveShipping(parcel, 'RETURNED', damaged)
    const undo = await shop.undo(await lastBatch('shippings', parcel))
    expect(await shop.readShipping(parcel)).toMatchObject({ status: 'REFUSED', condition: null })
    expect(await stockOf(shop, product)).toEqual({ quantity: 10, reserved: 3 })
    await shop.undo(undo.batchId)
    expect(await shop.readShipping(parcel)).toMatchObject({ status: 'RETURNED', condition: 'damaged' })
    expect(await linesOf(product)).toEqual(['opening 10', 'damage -3', 'damage 3', 'damage -3'])
  })

  it('is asked about first by a dry run, which writes nothing', async () => {
    const { product, parcel } = await parcelAt(shop, out)
    const body = { ids: [parcel.id], status: 'RETURNED', ...damaged }
    expect(await shop.bulkShippings({ ...body, dryRun: true })).toMatchObject({ counts: { changed: 1 } })
    expect(await linesOf(product)).toEqual(['opening 10'])
    await shop.bulkShippings(body)
    expect(await linesOf(product)).toEqual(['opening 10', 'damage -3'])
  })

  it('takes no reserved pieces: what is reserved elsewhere stays covered', async () => {
    const { product, parcel } = await parcelAt(shop, out)
    await shop.move(await shop.order(product, { quantity: 7 }), 'CONFIRMED')
    await shop.moveShipping(parcel, 'RETURNED', damaged)
    expect(await stockOf(shop, product)).toEqual({ quantity: 7, reserved: 7 })
    const undo = await shop.undo(await lastBatch('shippings', parcel))
    expect(undo.counts.changed).toBe(1)
  })

  it.each([
    [{ status: 'REFUSED', condition: 'damaged' }, 'UNKNOWN_FIELD'],
    [{ status: 'RETURNED', condition: 'wet' }, 'NOT_A_CHOICE'],
    [{ status: 'RETURNED', condition: 7 }, 'NOT_A_CHOICE'],
  ])('is refused as %j with %s', async (body, code) => {
    const { parcel } = await parcelAt(shop, ['ASSIGNED', 'OUT_FOR_DELIVERY'])
    await expectInvalid(shop.admin.put(`/shippings/status/${parcel.id}`, { body }), 'condition', code)
  })
})

it('writes the movements of 100 parcels with as many statements as those of 5, and their undo too', {
  tags: 'full',
}, async () => {
  const counted = async (count: number) => {
    const product = await shop.product({ quantity: count })
    const ids = await shop.orders(product, count)
    await shop.bulk({ ids, status: 'CONFIRMED' })
    const { rows } = await api.context.pool.query<{ id: string }>(
      'select id from shippings where "order" = any($1)',
      [ids],
    )
    const target = { ids: rows.map(({ id }) => id) }
    const courier = await shop.courier()
    await shop.admin.put('/shippings/delivery', { body: { ...target, delivery: courier.id } })
    await shop.bulkShippings({ ...target, status: 'OUT_FOR_DELIVERY' })
    const statements: number[] = []
    let batch: string | null = null
    statements.push(
      await countStatements(api.context.pool, async () => {
        batch = (await shop.bulkShippings({ ...target, status: 'DELIVERED' })).batchId
      }),
      await countStatements(api.context.pool, async () => void (await shop.undo(batch))),
    )
    expect((await movementsOf(product)).total).toBe(1 + 2 * count)
    return statements
  }
  expect(await counted(100)).toEqual(await counted(5))
})
