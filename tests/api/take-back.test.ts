import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { IntakeEvent } from '../../domain/intake/intake.ts'
import type { Job } from '../../domain/jobs/job.ts'
import type { ApiKey, NewApiKey } from '../../domain/keys/key.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Product } from '../../domain/products/product.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Source, SourceWithSecret } from '../../domain/sources/source.ts'
import { expectRefusal, makeCaller } from '../support/api/caller.ts'
import { orderInput, startShop } from '../support/api/shop.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const shop = await startShop(api)

type Page<Item> = { items: Item[]; total: number }

const openKey = async (verbs: readonly string[]) => {
  const user = await api.createUser({ role: 'admin' })
  const owner = await api.as(user)
  const { body } = await owner.post<NewApiKey & { key: string }>('/keys', { body: { name: 'Sheet', verbs } })
  return { owner, key: body, caller: makeCaller(api.app, body.key) }
}

const longAgo = '2020-01-01T00:00:00Z'

it('undoes all that a key did, newest first, and spares and lists what people changed since', async () => {
  const { owner, key, caller } = await openKey(['orders.write', 'products.write', 'orders.read'])
  const before = await shop.product()
  const kept = await shop.order(before)
  const { body: product } = await caller.post<Product>('/products', {
    body: { country: 'ic', name: 'Lampe', price: 5_000, quantity: 50 },
  })
  const make = async () => (await caller.post<Order>('/orders', { body: orderInput(product) })).body
  const [plain, moved, edited] = [await make(), await make(), await make()]
  await caller.put(`/orders/status/${moved.id}`, { body: { status: 'CONFIRMED' } })
  await caller.put(`/orders/${plain.id}`, { body: { customerName: 'Issa' } })
  await caller.put(`/orders/${kept.id}`, { body: { customerName: 'Other' } })
  await owner.put(`/orders/${edited.id}`, { body: { customerName: 'Corrected' } })

  const dry = await owner.put<ChangeReport>(`/keys/revoke/${key.id}`, {
    body: { undoSince: longAgo, dryRun: true },
  })
  expect((await caller.get('/orders')).status).toBe(200)
  const done = await owner.put<ChangeReport>(`/keys/revoke/${key.id}`, { body: { undoSince: longAgo } })
  const spared = [
    { id: edited.id, number: edited.number, code: 'MOVED_ON' },
    // An order needs it that stays.
    { id: product.id, number: product.number, code: 'IN_USE' },
  ]
  expect(done.body).toMatchObject({ counts: { changed: 3, refused: 2 }, refused: spared })
  expect(dry.body).toEqual({
    ...done.body,
    batchId: null,
    changed: done.body.changed,
  })
  await expectRefusal(caller.get('/orders'), 401, 'KEY_REVOKED')
  for (const order of [plain, moved])
    await expectRefusal(shop.admin.get(`/orders/${order.id}`), 404, 'NOT_FOUND')
  expect((await shop.readOrder(kept)).customerName).toBe(kept.customerName)
  expect((await shop.readOrder(edited)).customerName).toBe('Corrected')
  // Tried again once nothing needs it.
  await shop.bulk({ ids: [edited.id], status: 'CANCELLED' }).catch(() => undefined)
  await owner.put('/orders/delete', { body: { ids: [edited.id] } })
  const again = await owner.put<ChangeReport>(`/keys/revoke/${key.id}`, { body: { undoSince: longAgo } })
  expect(again.body.changed.map(({ id }) => id)).toEqual([product.id])
  // The redo.
  const redo = await owner.post<ChangeReport>(`/changes/${done.body.batchId}/undo`)
  expect(redo.body.counts.changed).toBeGreaterThan(0)
  expect((await owner.get<ApiKey>(`/keys/${key.id}`)).body.isActive).toBe(false)
})

it('is redone with all that was done to a record: its order, parcel, courier and reserved pieces', async () => {
  const { owner, key, caller } = await openKey(['orders.write', 'shippings.write', 'orders.read'])
  const courier = await api.createUser({ role: 'delivery' })
  const product = await shop.product({ quantity: 50 })
  const make = async () =>
    (await caller.post<Order>('/orders', { body: orderInput(product, { quantity: 2 }) })).body
  const [confirmed, assigned, edited] = [await make(), await make(), await make()]
  await caller.put(`/orders/${confirmed.id}`, { body: { quantity: 3 } })
  for (const { id } of [confirmed, assigned])
    await caller.put(`/orders/status/${id}`, { body: { status: 'CONFIRMED' } })
  const { shipping } = await shop.readOrder(assigned)
  await caller.put(`/shippings/delivery/${shipping}`, { body: { delivery: courier.id } })
  await caller.put(`/orders/${edited.id}`, { body: { customerName: 'Issa' } })
  const stateOf = async ({ id }: Order) => {
    const { body } = await owner.get<Order>(`/orders/${id}`)
    const { status, shippingStatus, delivery, quantity, customerName } = body
    return { status, shippingStatus, delivery, quantity, customerName }
  }
  const states = async () => [await stateOf(confirmed), await stateOf(assigned), await stateOf(edited)]
  const reserved = async () => (await owner.get<Product>(`/products/${product.id}`)).body.reserved
  const before = [await states(), await reserved()]
  const done = await owner.put<ChangeReport>(`/keys/revoke/${key.id}`, { body: { undoSince: longAgo } })
  expect(done.body.counts).toMatchObject({ refused: 0 })
  expect(await reserved()).toBe(0)
  const redo = await owner.post<ChangeReport>(`/changes/${done.body.batchId}/undo`)
  expect(redo.body).toMatchObject({ refused: [] })
  expect([await states(), await reserved()]).toEqual(before)
  await owner.post<ChangeReport>(`/changes/${redo.body.batchId}/undo`)
  for (const { id } of [confirmed, assigned, edited])
    await expectRefusal(owner.get(`/orders/${id}`), 404, 'NOT_FOUND')
  expect(await reserved()).toBe(0)
})

it('takes back from an instant on, or nothing', async () => {
  const { owner, key, caller } = await openKey(['orders.write'])
  const product = await shop.product()
  const early = (await caller.post<Order>('/orders', { body: orderInput(product) })).body
  api.clock.advance(60_000)
  const since = api.context.now().toISOString()
  const late = (await caller.post<Order>('/orders', { body: orderInput(product) })).body
  const body = { undoSince: since }
  const report = await owner.put<ChangeReport>(`/keys/revoke/${key.id}`, { body })
  expect(report.body.changed.map(({ id }) => id)).toEqual([late.id])
  expect((await shop.readOrder(early)).id).toBe(early.id)
  const other = await openKey(['orders.write'])
  await other.caller.post('/orders', { body: orderInput(product) })
  const none = await other.owner.put<ChangeReport>(`/keys/revoke/${other.key.id}`)
  expect(none.body).toMatchObject({ batchId: null, counts: { changed: 0, refused: 0 } })
  await expectRefusal(other.caller.post('/orders', { body: orderInput(product) }), 401, 'KEY_REVOKED')
  await expectRefusal(
    owner.put(`/keys/revoke/${key.id}`, { body: { undoSince: 'yesterday' } }),
    400,
    'VALIDATION_FAILED',
  )
})

it('takes 10,000 records back as a job, and lists the hundred that people edited', async () => {
  const { owner, key, caller } = await openKey(['orders.write', 'orders.read'])
  const product = await shop.product({ quantity: 100_000 })
  const ids = await shop.orders(product, 10_000)
  const written = await caller.put<ChangeReport>('/orders/comment', {
    body: { ids, comment: 'From the sheet' },
  })
  expect(written.body.counts.changed).toBe(10_000)
  const edited = ids.filter((_, at) => at % 100 === 0)
  await owner.put('/orders/comment', { body: { ids: edited, comment: 'By hand' } })

  const dry = await owner.put<ChangeReport>(`/keys/revoke/${key.id}`, {
    body: { undoSince: longAgo, dryRun: true },
  })
  expect(dry.body.counts).toEqual({ changed: 9_900, refused: 100, refusedBy: { MOVED_ON: 100 } })
  const started = await owner.put<Job>(`/keys/revoke/${key.id}`, {
    headers: { prefer: 'respond-async' },
    body: { undoSince: longAgo },
  })
  expect(started.status).toBe(202)
  // The key is gone before the rest is undone.
  await expectRefusal(caller.get('/orders'), 401, 'KEY_REVOKED')
  const job = async () => (await owner.get<Job>(`/jobs/${started.body.id}`)).body
  await expect.poll(async () => (await job()).status, { timeout: 60_000 }).toBe('DONE')
  const { report, done, total, kind } = (await job()) as Job & { report: ChangeReport }
  expect({ done, total, kind }).toEqual({ done: 10_000, total: 10_000, kind: 'key.revoke' })
  expect(report.counts).toEqual(dry.body.counts)
  expect(report.refused.map(({ id }) => id).toSorted()).toEqual(edited.toSorted())
  const some = await owner.get<Page<Order>>(`/orders?ids=${ids.slice(0, 200).join()}&limit=500`)
  const comments = some.body.items.map(({ comment }) => comment)
  expect(comments.filter((comment) => comment === 'By hand')).toHaveLength(2)
  expect(comments.filter((comment) => comment === null)).toHaveLength(198)
}, 120_000)

it('says before what depends on other records of the work, beyond one step', async () => {
  const { owner, key, caller } = await openKey([
    'orders.write',
    'shippings.write',
    'orders.read',
    'shippings.read',
  ])
  const product = await shop.product({ quantity: 10_000 })
  const courier = await shop.courier()
  const ids = await shop.orders(product, 520)
  await caller.put('/orders/status', { body: { ids, status: 'CONFIRMED' } })
  const { body } = await caller.get<Page<Shipping>>(`/shippings?limit=500&sort=-number`)
  const parcels = body.items.map(({ id }) => id)
  await caller.put('/shippings/delivery', { body: { ids: parcels, delivery: courier.id } })
  await caller.put('/shippings/status', { body: { ids: parcels.slice(0, 490), status: 'OUT_FOR_DELIVERY' } })
  const edited = body.items[0]!
  await shop.moveShipping(edited, 'DELIVERED')
  const dry = await owner.put<ChangeReport>(`/keys/revoke/${key.id}`, {
    body: { undoSince: longAgo, dryRun: true },
  })
  const done = await owner.put<ChangeReport>(`/keys/revoke/${key.id}`, { body: { undoSince: longAgo } })
  // The parcel and its order.
  expect(done.body.counts).toEqual({
    changed: 1_018,
    refused: 2,
    refusedBy: { MOVED_ON: 1, SHIPPING_IS_OUT: 1 },
  })
  expect(dry.body.counts).toEqual(done.body.counts)
}, 60_000)

it('is redone in several steps, the newest lines of each record first', async () => {
  const { owner, key, caller } = await openKey(['orders.write', 'orders.read'])
  const ids = await shop.orders(await shop.product({ quantity: 10_000 }), 520)
  await caller.put('/orders/comment', { body: { ids, comment: 'Once' } })
  await caller.put('/orders/comment', { body: { ids, comment: 'Twice' } })
  await caller.put('/orders/status', { body: { ids, status: 'CONFIRMED' } })
  const done = await owner.put<ChangeReport>(`/keys/revoke/${key.id}`, { body: { undoSince: longAgo } })
  expect(done.body.counts).toMatchObject({ changed: 520, refused: 0 })
  const redo = await owner.post<Job>(`/changes/${done.body.batchId}/undo`, {
    headers: { prefer: 'respond-async' },
  })
  expect(redo.status).toBe(202)
  const job = async () => (await owner.get<Job & { report: ChangeReport }>(`/jobs/${redo.body.id}`)).body
  await expect.poll(async () => (await job()).status, { timeout: 60_000 }).toBe('DONE')
  const { report, done: lines } = await job()
  expect([lines, report.counts.refused]).toEqual([1_560, 0])
  const { rows } = await api.context.db.execute(sql`
    select status, comment, count(*)::int as orders from orders where id = any(${sql.param(ids)}::uuid[]) group by 1, 2`)
  expect(rows).toEqual([{ status: 'CONFIRMED', comment: 'Twice', orders: 520 }])
}, 90_000)

it('switches off a source, takes back what its events did, and begins no other', async () => {
  const seller = await api.as(await api.createUser({ role: 'seller' }))
  const { body: source } = await seller.post<SourceWithSecret & { secret: string }>('/sources', {
    body: { country: 'ic', name: 'Boutique', kind: 'generic' },
  })
  await shop.product({ name: 'Lampe de marche', price: 5_000, owner: seller.user.id })
  const send = (id: string) => {
    const payload = JSON.stringify({
      id,
      createdAt: '2026-11-27T08:00:00Z',
      currency: 'XOF',
      customer: { name: 'Awa Koné', phone: '0701020304' },
      address: { line: 'Rue 12', city: 'Abidjan' },
      items: [{ sku: null, name: 'Lampe de marche', quantity: 1, price: 5_000 }],
      outstanding: 5_000,
    })
    const signature = createHmac('sha256', source.secret).update(payload).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-waybill-signature': `sha256=${signature}` }
    return api.app.inject({ method: 'POST', url: source.address, payload, headers })
  }
  for (const id of ['A1', 'A2', 'A3']) await send(id)
  const events = async () => (await seller.get<Page<IntakeEvent>>(`/intake?source=${source.id}`)).body.items
  await expect.poll(async () => (await events()).every(({ verdict }) => verdict !== null)).toBe(true)
  const { items } = (await seller.get<Page<Order>>('/orders')).body
  expect(items).toHaveLength(3)
  const [edited] = items
  await seller.put(`/orders/${edited!.id}`, { body: { comment: 'Rappeler' } })
  const batches = await seller.get<Page<{ by: unknown }>>(`/changes?source=${source.id}`)
  expect(batches.body.items.map(({ by }) => by)).toEqual(
    Array.from({ length: 3 }, () => ({ resource: 'sources', id: source.id, name: 'Boutique' })),
  )
  const dry = await seller.put<ChangeReport>(`/sources/revoke/${source.id}`, {
    body: { undoSince: longAgo, dryRun: true },
  })
  expect(dry.body.counts).toMatchObject({ changed: 2, refused: 1 })
  const done = await seller.put<ChangeReport>(`/sources/revoke/${source.id}`, {
    body: { undoSince: longAgo },
  })
  expect(done.body).toMatchObject({
    counts: { changed: 2, refused: 1 },
    refused: [{ id: edited!.id, code: 'MOVED_ON' }],
  })
  expect((await seller.get<Page<Order>>('/orders')).body.total).toBe(1)
  expect((await events()).map(({ reason }) => reason).toSorted()).toEqual(['TAKEN_BACK', 'TAKEN_BACK', null])
  expect((await seller.get<Source>(`/sources/${source.id}`)).body.isActive).toBe(false)
  expect((await send('A4')).statusCode).toBe(410)
})
