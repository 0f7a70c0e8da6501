import { afterEach, describe, expect, it } from 'vitest'
import type { Change, ChangeReport, Problem } from '../../../domain/changes/changes.ts'
import type { ImportReport } from '../../../domain/orders/import/import-report.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Product } from '../../../domain/products/product.ts'
import { writeWorkbook } from '../../../server/spreadsheets/write-workbook.ts'
import { lockRows } from '../../support/api/held-row.ts'
import { openShopApi } from '../../support/api/shop.ts'
import { expectSoundBooks } from '../../support/api/sound-books.ts'
import { expectSoundHistory } from '../../support/api/sound-history.ts'
import { expectSoundSearch } from '../../support/api/sound-search.ts'
import { upload } from '../../support/spreadsheets/upload.ts'

const { api, shop } = await openShopApi()
const admin = await api.as('admin')
afterEach(async () => {
  await expectSoundBooks(api)
  await expectSoundHistory(api)
  await expectSoundSearch(api)
})

const put = <Body>(path: string, body: object) => admin.put<Body>(path, { body })
const sellersProduct = async (): Promise<Product> =>
  shop.product({ owner: (await api.createUser({ role: 'seller' })).id })

describe('a call that confirms some expeditions and takes others back', () => {
  it('writes of each product which of the two it was', async () => {
    const products = await Promise.all([shop.product(), shop.product()])
    const expeditions = await Promise.all(
      products.map(async ({ id }) => {
        const body = { country: 'ic', name: 'Lot', price: 0, quantity: 4, product: id, mode: 'AIR' }
        return (await admin.post<{ id: string }>('/expeditions', { body })).body.id
      }),
    )
    await put('/expeditions/status', { ids: [expeditions[0]], status: 'CONFIRMED' })
    await put('/expeditions/status', { ids: expeditions })
    const lastVerb = async ({ id }: Product) =>
      (await admin.get<{ items: Change[] }>(`/products/${id}/history`)).body.items[0]!.verb
    expect(await lastVerb(products[0]!)).toBe('expedition.unconfirm')
    expect(await lastVerb(products[1]!)).toBe('expedition.confirm')
  })
})

describe('a seller’s own reference', () => {
  const referred = async (product: Product): Promise<{ id: string }> => {
    const [id] = await shop.orders(product, 1, { externalRef: 'R-1' })
    return { id: id! }
  }
  const taken = { path: 'product', code: 'ALREADY_IMPORTED' }

  it('keeps an order from moving to another seller who has it already', async () => {
    const [here, there] = [await sellersProduct(), await sellersProduct()]
    const order = await referred(here)
    await referred(there)
    const moved = await put<Problem>(`/orders/${order.id}`, { product: there.id })
    expect(moved).toMatchObject({ status: 409, body: { code: taken.code, errors: [taken] } })
  })

  it('keeps an undone move away from a seller who has it again, and says so of the order', async () => {
    const [here, there] = [await sellersProduct(), await sellersProduct()]
    const order = await referred(here)
    await put<Order>(`/orders/${order.id}`, { product: there.id })
    const { body } = await admin.get<{ items: Change[] }>(`/orders/${order.id}/history`)
    await referred(here)
    const undo = await shop.undo(body.items[0]!.batchId)
    expect(undo.refused).toMatchObject([{ id: order.id, code: 'ALREADY_IMPORTED' }])
  })

  it('comes back with one of two orders that are restored at the same time', async () => {
    const product = await sellersProduct()
    const remove = async ({ id }: { id: string }): Promise<string> =>
      (await put<ChangeReport>('/orders/delete', { ids: [id] })).body.batchId!
    const batches = [await remove(await referred(product)), await remove(await referred(product))]
    const line = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
    const imports = await lockRows(api, line, ['import ic'])
    const undone = batches.map((batchId) => shop.undo(batchId))
    await imports.reached(2)
    await imports.release()
    const refusals = (await Promise.all(undone)).flatMap(({ refused }) => refused.map(({ code }) => code))
    expect(refusals).toEqual(['ALREADY_IMPORTED'])
  })
})

describe('an import', () => {
  it('creates its other rows where a product is deleted while it waits', async () => {
    const [current, deleted] = [await shop.product(), await shop.product()]
    const header = ['product', 'customerName', 'customerPhone', 'customerAddress', 'quantity']
    const row = ({ id }: Product) => [id, 'Awa', '+2250708091011', 'Cocody', 1]
    const file = writeWorkbook([{ name: 'Feuil1', rows: [header, row(deleted), row(current)] }])
    const line = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
    const imports = await lockRows(api, line, ['import ic'])
    const sent = upload<ImportReport>(api.app, admin.token, '/orders/upload-multiple', file)
    await imports.reached()
    await put('/products/delete', { ids: [deleted.id] })
    await imports.release()
    expect(await sent).toMatchObject({
      status: 200,
      body: {
        created: 1,
        invalid: 1,
        rows: [{ status: 'invalid' }, { status: 'created' }],
        problems: [{ row: 2, column: 'product', code: 'PRODUCT_NOT_FOUND' }],
      },
    })
  })
})

describe('a parcel that is deleted while its order is renamed', () => {
  it('has the name that it is restored with in its history, and the order has the reason', async () => {
    const order = await shop.order(await shop.product(), { customerName: 'Awa' })
    const { shipping } = await shop.move(order, 'CONFIRMED')
    await put(`/shippings/${shipping}`, { customerName: 'Koffi' })
    await shop.move(order, 'CANCELLED')
    await put('/shippings/delete', { ids: [shipping] })
    await put(`/orders/${order.id}`, { customerName: 'Zoé' })
    await shop.move(order, 'PENDING', { comment: 'Rappelée' })
    await shop.move(order, 'CONFIRMED')
    await put(`/orders/${order.id}`, { customerName: 'Fatou' })
    const names = async (path: string) =>
      (await admin.get<{ items: Change[] }>(`${path}/history`)).body.items
        .toReversed()
        .flatMap(({ before, after }) =>
          before && 'customerName' in before ? `${before.customerName} → ${after?.customerName}` : [],
        )
    expect(await names(`/shippings/${shipping}`)).toEqual(['Awa → Koffi', 'Zoé → Fatou'])
    expect(await names(`/orders/${order.id}`)).toEqual(['Awa → Koffi', 'Koffi → Zoé', 'Zoé → Fatou'])
  })
})

/** Queues two changes of a locked search entry in this order, then releases it. */
const oneAfterAnother = async (
  entry: { id: string },
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> => {
  const lock = await lockRows(api, 'select from search_entries where record_id = $1 for update', [entry.id])
  const changes = [first()]
  await lock.reached(1)
  changes.push(second())
  await lock.reached(2)
  await lock.release()
  expect(await Promise.all(changes)).toMatchObject([{ status: 200 }, { status: 200 }])
}

describe('a product that is renamed', () => {
  const whileRenamed = (order: Order, change: () => Promise<unknown>): Promise<void> =>
    oneAfterAnother(order, change, () => put(`/products/${order.product}`, { name: 'Montre d’argent' }))
  const found = async (words: string): Promise<number> =>
    (await admin.get<{ total: number }>(`/orders?keyword=${encodeURIComponent(words)}`)).body.total

  it('is found with the customer as the parcel’s address was set right meanwhile', async () => {
    const order = await shop.order(await shop.product())
    const { shipping } = await shop.move(order, 'CONFIRMED')
    await whileRenamed(order, () => put(`/shippings/${shipping}`, { customerName: 'Zénaïde' }))
    expect(await found('Zénaïde argent')).toBe(1)
  })

  it('brings no order back to the search that is deleted meanwhile', async () => {
    const order = await shop.order(await shop.product())
    await whileRenamed(order, () => put('/orders/delete', { ids: [order.id] }))
  })
})

describe('a seller who is renamed', () => {
  it('is found with the name that their product got meanwhile', async () => {
    const product = await sellersProduct()
    await oneAfterAnother(
      product,
      () => put(`/products/${product.id}`, { name: 'Théière' }),
      () => put(`/users/${product.owner}`, { name: 'Zoé la vendeuse' }),
    )
  })
})
