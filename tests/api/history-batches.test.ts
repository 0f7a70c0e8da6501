import { describe, expect, it } from 'vitest'
import type { Change, ChangeBatch } from '../../domain/changes/changes.ts'
import type { Order } from '../../domain/orders/order.ts'
import { openShopApi, orderInput } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()

type Journal = { items: ChangeBatch[]; total: number }
type Lines = { items: Change[]; total: number }

const newest = async (query = ''): Promise<ChangeBatch> => {
  const { body } = await shop.admin.get<Journal>(`/changes?limit=1${query}`)
  return body.items[0]!
}

describe('the journal', () => {
  it('lists a bulk change as one batch: who, what, how many records, and the first of them', async () => {
    const product = await shop.product({ quantity: 50 })
    const orders = await Promise.all([1, 2, 3, 4].map(() => shop.order(product)))
    await shop.admin.put('/orders/status', {
      body: { ids: orders.map(({ id }) => id), status: 'CONFIRMED' },
    })
    const batch = await newest()
    expect(batch).toMatchObject({
      verb: 'order.confirm',
      resource: 'orders',
      country: 'ic',
      actor: shop.admin.user.id,
      actorName: shop.admin.user.name,
      records: 4,
      undone: 0,
      undoes: null,
    })
    expect(batch.named).toHaveLength(3)
    for (const { number } of batch.named) expect(orders.map((order) => order.number)).toContain(number)
    const { body: lines } = await shop.admin.get<Lines>(`/changes/${batch.id}?limit=2`)
    expect(lines.total).toBe(4)
    expect(lines.items).toHaveLength(2)
    expect(lines.items[0]).toMatchObject({
      before: { status: 'PENDING', statusAt: expect.any(String) },
      after: { status: 'CONFIRMED', statusAt: expect.any(String) },
      name: expect.stringMatching(/^Client/),
      isUndone: false,
    })
  })

  it('describes a delivery by its parcel, and names the records that a line refers to', async () => {
    const courier = await api.as(await api.createUser({ role: 'delivery' }))
    const { shipping } = await shop.move(await shop.order(await shop.product()), 'CONFIRMED', {
      delivery: courier.user.id,
    })
    await shop.admin.put(`/shippings/delivery/${shipping}`, { body: { delivery: null } })
    const { body } = await shop.admin.get<Lines>(`/changes/${(await newest()).id}`)
    expect(body.items).toHaveLength(1)
    expect(body.items[0]).toMatchObject({ resource: 'shippings', verb: 'shipping.unassign' })
    expect(body.items[0]!.names).toEqual({ [courier.user.id]: courier.user.name })
  })

  it('says whether users were let in or shut out, which one verb does, and undoes either', async () => {
    const user = await api.createUser({ role: 'seller' })
    const set = (isActivated: boolean) =>
      shop.admin.put('/users/activate', { body: { ids: [user.id], isActivated } })
    await set(false)
    const out = await newest()
    expect(out).toMatchObject({ verb: 'user.deactivate', records: 1 })
    const { body: lines } = await shop.admin.get<Lines>(`/users/${user.id}/history`)
    expect(lines.items[0]).toMatchObject({ verb: 'user.deactivate', after: { isActivated: false } })
    await set(true)
    expect(await newest()).toMatchObject({ verb: 'user.activate' })
    await set(false)
    expect(await shop.admin.post(`/changes/${(await newest()).id}/undo`)).toMatchObject({
      status: 200,
      body: { counts: { changed: 1 } },
    })
  })

  it('shows what has been undone, by which batch, and that an undo can be undone', async () => {
    const order = await shop.order(await shop.product())
    await shop.move(order, 'CONFIRMED')
    const confirmed = await newest()
    await shop.admin.post(`/changes/${confirmed.id}/undo`)
    const undo = await newest()
    expect(undo).toMatchObject({ verb: 'order.confirm', records: 1, undoes: confirmed.id })
    const { body } = await shop.admin.get<Journal>(`/changes?ids=${confirmed.id}`)
    expect(body.items[0]).toMatchObject({ undone: 1 })
    expect(await shop.admin.post(`/changes/${confirmed.id}/undo`)).toMatchObject({ status: 409 })
    expect(await shop.admin.post(`/changes/${undo.id}/undo`)).toMatchObject({
      status: 200,
      body: { counts: { changed: 1 } },
    })
  })

  it('counts what is still in effect without undone batches and without their undos', async () => {
    const product = await shop.product({ quantity: 50 })
    const orders = await Promise.all([1, 2, 3].map(() => shop.order(product)))
    const ofThese = async (order: { number: number }, isInEffect: boolean) =>
      (
        await shop.admin.get<Journal>(
          `/changes?verb=order.confirm&keyword=${order.number}&isInEffect=${isInEffect}`,
        )
      ).body.total
    for (const order of orders) await shop.move(order, 'CONFIRMED')
    const [, , last] = orders
    expect([await ofThese(last!, true), await ofThese(last!, false)]).toEqual([1, 0])

    await shop.admin.post(`/changes/${(await newest()).id}/undo`)
    expect([await ofThese(last!, true), await ofThese(last!, false)]).toEqual([0, 2])
    expect(await ofThese(orders[0]!, true)).toBe(1)

    await shop.admin.post(`/changes/${(await newest()).id}/undo`)
    expect([await ofThese(last!, true), await ofThese(last!, false)]).toEqual([1, 2])
  })

  it('is narrowed by country, person, resource, verb, day, number and name', async () => {
    const courier = await api.as(await api.createUser({ role: 'delivery' }))
    const order = await shop.order(await shop.product())
    const { shipping } = await shop.move(order, 'CONFIRMED', { delivery: courier.user.id })
    await courier.put(`/shippings/status/${shipping}`, { body: { status: 'OUT_FOR_DELIVERY' } })
    const all = async (query: string) => (await shop.admin.get<Journal>(`/changes?limit=100&${query}`)).body
    expect(await all(`actor=${courier.user.id}`)).toMatchObject({
      total: 1,
      items: [{ verb: 'shipping.dispatch' }],
    })
    expect(
      (await all('resource=shippings&verb=shipping.dispatch')).items.map(({ actor }) => actor),
    ).toContain(courier.user.id)
    expect(
      (await all(`keyword=%23${order.number}`)).items.some(({ named }) => named[0]?.id === order.id),
    ).toBe(true)
    expect(
      (await all(`keyword=${encodeURIComponent(courier.user.name)}&actor=${courier.user.id}`)).total,
    ).toBe(1)
    expect((await all(`country=sn&actor=${courier.user.id}`)).total).toBe(0)
    const tomorrow = new Date(api.context.now().getTime() + 86_400_000).toISOString()
    expect((await all(`from=${tomorrow}`)).total).toBe(0)
    expect((await all(`to=${tomorrow}&actor=${courier.user.id}`)).total).toBe(1)
    for (const query of ['verb=order.fly', 'owner=x', 'limit=501', 'country=xx', 'sort=verb', 'actor=me']) {
      expect(await shop.admin.get(`/changes?${query}`)).toMatchObject({ status: 400 })
    }
  })

  it('shows and undoes only their own changes for users who are not admins', async () => {
    const courier = await api.as(await api.createUser({ role: 'delivery' }))
    const other = await api.as(await api.createUser({ role: 'delivery' }))
    const { shipping } = await shop.move(await shop.order(await shop.product()), 'CONFIRMED', {
      delivery: courier.user.id,
    })
    await courier.put(`/shippings/status/${shipping}`, { body: { status: 'OUT_FOR_DELIVERY' } })
    const { body } = await courier.get<Journal>('/changes')
    expect(body).toMatchObject({ total: 1, items: [{ verb: 'shipping.dispatch', actor: courier.user.id }] })
    const { id } = body.items[0]!
    expect((await other.get<Journal>(`/changes?actor=${courier.user.id}`)).body.total).toBe(0)
    expect(await other.get(`/changes/${id}`)).toMatchObject({ status: 404 })
    expect(await other.post(`/changes/${id}/undo`)).toMatchObject({ status: 404 })
    expect(await courier.get(`/changes/${id}`)).toMatchObject({ status: 200, body: { total: 1 } })
    expect(await courier.post(`/changes/${id}/undo`)).toMatchObject({
      status: 200,
      body: { counts: { changed: 1 } },
    })
  })

  it('never contains a password', async () => {
    const { user } = await api.as('seller')
    await shop.admin.put(`/users/password/${user.id}`, { body: { password: 'un mot de passe neuf' } })
    const batch = await newest('&resource=users')
    expect(batch.verb).toBe('user.set-password')
    const { body } = await shop.admin.get<Lines>(`/changes/${batch.id}`)
    expect(body.items).toMatchObject([{ before: {}, after: {} }])
  })
})

const newestOf = async (order: Order): Promise<string | undefined> => {
  const { body } = await shop.admin.get<{ items: Change[] }>(`/orders/${order.id}/history`)
  return body.items[0]?.batchId
}

it('a write of one record says its batch, a repeated one too; without a change there is none', async () => {
  const order = await shop.order(await shop.product())
  const edit = (comment: string, key: string) =>
    shop.admin.put<Order>(`/orders/${order.id}`, { body: { comment }, headers: { 'idempotency-key': key } })
  const edited = await edit('Portail bleu', 'batch-header-1')
  expect(edited.headers['batch-id']).toBe(await newestOf(order))
  const replayed = await edit('Portail bleu', 'batch-header-1')
  expect(replayed.headers).toMatchObject({
    'idempotency-replayed': 'true',
    'batch-id': edited.headers['batch-id'],
  })
  expect((await edit('Portail bleu', 'batch-header-2')).headers).not.toHaveProperty('batch-id')
  const moved = await shop.admin.put<Order>(`/orders/status/${order.id}`, {
    body: { status: 'NOT_REACHABLE' },
  })
  expect(moved.headers['batch-id']).toBe(await newestOf(order))
  expect(moved.headers['batch-id']).not.toBe(edited.headers['batch-id'])
})

it('a creation says its batch, by which it is undone', async () => {
  const body = orderInput(await shop.product())
  const { body: order, headers } = await shop.admin.post<Order>('/orders', { body })
  expect(headers['batch-id']).toBe(await newestOf(order))
  await shop.admin.post(`/changes/${headers['batch-id']}/undo`)
  expect((await shop.admin.get(`/orders/${order.id}`)).status).toBe(404)
})
