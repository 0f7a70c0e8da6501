import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { WebhookDelivery } from '../../domain/deliveries/delivery.ts'
import { retryDelaysMs } from '../../domain/webhooks/retry-schedule.ts'
import type { Webhook, WebhookWithSecret } from '../../domain/webhooks/webhook.ts'
import type { WebhookEvent } from '../../domain/webhooks/webhook-events.ts'
import { claimDeliveries } from '../../server/services/webhooks/claim-deliveries.ts'
import { createDeliveryRunner, forgetDeliveries } from '../../server/services/webhooks/delivery-runner.ts'
import { writeWorkbook } from '../../server/spreadsheets/write-workbook.ts'
import { startBilling } from '../support/api/billing.ts'
import type { Caller } from '../support/api/caller.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { startShop } from '../support/api/shop.ts'
import { openApi } from '../support/api/start-api.ts'
import { upload } from '../support/spreadsheets/upload.ts'
import { messageOf, startReceiver } from '../support/webhooks/receiver.ts'

const TIMEOUT_MS = 800
const HOUR_MS = 3_600_000

const api = await openApi(
  {},
  { outbound: { isHttpsOnly: false, allowsPrivate: true }, webhookTimeout: TIMEOUT_MS },
)
const shop = await startShop(api)
const receiver = await startReceiver()

type Seller = Caller & { user: TestUser; token: string }
type Page<Item> = { items: Item[]; total: number }

const newSeller = async (): Promise<Seller> => api.as(await api.createUser({ role: 'seller' }))

const listen = async (
  caller: Seller,
  url: string,
  events: readonly WebhookEvent[] = ['order.created'],
): Promise<WebhookWithSecret> =>
  (await caller.post<WebhookWithSecret>('/webhooks', { body: { url, events } })).body

/** Calls with a session that the clock has not ended. */
const again = ({ user }: Seller): Promise<Seller> => api.as(user)

const deliveriesOf = async (seller: Seller, { id }: { id: string }): Promise<WebhookDelivery[]> =>
  (await (await again(seller)).get<Page<WebhookDelivery>>(`/deliveries?webhook=${id}&limit=100`)).body.items

const sellOnce = async (seller: Seller) => {
  const admin = await startShop(api)
  return admin.order(await admin.product({ owner: seller.user.id, quantity: 1_000 }))
}

/** One delivery to a receiver, after its first attempt. */
const tried = async (url: string) => {
  const seller = await newSeller()
  const webhook = await listen(seller, url)
  await sellOnce(seller)
  const read = async (): Promise<WebhookDelivery> => (await deliveriesOf(seller, webhook))[0]!
  await expect.poll(async () => (await read()).attempts, { timeout: 10_000 }).toBe(1)
  return { seller, webhook, read, delivery: await read() }
}

const waitOf = ({ attemptedAt, next }: WebhookDelivery): number =>
  Date.parse(next!) - Date.parse(attemptedAt!)

describe('a receiver that', () => {
  it('answers too late, resets or redirects is tried again, and the log says why', async () => {
    const resets = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    await new Promise<void>((done) => resets.listen(0, '127.0.0.1', done))
    const { port } = resets.address() as { port: number }
    const metadata = 'http://169.254.169.254/latest/meta-data/'
    const redirects = receiver.address((response) => response.writeHead(307, { location: metadata }).end())
    const outcomes = await Promise.all([
      tried(receiver.address(() => undefined).url),
      tried(`http://127.0.0.1:${port}/`),
      tried(redirects.url),
      tried('http://no-such-host.invalid/'),
    ])
    resets.close()
    expect(outcomes.map(({ delivery }) => [delivery.status, delivery.answer, delivery.failure])).toEqual([
      ['waiting', null, 'TIMED_OUT'],
      ['waiting', null, 'CONNECTION_FAILED'],
      ['waiting', 307, null],
      ['waiting', null, 'NAME_NOT_FOUND'],
    ])
    for (const { delivery } of outcomes) {
      expect(waitOf(delivery)).toBeGreaterThanOrEqual(retryDelaysMs[1]!)
      expect(waitOf(delivery)).toBeLessThanOrEqual(retryDelaysMs[1]! * 1.2)
    }
  })

  it('answers without end is read for two kilobytes', async () => {
    const before = process.memoryUsage().rss
    const endless = receiver.address((response) => {
      const pump = (): void => {
        while (response.write(Buffer.alloc(65_536, 'x')));
        response.once('drain', pump)
      }
      pump()
    })
    const { delivery } = await tried(endless.url)
    expect(delivery).toMatchObject({ status: 'delivered', answer: 200, answerText: 'x'.repeat(500) })
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('is slow lets nobody else wait', async () => {
    const slow = await newSeller()
    const hanging = receiver.address(() => undefined)
    await listen(slow, hanging.url)
    const product = await shop.product({ owner: slow.user.id, quantity: 1_000 })
    await shop.orders(product, 40)
    await expect.poll(() => hanging.received().length).toBeGreaterThan(0)
    const fast = await newSeller()
    const quick = receiver.address()
    await listen(fast, quick.url)
    const began = Date.now()
    await shop.orders(await shop.product({ owner: fast.user.id, quantity: 1_000 }), 20)
    await expect.poll(() => quick.received().length, { timeout: 5_000 }).toBe(20)
    expect(Date.now() - began).toBeLessThan(4_000)
    // Four at once, then one while it fails.
    expect(hanging.received().length).toBeLessThan(14)
    await api.context.pool.query(`update deliveries set status = 'failed', next = null where owner = $1`, [
      slow.user.id,
    ])
  })

  it('wants no more (410) is not tried again, and its webhook is switched off', async () => {
    const { seller, webhook, delivery } = await tried(
      receiver.address((response) => response.writeHead(410).end()).url,
    )
    expect(delivery).toMatchObject({ status: 'failed', answer: 410, next: null })
    expect((await seller.get<Webhook>(`/webhooks/${webhook.id}`)).body).toMatchObject({
      isActive: false,
      stopped: 'gone',
    })
  })

  it('says when to come back is left alone until then', async () => {
    const busy = receiver.address((response) => response.writeHead(503, { 'retry-after': '3600' }).end())
    const { delivery } = await tried(busy.url)
    expect(delivery).toMatchObject({ status: 'waiting', answer: 503 })
    expect(waitOf(delivery)).toBeGreaterThan(HOUR_MS - 2_000)
    expect(waitOf(delivery)).toBeLessThan(HOUR_MS + 2_000)
  })

  it('answers 500 for an hour is tried by the schedule until it is well again', async () => {
    const ill = receiver.address((response) => response.writeHead(500).end('down'))
    const began = api.context.now().getTime()
    const { read, webhook, seller } = await tried(ill.url)
    const attempts: number[] = []
    while (api.context.now().getTime() - began < HOUR_MS) {
      const { attempts: made, next } = await read()
      attempts.push(made)
      expect(waitOf(await read())).toBeGreaterThanOrEqual(retryDelaysMs[made]!)
      expect(waitOf(await read())).toBeLessThanOrEqual(retryDelaysMs[made]! * 1.2)
      api.clock.advance(Math.max(0, Date.parse(next!) - api.context.now().getTime()) + 5)
      await expect.poll(async () => (await read()).attempts, { timeout: 10_000 }).toBe(made + 1)
    }
    expect(attempts).toEqual([1, 2, 3, 4])
    const failing = async () =>
      (await (await again(seller)).get<Webhook>(`/webhooks/${webhook.id}`)).body.failingSince
    expect(Date.parse((await failing())!)).toBeLessThan(began + 30_000)
    ill.answer((response) => response.writeHead(200).end())
    api.clock.advance(6 * HOUR_MS)
    await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe('delivered')
    expect(await failing()).toBeNull()
    expect(new Set(ill.received().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const stamps = ill.received().map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(stamps).toEqual(stamps.toSorted((a, b) => a - b))
    expect(stamps.at(-1)! - stamps[0]!).toBeGreaterThan(3_600)
  }, 60_000)

  it('fails for five days ends its webhook, with a mail', async () => {
    const dead = receiver.address((response) => response.writeHead(500).end())
    const { seller, webhook, read } = await tried(dead.url)
    for (let attempt = 1; attempt < retryDelaysMs.length; attempt++) {
      const { next } = await read()
      api.clock.advance(Date.parse(next!) - api.context.now().getTime() + 5)
      await expect.poll(async () => (await read()).attempts, { timeout: 10_000 }).toBe(attempt + 1)
    }
    expect(await read()).toMatchObject({ status: 'failed', attempts: 10, next: null })
    const webhookNow = async () => (await (await again(seller)).get<Webhook>(`/webhooks/${webhook.id}`)).body
    expect(await webhookNow()).toMatchObject({ isActive: true })
    api.clock.advance(48 * HOUR_MS)
    await sellOnce(seller)
    await expect.poll(webhookNow, { timeout: 10_000 }).toMatchObject({ isActive: false, stopped: 'failing' })
    const { rows } = await api.context.pool.query(`select template from mails where "user" = $1`, [
      seller.user.id,
    ])
    expect(rows).toEqual([{ template: 'webhook-off' }])
    const history = await (await again(seller)).get<{ items: object[] }>(`/webhooks/${webhook.id}/history`)
    expect(JSON.stringify(history.body)).toContain('items')
    expect(history.body.items[0]).toMatchObject({ verb: 'webhook.update', after: { isActive: false } })
  }, 120_000)
})

describe('nothing is lost', () => {
  it('by a kill between the change and the sending, or while it is sent', async () => {
    const seller = await newSeller()
    const address = receiver.address()
    await listen(seller, address.url)
    await api.app.webhooks.stop()
    const order = await sellOnce(seller)
    // An instance that claims and dies.
    await claimDeliveries(api.context, 10)
    const other = createDeliveryRunner(api.context, { warn: () => undefined })
    other.start()
    await new Promise((done) => setTimeout(done, 1_500))
    expect(address.received()).toHaveLength(0)
    api.clock.advance(61_000)
    await expect.poll(() => address.received().length, { timeout: 5_000 }).toBe(1)
    expect(messageOf(address.received()[0]!).data).toMatchObject({ id: order.id })
    await other.stop()
  })

  it('and nothing told to an owner who lost their rights, between the change and the sending or before', async () => {
    const seller = await newSeller()
    const address = receiver.address()
    const webhook = await listen(seller, address.url)
    const fresh = await startShop(api)
    const product = await fresh.product({ owner: seller.user.id })
    await fresh.order(product)
    const demote = (role: string) =>
      api.context.pool.query('update users set role = $2 where id = $1', [seller.user.id, role])
    await demote('delivery')
    const runner = createDeliveryRunner(api.context, { warn: () => undefined })
    runner.start()
    const statuses = async () =>
      (
        await api.context.pool.query('select status, failure from deliveries where webhook = $1', [
          webhook.id,
        ])
      ).rows
    await expect.poll(statuses, { timeout: 5_000 }).toEqual([{ status: 'dropped', failure: 'FORBIDDEN' }])
    await fresh.order(product)
    expect(await statuses()).toHaveLength(1)
    expect(address.received()).toHaveLength(0)
    await runner.stop()
  })

  it('and old deliveries are deleted after a month, unless they wait', async () => {
    api.clock.advance(31 * 24 * HOUR_MS)
    await forgetDeliveries(api.context)
    const { rows } = await api.context.pool.query(
      `select count(*)::int as left from deliveries where status <> 'waiting'`,
    )
    expect(rows).toEqual([{ left: 0 }])
  })
})

it('tells of invoices and imports', async () => {
  const runner = createDeliveryRunner(api.context, { warn: () => undefined })
  runner.start()
  const seller = await newSeller()
  const address = receiver.address()
  await listen(seller, address.url, ['invoice.opened', 'invoice.paid', 'import.finished'])
  const fresh = await startShop(api)
  const billing = await startBilling(api, fresh)
  const invoice = await billing.invoice(seller.user)
  const admin = await api.as('admin')
  const paid = await admin.put(`/invoices/status/${invoice.id}`, { body: { status: 'PAID' } })
  expect(paid.status).toBe(200)
  const name = `Lampe ${crypto.randomUUID()}`
  await fresh.product({ owner: seller.user.id, name })
  const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté']
  const rows = [
    header,
    [name, 'Awa', '0708091011', 'Cocody', 1],
    [name, 'Ama', '0708091012', 'Cocody', 'deux'],
  ]
  const file = writeWorkbook([{ name: 'Feuil1', rows }])
  const imported = await upload(api.app, (await again(seller)).token, '/orders/upload-multiple', file)
  expect(imported.status).toBe(200)
  const told = () =>
    address
      .received()
      .map(messageOf)
      .map(({ type, data }) => ({ type, data }))
      .toSorted((a, b) => a.type.localeCompare(b.type))
  await expect.poll(told, { timeout: 10_000 }).toEqual([
    { type: 'import.finished', data: { job: null, created: 1, failed: 1 } },
    { type: 'invoice.opened', data: expect.objectContaining({ id: invoice.id, week: invoice.week }) },
    { type: 'invoice.paid', data: expect.objectContaining({ id: invoice.id, status: 'PAID' }) },
  ])
  await runner.stop()
})
