import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Change, ChangeBatch, ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { Job } from '../../domain/jobs/job.ts'
import type { ApiKey, NewApiKey } from '../../domain/keys/key.ts'
import type { Order } from '../../domain/orders/order.ts'
import { keySecrets } from '../../server/db/schema/keys.ts'
import { expectRefusal, makeCaller } from '../support/api/caller.ts'
import { readEvents } from '../support/api/event-reader.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { orderInput, startShop } from '../support/api/shop.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const shop = await startShop(api)

type Page<Item> = { items: Item[]; total: number }
type Made = NewApiKey & { key: string }

const openKey = async (owner: TestUser | 'admin', input: Record<string, unknown> = {}) => {
  const user = await api.as(owner)
  const answer = await user.post<Made>('/keys', {
    body: { name: 'Sheet', verbs: ['orders.read', 'orders.write', 'changes.undo'], ...input },
  })
  expect(answer.status).toBe(201)
  return { user, made: answer.body, caller: makeCaller(api.app, answer.body.key) }
}

const openSeller = async () => {
  const user = await api.createUser({ role: 'seller' })
  return { user, product: await shop.product({ owner: user.id, quantity: 100_000 }) }
}

it('is changed by members alone: a text or list in their place is refused', async () => {
  const { user, made } = await openKey('admin')
  for (const body of ['">"', '[]', '0', 'null']) {
    const answer = await user.put(`/keys/${made.id}`, { body })
    expect({ body, status: answer.status }).toEqual({ body, status: 400 })
  }
})

it('is answered once, stored as a hash, and acts for its owner with its rights alone', async () => {
  const { user, product } = await openSeller()
  const { made, caller, user: seller } = await openKey(user, { verbs: ['order.view', 'order.list'] })
  expect(made.key).toMatch(/^wbk_[0-9a-f]{12}_[\w-]{43}$/)
  expect(made).toMatchObject({ prefix: made.key.slice(0, 16), isActive: true, lastUsedAt: null })
  const read = await seller.get<ApiKey>(`/keys/${made.id}`)
  expect(JSON.stringify(read.body)).not.toContain(made.key)
  const [secret] = await api.context.db.select().from(keySecrets).where(eq(keySecrets.key, made.id))
  expect(JSON.stringify(secret)).not.toContain(made.key.slice(17))

  const order = await shop.order(product)
  expect((await caller.get<Page<Order>>('/orders')).body.items.map(({ id }) => id)).toEqual([order.id])
  expect((await caller.get(`/orders/${order.id}`)).status).toBe(200)
  expect((await caller.get('/sessions/current')).body).toMatchObject({ id: user.id })
  const refused: [Promise<{ status: number; body: unknown }>, Code?][] = [
    [caller.post('/orders', { body: orderInput(product) }), 'FORBIDDEN'],
    [caller.put(`/orders/${order.id}`, { body: { customerName: 'Awa' } })],
    [caller.put('/orders/status', { body: { ids: [order.id], status: 'CANCELLED' } })],
    [caller.post('/orders/download', { body: {} })],
    [caller.get('/products')],
    [caller.get('/users'), 'FORBIDDEN'],
    [caller.get('/keys')],
    [caller.post('/keys', { body: { name: 'Other', verbs: ['orders.read'] } })],
    [caller.put(`/keys/revoke/${made.id}`)],
    [caller.put('/profile/password', { body: {} })],
    [caller.put('/profile', { body: { name: 'Other' } })],
    [caller.get('/profile')],
    [caller.get('/sessions')],
    [caller.delete('/sessions/others')],
    [caller.delete('/sessions/current')],
    [caller.get('/views')],
    [caller.get(`/orders/${order.id}/history`)],
    [caller.get('/changes')],
  ]
  for (const [call, code = 'KEY_FORBIDDEN'] of refused) await expectRefusal(call, 403, code)
  expect((await seller.get<ApiKey>(`/keys/${made.id}`)).body.lastUsedAt).not.toBeNull()
})

it('is not given what its owner does not have, nor a repeated call its secret', async () => {
  const { user } = await openSeller()
  const seller = await api.as(user)
  const body = { name: 'Sheet', verbs: ['orders.read'] }
  const first = await seller.post<Made>('/keys', { body, key: 'once' })
  const again = await seller.post<NewApiKey>('/keys', { body, key: 'once' })
  expect(again.body).toEqual({ ...first.body, key: null })
  const problem = (path: string, code: Code) => ({ errors: [{ path, code }] })
  const refuse = (more: object, path: string, code: Code) =>
    expectRefusal(
      seller.post('/keys', { body: { ...body, ...more } }),
      400,
      'VALIDATION_FAILED',
      problem(path, code),
    )
  await refuse({ verbs: ['users.read'] }, 'verbs', 'FORBIDDEN')
  await refuse({ verbs: ['keys.write'] }, 'verbs', 'NOT_A_CHOICE')
  await refuse({ verbs: ['user.set-password'] }, 'verbs', 'NOT_A_CHOICE')
  await refuse({ verbs: [] }, 'verbs', 'REQUIRED')
  await refuse({ verbs: 'orders.read' }, 'verbs', 'NOT_A_LIST')
  await refuse({ expiresAt: '2020-01-01' }, 'expiresAt', 'IN_THE_PAST')
  await refuse({ expiresAt: 'soon' }, 'expiresAt', 'NOT_A_DATE')
  await refuse({ owner: user.id }, 'owner', 'UNKNOWN_FIELD')
  const update = await seller.put<ApiKey>(`/keys/${first.body.id}`, {
    body: { verbs: ['orders.write', 'orders.read'], expiresAt: '2099-01-01' },
  })
  expect(update.body).toMatchObject({
    verbs: ['orders.read', 'orders.write'],
    // The last second of the day in the key's country.
    expiresAt: '2099-01-01T23:59:59.000Z',
    version: 2,
  })
  const same = { verbs: ['orders.read', 'orders.write'], expiresAt: '2099-01-01' }
  expect((await seller.put<ApiKey>(`/keys/${first.body.id}`, { body: same })).body.version).toBe(2)
  await expectRefusal(
    seller.put(`/keys/${first.body.id}`, { body: { verbs: ['users.read'] } }),
    400,
    'VALIDATION_FAILED',
    problem('verbs', 'FORBIDDEN'),
  )
})

it('is refused at once, with its own code, when it or its owner is not what it was', async () => {
  const refused = async (
    status: number,
    code: Code,
    end: (user: TestUser, made: Made) => Promise<unknown>,
    input: Record<string, unknown> = {},
  ) => {
    const user = await api.createUser({ role: 'admin' })
    const { made, caller } = await openKey(user, input)
    const stream = await readEvents(await origin, { token: made.key })
    expect(stream.status).toBe(200)
    expect((await caller.get('/orders')).status).toBe(200)
    await end(user, made)
    await expectRefusal(caller.get('/orders'), status, code)
    await expectRefusal(caller.post('/orders/resolve', { body: { keys: ['1'] } }), status, code)
    await stream.ended
    expect((await readEvents(await origin, { token: made.key })).status).toBe(status)
  }
  const origin = api.listen()
  const { admin } = shop
  const change = (body: object) => async (user: TestUser) =>
    expect((await admin.put(`/users/${user.id}`, { body })).status).toBe(200)
  await refused(401, 'KEY_REVOKED', (_, { id }) => admin.put(`/keys/revoke/${id}`))
  await refused(401, 'KEY_REVOKED', (_, { id }) => admin.put('/keys/delete', { body: { ids: [id] } }))
  await refused(403, 'KEY_ROLE_CHANGED', change({ role: 'agent' }))
  await refused(403, 'KEY_COUNTRY_CHANGED', change({ country: 'sn' }))
  await refused(403, 'KEY_OWNER_INACTIVE', (user) =>
    admin.put('/users/activate', { body: { ids: [user.id], isActivated: false } }),
  )
  await refused(403, 'KEY_OWNER_INACTIVE', (user) => admin.put('/users/delete', { body: { ids: [user.id] } }))
  const inAnHour = new Date(api.context.now().getTime() + 3_600_000).toISOString()
  const expire = async () => {
    api.clock.advance(3_700_000)
    await shop.order(await shop.product())
  }
  await refused(401, 'KEY_EXPIRED', expire, { expiresAt: inAnHour })
  const wrong = `wbk_${'0'.repeat(12)}_${'A'.repeat(43)}`
  for (const key of [wrong, 'wbk_short-of-all-things', `${(await openKey('admin')).made.key.slice(0, -1)}_`])
    await expectRefusal(makeCaller(api.app, key).get('/orders'), 401, 'KEY_UNKNOWN')
})

it('reaches one country, whatever its owner reaches', async () => {
  const { caller } = await openKey('admin', {
    country: 'sn',
    verbs: ['orders.read', 'orders.write', 'products.read', 'products.write', 'customers.read'],
  })
  const [here, there] = [await shop.product({ country: 'sn' }), await shop.product({ country: 'ic' })]
  const [own, other] = [await shop.order(here), await shop.order(there)]
  const listed = await caller.get<Page<Order>>('/orders?limit=500')
  expect(listed.body.items.every(({ country }) => country === 'sn')).toBe(true)
  expect(listed.body.items.map(({ id }) => id)).toContain(own.id)
  expect((await caller.get<Page<Order>>('/orders?country=ic')).body.total).toBe(0)
  await expectRefusal(caller.get(`/orders/${other.id}`), 404, 'NOT_FOUND')
  await expectRefusal(caller.put(`/orders/${other.id}`, { body: { customerName: 'X' } }), 404, 'NOT_FOUND')
  await expectRefusal(caller.post('/orders', { body: orderInput(there) }), 400, 'PRODUCT_NOT_FOUND')
  expect((await caller.post('/orders', { body: orderInput(here) })).status).toBe(201)
  const hits = await caller.get<{ items: unknown[] }>(`/search?q=${other.customerPhone.slice(1)}`)
  expect(hits.body.items).toEqual([])
  expect((await caller.get(`/customers/${encodeURIComponent(own.customerPhone)}`)).status).toBe(200)
  await expectRefusal(caller.get(`/customers/${encodeURIComponent(other.customerPhone)}`), 404, 'NOT_FOUND')
  const made = await caller.post<{ country: string }>('/products', {
    body: { name: 'Lampe', price: 100, quantity: 3, country: 'sn' },
  })
  expect(made.body.country).toBe('sn')
})

it('has a rate limit of its own, which its answers tell', async () => {
  const { caller, user } = await openKey('admin')
  const first = await caller.get('/orders')
  expect(first.headers).toMatchObject({
    'ratelimit-limit': '3000',
    'ratelimit-remaining': '2999',
    'ratelimit-reset': '60',
  })
  expect((await user.get('/orders')).headers['ratelimit-limit']).toBeUndefined()
  let last = first
  for (let calls = 1; calls <= 3_000 && last.status === 200; calls++) last = await caller.get('/scans/1')
  while (last.status !== 429) last = await caller.get('/scans/1')
  await expectRefusal(Promise.resolve(last), 429, 'TOO_MANY_CALLS')
  expect(last.headers['retry-after']).toBeDefined()
  expect(last.headers['ratelimit-remaining']).toBe('0')
  expect((await user.get('/orders')).status).toBe(200)
})

it('is named in the history, with the person it acted for', async () => {
  const { user, product } = await openSeller()
  const { made, caller, user: seller } = await openKey(user)
  const order = await shop.order(product)
  await caller.put('/orders/comment', { body: { ids: [order.id], comment: 'Du tableur' } })
  const by = { resource: 'keys', id: made.id, name: 'Sheet' }
  const history = await seller.get<Page<Change>>(`/orders/${order.id}/history`)
  expect(history.body.items).toMatchObject([
    { actor: user.id, actorName: user.name, by, verb: 'order.comment' },
    { by: null, verb: 'order.create' },
  ])
  const batches = await seller.get<Page<ChangeBatch>>(`/changes?key=${made.id}`)
  expect(batches.body).toMatchObject({ total: 1, items: [{ actor: user.id, by }] })
  await seller.put('/orders/comment', { body: { ids: [order.id], comment: 'Rappeler' } })
  expect((await seller.get<Page<ChangeBatch>>('/changes?key=none&resource=orders')).body).toMatchObject({
    total: 1,
    items: [{ by: null }],
  })
  // What its owner did is not the key's to undo.
  const [own] = (await seller.get<Page<ChangeBatch>>('/changes?key=none&resource=orders')).body.items
  await expectRefusal(caller.post(`/changes/${own!.id}/undo`), 404, 'NOT_FOUND')
})

it('follows only jobs of its own, which end with it', async () => {
  const { user, product } = await openSeller()
  const { made, caller, user: seller } = await openKey(user)
  const ids = await shop.orders(product, 1_200)
  const async = { prefer: 'respond-async' }
  const others = await seller.put<Job>('/orders/status', {
    headers: async,
    body: { ids, status: 'CANCELLED', dryRun: true },
  })
  const answer = await caller.put<ChangeReport>('/orders/status', { body: { ids, status: 'CANCELLED' } })
  expect(answer.body.counts).toMatchObject({ changed: 1_200, refused: 0 })
  const jobs = await caller.get<Page<Job>>('/jobs')
  expect(jobs.body.items.map(({ kind }) => kind)).toEqual(['order.cancel'])
  expect(jobs.body.items.map(({ id }) => id)).not.toContain(others.body.id)
  const [batch] = (await seller.get<Page<ChangeBatch>>(`/changes?key=${made.id}`)).body.items
  expect(batch).toMatchObject({ records: 1_200, by: { name: 'Sheet' } })
})
