import { afterAll, describe, expect, it } from 'vitest'
import type { Change, ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Product } from '../../domain/products/product.ts'
import type { User } from '../../domain/users/user.ts'
import { newBatch } from '../../server/crud/record-changes.ts'
import { inTransaction } from '../../server/db/in-transaction.ts'
import { insertOrders } from '../../server/services/fulfillment/write-orders.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { openShopApi, orderInput } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()
afterAll(() => expectSoundBooks(api))

const historyOf = async (resource: string, id: string): Promise<Change[]> =>
  (await shop.admin.get<{ items: Change[] }>(`/${resource}/${id}/history`)).body.items

const lastBatch = async (resource: string, id: string): Promise<string> =>
  (await historyOf(resource, id))[0]!.batchId

const withoutTimes = ({ version: _, updatedAt: __, ...order }: Order) => order
const reserved = async (product: Product) => (await shop.readProduct(product)).reserved

describe('undoing', () => {
  it('a confirmation frees the stock and takes the shipping back; the redo confirms again, and so on', async () => {
    const product = await shop.product({ quantity: 5 })
    const { id: delivery } = await api.createUser({ role: 'delivery' })
    const order = await shop.order(product, { quantity: 2, comment: 'gate 4' })
    const confirm = await shop.bulk({ ids: [order.id], status: 'CONFIRMED', delivery, comment: 'yes' })
    const { shipping } = await shop.readOrder(order)
    const undo = await shop.undo(confirm.batchId)
    expect(undo).toMatchObject({
      batchId: expect.any(String),
      counts: { changed: 1, refused: 0 },
      changed: [{ id: order.id, number: order.number, version: 3 }],
    })
    expect(await shop.readOrder(order)).toMatchObject(withoutTimes(order))
    expect(await reserved(product)).toBe(0)
    const redo = await shop.undo(undo.batchId)
    expect(await shop.readOrder(order)).toMatchObject({
      status: 'CONFIRMED',
      comment: 'yes',
      delivery,
      shipping,
      shippingStatus: 'ASSIGNED',
    })
    expect(await reserved(product)).toBe(2)
    await shop.undo(redo.batchId)
    expect(await reserved(product)).toBe(0)
  })

  it('a cancellation confirms again where it was confirmed, if the pieces are still there', async () => {
    const product = await shop.product({ quantity: 2 })
    const [first, second] = [await shop.order(product, { quantity: 2 }), await shop.order(product)]
    await shop.move(first, 'CONFIRMED')
    const cancel = await shop.bulk({ ids: [first.id], status: 'CANCELLED' })
    await shop.move(second, 'CONFIRMED')
    expect(await shop.undo(cancel.batchId)).toMatchObject({
      batchId: null,
      refused: [{ id: first.id, number: first.number, code: 'OUT_OF_STOCK' }],
    })
    await shop.move(second, 'CANCELLED')
    await shop.undo(cancel.batchId)
    expect(await shop.readOrder(first)).toMatchObject({ status: 'CONFIRMED', shippingStatus: 'PENDING' })
    expect(await reserved(product)).toBe(2)
  })

  it('an attempt lowers the count, a reopening cancels again', async () => {
    const order = await shop.order(await shop.product())
    await shop.move(order, 'NOT_REACHABLE')
    const second = await shop.bulk({ ids: [order.id], status: 'NOT_REACHABLE' })
    await shop.undo(second.batchId)
    expect(await shop.readOrder(order)).toMatchObject({ status: 'NOT_REACHABLE', attempts: 1 })
    await shop.move(order, 'CANCELLED')
    const reopen = await shop.bulk({ ids: [order.id], status: 'PENDING', comment: 'they rang' })
    await shop.undo(reopen.batchId)
    expect(await shop.readOrder(order)).toMatchObject({ status: 'CANCELLED', comment: null, attempts: 1 })
  })

  it('a creation deletes, a deletion restores, and both find their way in and out of the search', async () => {
    const product = await shop.product()
    const { body: order } = await shop.admin.post<Order>('/orders', {
      body: orderInput(product, { customerName: 'Zénaïde Ouattara' }),
    })
    const found = async () => (await shop.admin.get<{ total: number }>('/orders?keyword=zenaide')).body.total
    const undo = await shop.undo(await lastBatch('orders', order.id))
    expect(await shop.admin.get(`/orders/${order.id}`)).toMatchObject({ status: 404 })
    expect(await found()).toBe(0)
    await shop.undo(undo.batchId)
    expect(withoutTimes(await shop.readOrder(order))).toEqual(withoutTimes(order))
    expect(await found()).toBe(1)
  })

  it('an edit restores the previous values, stock included', async () => {
    const product = await shop.product({ quantity: 5 })
    const order = await shop.order(product, { quantity: 2, sourceName: 'Facebook' })
    await shop.move(order, 'CONFIRMED')
    const confirmed = await shop.readOrder(order)
    const body = { quantity: 4, price: 9_000, customerPhone: '0101010101', sourceName: null }
    await shop.admin.put(`/orders/${order.id}`, { body })
    expect(await reserved(product)).toBe(4)
    const [line] = await historyOf('orders', order.id)
    expect(line).toMatchObject({
      verb: 'order.update',
      actor: shop.admin.user.id,
      actorName: shop.admin.user.name,
      before: { quantity: 2, price: 15_000, totalPrice: 30_000, sourceName: 'Facebook' },
      after: { quantity: 4, price: 9_000, totalPrice: 36_000, sourceName: null },
      isUndone: false,
      undoes: null,
    })
    await shop.undo(line!.batchId)
    expect(withoutTimes(await shop.readOrder(order))).toEqual(withoutTimes(confirmed))
    expect(await reserved(product)).toBe(2)
    const [undone, edited] = await historyOf('orders', order.id)
    expect(undone).toMatchObject({ verb: 'order.update', undoes: line!.id, after: { quantity: 2 } })
    expect(edited).toMatchObject({ id: line!.id, isUndone: true })
  })

  it('1,000 at once leaves what has moved on, and says why', { tags: 'full' }, async () => {
    const product = await shop.product({ quantity: 2_000 })
    const ids = await shop.orders(product, 1_000)
    const confirm = await shop.bulk({ ids, status: 'CONFIRMED' })
    await shop.move({ id: ids[0]! }, 'CANCELLED')
    const out = `update shippings set status = 'OUT_FOR_DELIVERY' where "order" = $1`
    await api.context.pool.query(out, [ids[1]])
    const undo = await shop.undo(confirm.batchId)
    expect(undo.counts).toEqual({ changed: 998, refused: 2, refusedBy: { MOVED_ON: 1, SHIPPING_IS_OUT: 1 } })
    expect(await reserved(product)).toBe(1)
    const again = await shop.admin.post<ChangeReport>(`/changes/${confirm.batchId}/undo`)
    expect(again.body.counts.refusedBy).toEqual({ ALREADY_UNDONE: 998, MOVED_ON: 1, SHIPPING_IS_OUT: 1 })
  })

  it('twice is refused, also at the same moment, and answers the same under one idempotency key', async () => {
    const order = await shop.order(await shop.product())
    const { batchId } = await shop.bulk({ ids: [order.id], status: 'NOT_REACHABLE' })
    const answers = await Promise.all([1, 2, 3].map(() => shop.admin.post(`/changes/${batchId}/undo`)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'ALREADY_UNDONE' })
    const next = await shop.bulk({ ids: [order.id], status: 'NOT_REACHABLE' })
    const call = () => shop.admin.post<ChangeReport>(`/changes/${next.batchId}/undo`, { key: 'undo it' })
    const first = await call()
    expect((await call()).body).toEqual(first.body)
    expect((await shop.readOrder(order)).attempts).toBe(0)
  })

  it('is refused for a batch of another user, for an unknown batch, and with a body', async () => {
    const order = await shop.order(await shop.product())
    const batchId = await lastBatch('orders', order.id)
    for (const role of ['seller', 'agent', 'moderator', 'delivery'] as const) {
      await expectRefusal((await api.as(role)).post(`/changes/${batchId}/undo`), 404, 'NOT_FOUND')
    }
    expect(await api.anybody.post(`/changes/${batchId}/undo`)).toMatchObject({ status: 401 })
    expect(await shop.admin.post(`/changes/${order.id}/undo`)).toMatchObject({ status: 404 })
    expect(await shop.admin.post('/changes/x/undo')).toMatchObject({ status: 404 })
    const answer = await shop.admin.post<Problem>(`/changes/${batchId}/undo`, { body: { force: true } })
    await expectInvalid(answer, 'force', 'UNKNOWN_FIELD')
  })
})

describe('undoing an import', () => {
  it('is for the seller who made it, of the orders that have not moved on', async () => {
    const seller = await api.as(await api.createUser({ role: 'seller' }))
    const product = await shop.product({ owner: seller.user.id })
    const batch = { ...newBatch(api.context), verb: 'order.import' as const }
    const rows = [1, 2, 3].map(() => orderInput(product))
    const [moved] = await inTransaction(api.context, (tx) => insertOrders(tx, seller.user, rows, batch))
    await shop.move(moved!, 'CONFIRMED')
    const stranger = await api.as(await api.createUser({ role: 'seller' }))
    const path = `/changes/${batch.id}/undo`
    expect(await stranger.post(path)).toMatchObject({ status: 404 })
    expect(await seller.post(path)).toMatchObject({
      status: 200,
      body: { counts: { changed: 2, refused: 1, refusedBy: { MOVED_ON: 1 } } },
    })
    const left = await seller.get<{ items: Order[] }>(`/orders?product=${product.id}`)
    expect(left.body.items.map(({ id }) => id)).toEqual([moved!.id])
  })
})

describe('undoing one change after the other', () => {
  it('undoes the change before last once the last is undone, and redoes both', async () => {
    const order = await shop.order(await shop.product())
    const status = (await shop.bulk({ ids: [order.id], status: 'CONFIRMED' })).batchId
    await shop.admin.put(`/orders/${order.id}`, { body: { comment: 'gate 4' } })
    const comment = await lastBatch('orders', order.id)
    expect((await shop.undo(status)).refused).toMatchObject([{ code: 'MOVED_ON' }])
    const withoutComment = await shop.undo(comment)
    const asBefore = await shop.undo(status)
    expect(asBefore.counts).toMatchObject({ changed: 1, refused: 0 })
    expect(await shop.readOrder(order)).toMatchObject({ status: 'PENDING', comment: null })
    await shop.undo(asBefore.batchId)
    await shop.undo(withoutComment.batchId)
    expect(await shop.readOrder(order)).toMatchObject({ status: 'CONFIRMED', comment: 'gate 4' })
  })

  it('leaves what another user has changed since', async () => {
    const order = await shop.order(await shop.product())
    const status = (await shop.bulk({ ids: [order.id], status: 'CONFIRMED' })).batchId
    await shop.admin.put(`/orders/${order.id}`, { body: { comment: 'gate 4' } })
    await shop.admin.put(`/orders/${order.id}`, { body: { comment: 'gate 5' } })
    await shop.undo(await lastBatch('orders', order.id))
    expect((await shop.undo(status)).refused).toMatchObject([{ code: 'MOVED_ON' }])
  })
})

describe('undoing a product’s change', () => {
  it('keeps what is reserved covered and what is ordered there', async () => {
    const product = await shop.product({ quantity: 1, name: 'Ventilateur' })
    await shop.admin.put(`/products/${product.id}`, { body: { quantity: 9, name: 'Ventilo' } })
    const order = await shop.order(product, { quantity: 5 })
    await shop.move(order, 'CONFIRMED')
    const [edit, create] = await historyOf('products', product.id)
    expect((await shop.undo(edit!.batchId)).refused).toMatchObject([{ code: 'STOCK_RESERVED' }])
    expect((await shop.undo(create!.batchId)).refused).toMatchObject([{ code: 'MOVED_ON' }])
    await shop.move(order, 'CANCELLED')
    await shop.undo(edit!.batchId)
    expect(await shop.readProduct(product)).toMatchObject({ name: 'Ventilateur', quantity: 1, version: 3 })
    const found = await shop.admin.get<{ total: number }>('/orders?keyword=ventilateur')
    expect(found.body.total).toBe(1)
    const fresh = await shop.product()
    await shop.order(fresh)
    expect((await shop.undo(await lastBatch('products', fresh.id))).refused).toMatchObject([
      { code: 'IN_USE' },
    ])
  })

  it('refuses to restore an order whose product is deleted', async () => {
    const product = await shop.product()
    const order = await shop.order(product)
    const gone = await shop.admin.put<ChangeReport>('/orders/delete', { body: { ids: [order.id] } })
    await shop.admin.put('/products/delete', { body: { ids: [product.id] } })
    expect((await shop.undo(gone.body.batchId)).refused).toMatchObject([{ code: 'PRODUCT_NOT_FOUND' }])
  })

  it('refuses to restore an order whose reference was imported again', async () => {
    const product = await shop.product()
    const [first] = await shop.orders(product, 1, { externalRef: 'FB-1' })
    const gone = await shop.admin.put<ChangeReport>('/orders/delete', { body: { ids: [first] } })
    await shop.orders(product, 1, { externalRef: 'FB-1' })
    expect((await shop.undo(gone.body.batchId)).refused).toMatchObject([{ code: 'ALREADY_IMPORTED' }])
  })
})

describe('undoing a user’s change', () => {
  it('gives back what they were, never a password, never an address that is taken', async () => {
    const user = await api.createUser({ role: 'agent', email: 'old@test.example' })
    const put = (body: Record<string, unknown>) => shop.admin.put<User>(`/users/${user.id}`, { body })
    await put({ role: 'seller', email: 'new@test.example' })
    const batchId = await lastBatch('users', user.id)
    await api.createUser({ email: 'old@test.example' })
    expect((await shop.undo(batchId)).refused).toMatchObject([{ code: 'EMAIL_TAKEN' }])
    await put({ name: 'Aya' })
    expect((await shop.undo(batchId)).refused).toMatchObject([{ code: 'MOVED_ON' }])
    await shop.undo(await lastBatch('users', user.id))
    expect((await shop.admin.get<User>(`/users/${user.id}`)).body).toMatchObject({
      name: user.name,
      role: 'seller',
    })
    await shop.admin.put(`/users/password/${user.id}`, { body: { password: 'another horse' } })
    expect((await shop.undo(await lastBatch('users', user.id))).refused).toMatchObject([
      { code: 'NOT_UNDOABLE' },
    ])
    const gone = await shop.admin.put<ChangeReport>('/users/delete', { body: { ids: [user.id] } })
    await shop.undo(gone.body.batchId)
    expect(await shop.admin.get(`/users/${user.id}`)).toMatchObject({ status: 200 })
  })

  it('never takes the undoer’s own access away', async () => {
    const other = await api.as(await api.createUser({ role: 'admin' }))
    const me = await api.as(await api.createUser({ role: 'admin', isActivated: false }))
    await other.put(`/users/activate/${me.user.id}`)
    const batchId = await lastBatch('users', me.user.id)
    const answer = await me.post<ChangeReport>(`/changes/${batchId}/undo`)
    expect(answer.body.refused).toMatchObject([{ id: me.user.id, code: 'SELF_CHANGE' }])
  })
})
