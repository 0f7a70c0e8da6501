import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { WebhookDelivery } from '../../domain/deliveries/delivery.ts'
import type { Webhook, WebhookWithSecret } from '../../domain/webhooks/webhook.ts'
import { type WebhookEvent, webhookEventNames } from '../../domain/webhooks/webhook-events.ts'
import { newBatch, recordChanges } from '../../server/crud/record-changes.ts'
import { type Caller, expectRefusal } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { startShop } from '../support/api/shop.ts'
import { openApi } from '../support/api/start-api.ts'
import { messageOf, type Received, startReceiver } from '../support/webhooks/receiver.ts'

const api = await openApi({}, { outbound: { isHttpsOnly: false, allowsPrivate: true }, webhookTimeout: 700 })
const shop = await startShop(api)
const receiver = await startReceiver()

type Seller = Caller & { user: TestUser }
type Created = WebhookWithSecret & { secret: string }
type Page<Item> = { items: Item[]; total: number }

const newSeller = async (): Promise<Seller> => api.as(await api.createUser({ role: 'seller' }))

const listen = async (
  caller: Seller,
  url: string,
  events: readonly WebhookEvent[] = webhookEventNames,
): Promise<Created> => {
  const { status, body } = await caller.post<Created>('/webhooks', { body: { url, events } })
  expect(status).toBe(201)
  return body
}

const sold = (seller: Seller, more: object = {}) => shop.product({ owner: seller.user.id, ...more })

const deliveriesOf = async (caller: Seller, { id }: { id: string }): Promise<WebhookDelivery[]> =>
  (await caller.get<Page<WebhookDelivery>>(`/deliveries?webhook=${id}&limit=100`)).body.items

const verify = ({ body, headers }: Received, secret: string): unknown =>
  new Verifier(secret).verify(body, headers as Record<string, string>)

const typesOf = (received: readonly Received[]): string[] => received.map((one) => messageOf(one).type)

describe('a webhook', () => {
  it('tells its owner of changes, signed as Standard Webhooks says', async () => {
    const seller = await newSeller()
    const address = receiver.address()
    const webhook = await listen(seller, address.url, ['order.created', 'order.status'])
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(webhook).toMatchObject({ isActive: true, name: new URL(address.url).host })
    const order = await shop.order(await sold(seller), { externalRef: 'WEB-1' })
    await shop.move(order, 'NOT_REACHABLE')
    await expect.poll(() => address.received().length).toBe(2)
    const [created, moved] = address.received().toSorted((a, b) => a.body.localeCompare(b.body))
    expect(verify(created!, webhook.secret)).toMatchObject({
      type: 'order.created',
      data: { id: order.id, number: order.number, country: 'ic', externalRef: 'WEB-1' },
    })
    expect(messageOf(moved!)).toMatchObject({
      type: 'order.status',
      data: { id: order.id, status: 'NOT_REACHABLE', previousStatus: 'PENDING' },
    })
    for (const one of address.received()) {
      verify(one, webhook.secret)
      expect(one.headers).toMatchObject({ 'content-type': 'application/json' })
      expect(Buffer.byteLength(one.body)).toBeLessThan(20_000)
      expect(one.body).not.toContain(order.customerName)
      expect(one.body).not.toContain('Price')
    }
    await expect
      .poll(async () => (await deliveriesOf(seller, webhook)).map(({ status }) => status))
      .toEqual(['delivered', 'delivered'])
    const [log] = await deliveriesOf(seller, webhook)
    expect(log).toMatchObject({ attempts: 1, answer: 204, failure: null, next: null })
    expect(address.received().map(({ headers }) => headers['webhook-id'])).toContain(log!.id)
  })

  it('answers its secret once, to nobody else and to no repeated call', async () => {
    const seller = await newSeller()
    const { url } = receiver.address()
    const call = { body: { url, events: ['order.created'] }, headers: { 'idempotency-key': 'once' } }
    const first = await seller.post<Created>('/webhooks', call)
    expect((await seller.post<Created>('/webhooks', call)).body).toMatchObject({
      id: first.body.id,
      secret: null,
    })
    expect((await seller.get(`/webhooks/${first.body.id}`)).body).not.toHaveProperty('secret')
    const stranger = await newSeller()
    expect(await stranger.get(`/webhooks/${first.body.id}`)).toMatchObject({ status: 404 })
    const { rows } = await api.context.pool.query('select secret from webhook_secrets where webhook = $1', [
      first.body.id,
    ])
    expect(rows[0].secret.toString('latin1')).not.toContain(first.body.secret.slice(6))
  })

  it('never tells a seller of orders of another, and admins of all', async () => {
    const [seller, other] = [await newSeller(), await newSeller()]
    const admin = await api.as(await api.createUser({ role: 'admin' }))
    const [own, foreign, office] = [receiver.address(), receiver.address(), receiver.address()]
    await listen(seller, own.url)
    await listen(other, foreign.url)
    await listen(admin, office.url)
    const orders = [await shop.order(await sold(seller)), await shop.order(await sold(other))]
    await shop.bulk({ ids: orders.map(({ id }) => id), status: 'CANCELLED' })
    await expect.poll(() => office.received().length).toBe(4)
    for (const address of [own, foreign]) await expect.poll(() => address.received().length).toBe(2)
    for (const [address, { id }] of [
      [own, orders[0]!],
      [foreign, orders[1]!],
    ] as const)
      expect(address.received().map((one) => messageOf(one).data.id)).toEqual([id, id])
  })

  it('tells of parcels and of low stock', async () => {
    const seller = await newSeller()
    const address = receiver.address()
    await listen(seller, address.url)
    const product = await sold(seller, { quantity: 12 })
    const order = await shop.order(product, { quantity: 2 })
    const courier = await shop.courier()
    await shop.move(order, 'CONFIRMED')
    const parcel = await shop.assign(await shop.shippingOf(order), courier)
    await shop.moveShipping(parcel, 'OUT_FOR_DELIVERY')
    await shop.moveShipping(parcel, 'DELIVERED')
    const seen = () => typesOf(address.received()).toSorted()
    await expect
      .poll(seen)
      .toEqual([
        'order.created',
        'order.status',
        'shipping.assigned',
        'shipping.status',
        'shipping.status',
        'shipping.status',
        'stock.low',
      ])
    const dataOf = (type: string) =>
      address
        .received()
        .map(messageOf)
        .find((message) => message.type === type)?.data
    expect(dataOf('stock.low')).toMatchObject({ id: product.id, available: 10 })
    expect(dataOf('shipping.assigned')).toMatchObject({ order: order.id, delivery: courier.id })
  })

  it('hears nothing of what is rolled back, or only tried', async () => {
    const seller = await newSeller()
    const address = receiver.address()
    const webhook = await listen(seller, address.url, ['order.status'])
    const order = await shop.order(await sold(seller))
    await shop.admin.put('/orders/status', { body: { ids: [order.id], status: 'CANCELLED', dryRun: true } })
    const failing = api.context.db.transaction(async (tx) => {
      await recordChanges(tx, shop.admin.user, newBatch(api.context), [
        {
          verb: 'order.cancel',
          resource: 'orders',
          recordId: order.id,
          version: 2,
          before: { status: 'PENDING' },
          after: { status: 'CANCELLED' },
        },
      ])
      const queued = await tx.execute(`select 1 from deliveries where webhook = '${webhook.id}'`)
      expect(queued.rows).toHaveLength(1)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await shop.move(order, 'NOT_REACHABLE')
    await expect.poll(() => address.received().length).toBe(1)
    expect(await deliveriesOf(seller, webhook)).toHaveLength(1)
  })

  it('hears of an undo as of any other change', async () => {
    const seller = await newSeller()
    const address = receiver.address()
    await listen(seller, address.url, ['order.status', 'order.created', 'order.deleted'])
    const order = await shop.order(await sold(seller))
    const report = await shop.bulk({ ids: [order.id], status: 'NOT_REACHABLE' })
    const undone = await shop.undo(report.batchId)
    await shop.undo(undone.batchId)
    const statuses = () =>
      address
        .received()
        .map(messageOf)
        .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
        .map(({ type, data }) => [type, data.status])
    await expect.poll(statuses).toEqual([
      ['order.created', expect.anything()],
      ['order.status', 'NOT_REACHABLE'],
      ['order.status', 'PENDING'],
      ['order.status', 'NOT_REACHABLE'],
    ])
  })

  it('is signed with both secrets for a day after a rotation', async () => {
    const seller = await newSeller()
    const address = receiver.address()
    const webhook = await listen(seller, address.url, ['order.created'])
    const { status, body: rotated } = await seller.put<Created>(`/webhooks/rotate/${webhook.id}`)
    expect(status).toBe(200)
    expect(rotated.secret).not.toBe(webhook.secret)
    await shop.order(await sold(seller))
    await expect.poll(() => address.received().length).toBe(1)
    const [message] = address.received()
    expect(verify(message!, webhook.secret)).toEqual(verify(message!, rotated.secret))
    expect(message!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  })

  it('can be tested, unless it is off', async () => {
    const seller = await newSeller()
    const address = receiver.address((response) => response.writeHead(200).end('Bonjour'))
    const webhook = await listen(seller, address.url, ['order.created'])
    const test = await seller.put<WebhookDelivery>(`/webhooks/test/${webhook.id}`)
    expect(test).toMatchObject({
      status: 200,
      body: { event: 'webhook.test', status: 'waiting', attempts: 0 },
    })
    await expect
      .poll(async () => (await seller.get<WebhookDelivery>(`/deliveries/${test.body.id}`)).body)
      .toMatchObject({ status: 'delivered', answer: 200, answerText: 'Bonjour' })
    expect(messageOf(address.received()[0]!)).toMatchObject({
      type: 'webhook.test',
      data: { webhook: webhook.id },
    })
    await seller.put(`/webhooks/${webhook.id}`, { body: { isActive: false } })
    await expectRefusal(seller.put(`/webhooks/test/${webhook.id}`), 409, 'WEBHOOK_OFF')
  })

  it('takes known events and addresses that may be called only', async () => {
    const seller = await newSeller()
    const refused = (body: object) => seller.post('/webhooks', { body })
    const { url } = receiver.address()
    expect(await refused({ url, events: [] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'events', code: 'REQUIRED' }] },
    })
    for (const [events, code] of [
      ['order.created', 'NOT_A_LIST'],
      [['order.paid'], 'NOT_A_CHOICE'],
    ] as const)
      expect(await refused({ url, events })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'events', code }] },
      })
    const events = ['stock.low', 'order.created', 'stock.low']
    const { body: kept } = await seller.post<Webhook>('/webhooks', { body: { url, events } })
    expect(kept.events).toEqual(['order.created', 'stock.low'])
    api.context.outbound = { isHttpsOnly: true, allowsPrivate: false }
    try {
      for (const wrong of [url, 'https://127.0.0.1/', 'http://shop.example/', 'https://10.0.0.1/'])
        for (const answer of [
          await refused({ url: wrong, events }),
          await seller.put(`/webhooks/${kept.id}`, { body: { url: wrong } }),
        ])
          expect([wrong, answer]).toMatchObject([
            wrong,
            { status: 400, body: { errors: [{ path: 'url', code: 'ADDRESS_FORBIDDEN' }] } },
          ])
    } finally {
      api.context.outbound = { isHttpsOnly: false, allowsPrivate: true }
    }
    expect(await seller.put(`/webhooks/${kept.id}`, { body: { name: '' } })).toMatchObject({
      status: 200,
      body: { name: new URL(url).host },
    })
  })

  it('is one of twenty at most', async () => {
    const seller = await newSeller()
    const { url } = receiver.address()
    for (let made = 0; made < 20; made++) await listen(seller, url, ['order.created'])
    await expectRefusal(
      seller.post('/webhooks', { body: { url, events: ['order.created'] } }),
      409,
      'TOO_MANY_WEBHOOKS',
    )
  })
})

describe('a bulk change', () => {
  it('writes its events in as many statements for 300 orders as for 10', async () => {
    const seller = await newSeller()
    const address = receiver.address()
    const webhook = await listen(seller, address.url, ['order.status'])
    const counted = async (count: number) => {
      const ids = await shop.orders(await sold(seller, { quantity: 1_000 }), count)
      return countStatements(api.context.pool, async () => {
        const { counts } = await shop.bulk({ ids, status: 'NOT_REACHABLE' })
        expect(counts.changed).toBe(count)
      })
    }
    const few = await counted(10)
    expect(await counted(300)).toBe(few)
    const { body } = await seller.get<Page<WebhookDelivery>>(`/deliveries?webhook=${webhook.id}&limit=1`)
    expect(body.total).toBe(310)
  })
})

describe('deliveries', () => {
  it('are sent again by id or by filter, after a dry run, with the same id', async () => {
    const seller = await newSeller()
    const address = receiver.address((response) => response.writeHead(410).end())
    const webhook = await listen(seller, address.url, ['order.created'])
    const product = await sold(seller)
    await shop.order(product)
    await expect
      .poll(async () => (await deliveriesOf(seller, webhook)).map(({ status }) => status))
      .toEqual(['failed'])
    await expect
      .poll(async () => (await seller.get<Webhook>(`/webhooks/${webhook.id}`)).body)
      .toMatchObject({ isActive: false, stopped: 'gone' })
    await shop.order(product)
    expect(await deliveriesOf(seller, webhook)).toHaveLength(1)
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const where = { webhook: webhook.id, status: 'failed', from: since }
    const replay = (body: object) => seller.put<ChangeReport>('/deliveries/replay', { body })
    expect((await replay({ where })).body.counts).toMatchObject({ changed: 0, refusedBy: { WEBHOOK_OFF: 1 } })
    address.answer((response) => response.writeHead(200).end())
    await seller.put(`/webhooks/${webhook.id}`, { body: { isActive: true } })
    expect((await seller.get<Webhook>(`/webhooks/${webhook.id}`)).body).toMatchObject({
      stopped: null,
      failingSince: null,
    })
    expect((await replay({ where, dryRun: true })).body).toMatchObject({
      batchId: null,
      counts: { changed: 1 },
    })
    expect(address.received()).toHaveLength(1)
    expect((await replay({ where })).body.counts).toMatchObject({ changed: 1, refused: 0 })
    await expect.poll(() => address.received().length).toBe(2)
    const [first, second] = address.received()
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.body).toBe(first!.body)
    const stranger = await newSeller()
    const [{ id } = { id: '' }] = await deliveriesOf(seller, webhook)
    expect(
      (await stranger.put<ChangeReport>('/deliveries/replay', { body: { ids: [id] } })).body.counts,
    ).toMatchObject({
      changed: 0,
      refusedBy: { NOT_FOUND: 1 },
    })
    const { rows } = await api.context.pool.query(`select template, "user" from mails where "user" = $1`, [
      seller.user.id,
    ])
    expect(rows).toEqual([{ template: 'webhook-off', user: seller.user.id }])
  })
})
