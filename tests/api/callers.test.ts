import { describe, expect, it } from 'vitest'
import { coversStanding, standingOf } from '../../domain/access/actor.ts'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { OrderProduct } from '../../domain/products/product.ts'
import type { Claim } from '../../domain/triage/claim.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { readEvents } from '../support/api/event-reader.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const origin = await api.listen()
const seller = await api.createUser({ role: 'seller' })
const product = await shop.product({ owner: seller.id, name: 'Montre' })
const other = await shop.product({ owner: seller.id, name: 'Lampe', price: 5_000 })
const foreign = await shop.product({ name: 'Sac' })
const abroad = await shop.product({ country: 'sn', name: 'Savon' })

const newCaller = async (more: object = {}) =>
  api.as(await api.createUser({ role: 'agent', calls: true, ...more }))
const caller = await newCaller()
const agent = await api.as(await api.createUser({ role: 'agent' }))
const newOrder = (input: object = {}) => shop.order(product, input)

describe('the capability of calling', () => {
  it('is given to agents by an admin, one by one or many, undone and found in the list', async () => {
    const one = await api.createUser({ role: 'agent' })
    const given = await shop.admin.put<ChangeReport>('/users/calls', { body: { ids: [one.id], calls: true } })
    expect(given.body).toMatchObject({ changed: [{ id: one.id }], refused: [] })
    const read = async () => (await shop.admin.get(`/users/${one.id}`)).body
    expect(await read()).toMatchObject({ calls: true })
    const found = await shop.admin.get<{ items: { id: string; calls: boolean }[] }>(
      '/users?calls=true&limit=500',
    )
    expect(found.body.items.map(({ id }) => id)).toContain(one.id)
    expect(found.body.items.every(({ calls }) => calls)).toBe(true)
    await shop.undo(given.body.batchId)
    expect(await read()).toMatchObject({ calls: false })
    expect((await shop.admin.put(`/users/${one.id}`, { body: { calls: true } })).body).toMatchObject({
      calls: true,
    })
    const history = await shop.admin.get<{ items: Change[] }>(`/users/${one.id}/history`)
    expect(history.body.items[0]).toMatchObject({ verb: 'user.update', after: { calls: true } })
  })

  it('takes claims with it, also when giving it is undone', async () => {
    const one = await api.createUser({ role: 'agent' })
    const given = await shop.admin.put<ChangeReport>('/users/calls', { body: { ids: [one.id], calls: true } })
    await newOrder()
    const held = async () =>
      (await api.context.pool.query('select 1 from order_claims where "user" = $1', [one.id])).rowCount
    const calling = await api.as(one)
    await calling.post('/orders/claim', { body: { where: { country: 'ic' }, count: 1 } })
    expect(await held()).toBe(1)
    await shop.undo(given.body.batchId)
    expect(await held()).toBe(0)
  })

  it('reads as taken away in the history, and asks nothing twice', async () => {
    const { id } = await api.createUser({ role: 'agent', calls: true })
    const again = { ids: [id], calls: true }
    const { body } = await shop.admin.put<ChangeReport>('/users/calls', { body: again })
    expect(body.refused).toMatchObject([{ id, code: 'ALREADY_THERE' }])
    await shop.admin.put('/users/calls', { body: { ids: [id], calls: false } })
    const history = await shop.admin.get<{ items: Change[] }>(`/users/${id}/history`)
    expect(history.body.items[0]).toMatchObject({ verb: 'user.stop-calls', after: { calls: false } })
  })

  it.each(['admin', 'seller', 'moderator', 'delivery'] as const)('is no %s’s', async (role) => {
    const { id } = await api.createUser({ role })
    const { body } = await shop.admin.put<ChangeReport>('/users/calls', { body: { ids: [id], calls: true } })
    expect(body.refused).toMatchObject([{ id, code: 'CALLS_OF_AGENTS' }])
    const answer = await shop.admin.put(`/users/${id}`, { body: { calls: true } })
    await expectRefusal(answer, 400, 'VALIDATION_FAILED')
    expect(answer.body.errors).toEqual([expect.objectContaining({ path: 'calls', code: 'CALLS_OF_AGENTS' })])
    expect((await shop.admin.put(`/users/${id}`, { body: { calls: null } })).status).toBe(200)
  })

  it('is given with the account, and ends with the role', async () => {
    const body = { country: 'ic', name: 'Awa Diop', phone: '+2250701020304', password: 'un mot de passe' }
    const made = await shop.admin.post('/users', {
      body: { ...body, role: 'agent', calls: true, email: 'awa.calls@test.example' },
    })
    expect(made).toMatchObject({ status: 201, body: { calls: true } })
    const refused = await shop.admin.post('/users', {
      body: { ...body, role: 'seller', calls: true, email: 'awa.sells@test.example' },
    })
    await expectRefusal(refused, 400, 'VALIDATION_FAILED')
    const moved = await shop.admin.put(`/users/${made.body.id}`, { body: { role: 'moderator' } })
    expect(moved.body).toMatchObject({ role: 'moderator', calls: false })
  })

  it('counts at once in an open session, and its claims go with it', async () => {
    const one = await newCaller()
    const { id } = await newOrder()
    expect(one.user.calls).toBe(true)
    expect((await one.get('/sessions/current')).body).toMatchObject({ calls: true })
    expect((await one.post('/orders/claim', { body: { ids: [id] } })).status).toBe(200)
    await shop.admin.put('/users/calls', { body: { ids: [one.user.id], calls: false } })
    await expectRefusal(one.post('/orders/claim', { body: {} }), 403, 'FORBIDDEN')
    await expectRefusal(one.get(`/orders/${id}`), 403, 'FORBIDDEN')
    const next = await newCaller()
    expect((await next.post<Claim>('/orders/claim', { body: { ids: [id] } })).body.order?.id).toBe(id)
  })

  it('is a standing of its own: what an agent saved before is not shown after, nor the other way', () => {
    const actor = { ...agent.user, calls: false }
    expect(coversStanding({ ...actor, calls: true }, standingOf(actor))).toBe(false)
    expect(coversStanding(actor, standingOf({ ...actor, calls: true }))).toBe(false)
  })
})

describe('a caller', () => {
  it('works the queue of their country', async () => {
    await newOrder()
    await shop.order(abroad)
    const { body } = await caller.post<Claim>('/orders/claim', {
      body: { where: { country: 'ic' }, count: 10 },
    })
    expect(body.order).not.toBeNull()
    for (const order of [body.order!, ...body.ahead]) expect(order.country).toBe('ic')
    await caller.delete('/orders/claim')
  })

  it('confirms, calls back, cancels with a reason and undoes that', async () => {
    const [one, two, three] = [await newOrder(), await newOrder(), await newOrder()]
    const send = (id: string, body: object) =>
      caller.put<ChangeReport>('/orders/status', { body: { ids: [id], ...body } })
    const confirmed = await send(one.id, { status: 'CONFIRMED' })
    expect(confirmed.body.changed).toMatchObject([{ id: one.id }])
    const callbackAt = new Date(api.context.now().getTime() + 3_600_000).toISOString()
    await send(two.id, { status: 'NOT_REACHABLE', callbackAt })
    expect(await shop.readOrder(two)).toMatchObject({ status: 'NOT_REACHABLE', attempts: 1, callbackAt })
    await send(three.id, { status: 'CANCELLED', reason: 'Trop cher' })
    expect(await shop.readOrder(three)).toMatchObject({ status: 'CANCELLED', comment: 'Trop cher' })
    expect((await caller.post(`/changes/${confirmed.body.batchId}/undo`)).status).toBe(200)
    expect(await shop.readOrder(one)).toMatchObject({ status: 'PENDING', shipping: null })
  })

  it('changes no status but that of an order that waits for a call', async () => {
    const confirmed = await newOrder()
    await shop.move(confirmed, 'CONFIRMED')
    const cancelled = await newOrder()
    await shop.move(cancelled, 'CANCELLED')
    const move = (id: string, body: object) => caller.put(`/orders/status/${id}`, { body })
    await expectRefusal(move(confirmed.id, { status: 'CANCELLED' }), 409, 'ORDER_NOT_PENDING')
    await expectRefusal(move(cancelled.id, { status: 'PENDING', comment: 'Si' }), 403, 'FORBIDDEN')
    await expectRefusal(caller.put('/orders/delete', { body: { ids: [cancelled.id] } }), 403, 'FORBIDDEN')
    await expectRefusal(caller.post('/orders', { body: {} }), 403, 'FORBIDDEN')
  })

  it('corrects address, phone, quantity and product of a pending order, and comments', async () => {
    const { id, price } = await newOrder()
    const edit = (body: object) => caller.put<Order>(`/orders/${id}`, { body })
    expect(
      (await edit({ customerAddress: 'Yopougon', customerPhone: '+2250700000001', quantity: 3 })).body,
    ).toMatchObject({
      ...{ customerAddress: 'Yopougon', customerPhone: '+2250700000001' },
      ...{ quantity: 3, price, totalPrice: 3 * price },
    })
    expect((await edit({ product: other.id })).body).toMatchObject({
      productName: 'Lampe',
      price: 5_000,
      totalPrice: 15_000,
    })
    expect((await edit({ comment: 'Rappeler le soir' })).status).toBe(200)
    expect((await caller.put('/orders/comment', { body: { ids: [id], comment: 'Vu' } })).status).toBe(200)
    for (const body of [
      { price: 1 },
      { customerName: 'Autre' },
      { sourceName: 'Autre' },
      { externalRef: 'X' },
    ])
      await expectRefusal(edit(body), 400, 'VALIDATION_FAILED')
    await expectRefusal(edit({ product: foreign.id }), 400, 'PRODUCT_NOT_FOUND')
    await shop.move({ id }, 'CONFIRMED')
    await expectRefusal(edit({ customerAddress: 'Plateau' }), 409, 'ORDER_NOT_PENDING')
  })

  it('is offered the products of the order’s seller in its country', async () => {
    const { id } = await newOrder()
    const { body } = await caller.get<{ items: OrderProduct[]; total: number }>(`/orders/${id}/products`)
    expect(body.items.map(({ name }) => name)).toEqual(['Lampe', 'Montre'])
    expect(body.items[0]).toMatchObject({ price: 5_000 })
    const away = await shop.order(abroad)
    await expectRefusal(caller.get(`/orders/${away.id}/products`), 404, 'NOT_FOUND')
    await expectRefusal(agent.get(`/orders/${id}/products`), 403, 'FORBIDDEN')
  })

  it('opens an order of the country with its history, none of another', async () => {
    const { id } = await newOrder()
    expect((await caller.get(`/orders/${id}`)).status).toBe(200)
    expect((await caller.get(`/orders/${id}/history`)).status).toBe(200)
    const away = await shop.order(abroad)
    for (const path of [`/orders/${away.id}`, `/orders/${away.id}/history`])
      await expectRefusal(caller.get(path), 404, 'NOT_FOUND')
  })

  it('knows a customer from all orders of the country; an agent who does not call, from parcels', async () => {
    const phone = '+2250544332299'
    await newOrder({ customerPhone: phone })
    await shop.order(abroad, { customerPhone: phone })
    const { body } = await caller.get<Customer>(`/customers/${phone}`)
    expect(body).toMatchObject({ orders: 1, confirmationRate: 0 })
    await expectRefusal(agent.get(`/customers/${phone}`), 404, 'NOT_FOUND')
  })
})

describe('what the table denies a caller', () => {
  const closed: [string, () => Promise<{ status: number; body: unknown }>][] = [
    ['the list', () => caller.get('/orders')],
    ['the list by ids', () => caller.get(`/orders?ids=${product.id}`)],
    ['the list read incrementally', () => caller.get('/orders?updatedAfter=2026-01-01T00:00:00Z')],
    ['the search of orders', () => caller.get('/search?q=Client&resource=orders')],
    ['an export', () => caller.post('/orders/download')],
    ['keys in pasted text', () => caller.post('/orders/resolve', { body: { keys: ['1'] } })],
    ['the products', () => caller.get('/products')],
    ['the search of products', () => caller.get('/search?q=Montre&resource=products')],
    ['figures', () => caller.get('/analytics')],
    ['a key', () => caller.post('/keys', { body: { country: 'ic', name: 'K', verbs: ['orders.read'] } })],
  ]
  it.each(closed)('%s', async (_, call) => {
    await expectRefusal(call(), 403, 'FORBIDDEN')
  })

  it('a view of the list', async () => {
    const body = { resource: 'orders', name: 'Toutes' }
    await expectInvalid(caller.post('/views', { body }), 'resource', 'NOT_A_CHOICE')
  })

  it('orders in the search of everything', async () => {
    const order = await newOrder({ customerName: 'Fatoumata Sangaré' })
    for (const text of ['Fatoumata Sangaré', String(order.number), order.customerPhone]) {
      const { body } = await caller.get<{ items: { resource: string }[] }>(
        `/search?q=${encodeURIComponent(text)}`,
      )
      expect(body.items.filter(({ resource }) => resource === 'orders')).toEqual([])
    }
  })

  it('filters of a change, which would tell which orders match, and how many', async () => {
    await newOrder({ customerName: 'Fatoumata Sangaré' })
    for (const where of [{}, { keyword: 'Fatoumata' }, { status: 'PENDING' }]) {
      for (const dryRun of [true, false]) {
        const body = { where, status: 'CANCELLED', ...(dryRun && { dryRun }) }
        await expectRefusal(caller.put('/orders/status', { body }), 403, 'FORBIDDEN')
        await expectRefusal(
          caller.put('/orders/comment', { body: { where, comment: 'x', ...(dryRun && { dryRun }) } }),
          403,
          'FORBIDDEN',
        )
      }
    }
    for (const where of [{ keyword: 'Fatoumata' }, { product: product.id }, { total: '1..' }])
      await expectRefusal(caller.post('/orders/claim', { body: { where } }), 403, 'FORBIDDEN')
  })

  it('changes of others in the journal', async () => {
    const order = await newOrder()
    await shop.move(order, 'NOT_REACHABLE')
    const own = await caller.put<ChangeReport>('/orders/status', {
      body: { ids: [order.id], status: 'CANCELLED' },
    })
    const { body } = await caller.get<{ items: { id: string; actor: string }[] }>('/changes?limit=100')
    expect(body.items.map(({ id }) => id)).toContain(own.body.batchId)
    expect(body.items.every(({ actor }) => actor === caller.user.id)).toBe(true)
  })

  it('orders of other countries in the stream, and all of them once it is taken away', async () => {
    const one = await newCaller()
    const reader = await readEvents(origin, { token: one.token })
    const seen = (): string[] => reader.messages.flatMap(({ data }) => data.ids ?? [])
    const away = await shop.order(abroad)
    const here = await newOrder()
    await expect.poll(seen, { timeout: 10_000 }).toContain(here.id)
    expect(seen()).not.toContain(away.id)
    await shop.admin.put('/users/calls', { body: { ids: [one.user.id], calls: false } })
    const later = await newOrder()
    const parcel = await shop.shippingOf(await shop.move(later, 'CONFIRMED'))
    await shop.moveShipping(parcel, 'CANCELLED').catch(() => undefined)
    await expect.poll(seen, { timeout: 10_000 }).toContain(parcel.id)
    expect(seen()).not.toContain(later.id)
    reader.close()
  })
})
