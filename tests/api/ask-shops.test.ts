import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { IntakeEvent } from '../../domain/intake/intake.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Source, SourceWithSecret } from '../../domain/sources/source.ts'
import { askShops } from '../../server/services/intake/ask-shops.ts'
// Type of `app.intake`, not declared by the application's types.
import type {} from '../../server/services/intake/intake-runner.ts'
import { expectInvalid } from '../support/api/caller.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi({}, { outbound: { isHttpsOnly: false, allowsPrivate: true } })

type Page<Item> = { items: Item[]; total: number }
type Answer = { status?: number; body: unknown }

/** The shop: what it answers, and what it was asked. */
let answer: (request: IncomingMessage, body: string) => Answer = () => ({ body: [] })
const asked: { url: URL; headers: IncomingMessage['headers']; body: string }[] = []
let address = ''

const shop = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    asked.push({ url: new URL(request.url!, address), headers: request.headers, body })
    const said = answer(request, body)
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json' })
    response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body))
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
afterAll(() => shop.close())
beforeEach(async () => {
  asked.splice(0)
  // Those of the tests before.
  await api.context.db.execute(sql`delete from source_access`)
})

const wooOrder = (id: number, more: object = {}) => ({
  id,
  number: String(id),
  status: 'processing',
  currency: 'XOF',
  date_created_gmt: '2026-11-27T08:00:00',
  date_modified_gmt: '2026-11-27T08:00:00',
  total: '9500.00',
  payment_method: 'cod',
  billing: {
    first_name: 'Awa',
    last_name: 'Koné',
    phone: '0701020304',
    address_1: 'Rue 12',
    city: 'Abidjan',
    country: 'CI',
  },
  shipping: {},
  line_items: [{ id: 1, name: 'Lampe de marche', sku: '', quantity: 1, price: 9500, total: '9500.00' }],
  ...more,
})

/** The shop's own webhook; its status. */
const deliver = async (source: SourceWithSecret, topic: string, order: object): Promise<number> => {
  const body = JSON.stringify(order)
  const { statusCode } = await api.app.inject({
    method: 'POST',
    url: source.address,
    payload: body,
    headers: {
      'content-type': 'application/json',
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-signature': createHmac('sha256', source.secret!).update(body).digest('base64'),
    },
  })
  return statusCode
}

const connect = async (kind: 'woocommerce' | 'shopify' | 'youcan') => {
  const seller = await api.as(await api.createUser({ role: 'seller' }))
  const admin = await api.as('admin')
  await admin.post('/products', {
    body: { country: 'ic', name: 'Lampe de marche', price: 9_500, quantity: 100, owner: seller.user.id },
  })
  const body = { country: 'ic', name: `Boutique ${kind}`, kind }
  const { body: source } = await seller.post<SourceWithSecret>('/sources', { body })
  const set = await seller.put<Source>(`/sources/access/${source.id}`, {
    body: { shopUrl: address, accessToken: 'ck_12345678:cs_12345678' },
  })
  expect(set).toMatchObject({ status: 200, body: { shopUrl: address, askFailure: null } })
  expect(JSON.stringify(set.body)).not.toContain('ck_')
  const inbox = async () =>
    (await seller.get<Page<IntakeEvent>>(`/intake?source=${source.id}&limit=100`)).body
  const worked = async (total: number) => {
    api.app.intake.wake()
    await expect
      .poll(async () => (await inbox()).items.filter(({ verdict }) => verdict !== null).length)
      .toBe(total)
    return (await inbox()).items
  }
  const orders = async () => (await seller.get<Page<Order>>('/orders')).body
  const read = async () => (await seller.get<Source>(`/sources/${source.id}`)).body
  /** Ten minutes later. */
  const look = async () => {
    api.clock.advance(10 * 60_000 + 1_000)
    return askShops(api.context)
  }
  /** Runs while the source's events are left to wait, as if another instance were at them. */
  const withoutWorker = (run: () => Promise<void>) =>
    api.context.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`intake ${source.id}`}, 0))`)
      await run()
    })
  const waiting = async () => {
    const unworked = sql`select 1 from intake where source = ${source.id}::uuid and worked_at is null`
    return (await api.context.db.execute(unworked)).rows.length
  }
  return { seller, source, worked, orders, read, look, waiting, withoutWorker }
}

test('a shop of WooCommerce is asked for what changed, by pages, and what no event told becomes an order once', async () => {
  const { worked, orders, look, read } = await connect('woocommerce')
  const all = Array.from({ length: 52 }, (_, at) => wooOrder(at + 1))
  answer = ({ url }) => {
    const page = Number(new URL(url!, address).searchParams.get('page'))
    return { body: all.slice((page - 1) * 50, page * 50) }
  }
  expect(await look()).toBe(52)
  expect(asked.map(({ url }) => [url.pathname, url.searchParams.get('page')])).toEqual([
    ['/wp-json/wc/v3/orders', '1'],
    ['/wp-json/wc/v3/orders', '2'],
  ])
  expect(asked[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('ck_12345678:cs_12345678').toString('base64')}`,
  )
  expect((await worked(52)).every(({ verdict }) => verdict === 'created')).toBe(true)
  expect((await orders()).total).toBe(52)

  // The next look: the same orders, one of them changed.
  const { url: first } = asked[0]!
  asked.splice(0)
  all[3] = wooOrder(4, { date_modified_gmt: '2026-11-27T09:00:00', customer_note: 'Après 17 h' })
  expect(await look()).toBe(1)
  const since = (url: URL) => Date.parse(`${url.searchParams.get('modified_after')}Z`)
  expect(since(asked[0]!.url)).toBeGreaterThan(since(first))
  const events = await worked(53)
  expect(events.filter(({ verdict }) => verdict === 'updated')).toHaveLength(1)
  expect((await orders()).total).toBe(52)
  expect(await read()).toMatchObject({ askFailure: null, askedAt: expect.any(String) })
})

test('a shop that refuses, cannot be read or is not there is said, and asked again from where it was left', async () => {
  const { look, read, source } = await connect('woocommerce')
  const cases = [
    [() => ({ status: 401, body: {} }), 'SHOP_REFUSED_ACCESS'],
    [() => ({ status: 500, body: {} }), 'SHOP_UNREACHABLE'],
    [() => ({ body: '<html>' }), 'SHOP_ANSWER_UNREADABLE'],
    [() => ({ status: 302, body: {} }), 'SHOP_UNREACHABLE'],
  ] as const
  for (const [said, code] of cases) {
    answer = said
    expect(await look()).toBe(0)
    expect((await read()).askFailure).toBe(code)
  }
  answer = () => ({ body: [wooOrder(900)] })
  expect(await look()).toBe(1)
  expect((await read()).askFailure).toBeNull()
  // Not before its ten minutes, and never once it is switched off or has no address any more.
  asked.splice(0)
  await askShops(api.context)
  expect(asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  const admin = await api.as('admin')
  await admin.put(`/sources/access/${source.id}`, { body: {} })
  expect(await look()).toBe(0)
  expect(asked).toEqual([])
})

test('what a look has stored waits once, also if the look failed and its pages are read again', async () => {
  const { worked, orders, look, source, waiting, withoutWorker } = await connect('woocommerce')
  const all = Array.from({ length: 60 }, (_, at) => wooOrder(at + 1))
  const pageOf = (url: string) => Number(new URL(url, address).searchParams.get('page'))
  const page = (at: number) => ({ body: all.slice((at - 1) * 50, at * 50) })
  const failing = ({ url }: IncomingMessage) => (pageOf(url!) === 1 ? page(1) : { status: 500, body: {} })
  await withoutWorker(async () => {
    answer = failing
    expect(await look()).toBe(50)
    expect(await look()).toBe(0)
    expect(asked.map(({ url }) => pageOf(url.href))).toEqual([1, 2, 1, 2])
    expect(await waiting()).toBe(50)
    // One was changed in the shop meanwhile: another event. Each delivery of one of the second page is an event too.
    all[7] = wooOrder(8, { date_modified_gmt: '2026-11-27T09:00:00', customer_note: 'Après 17 h' })
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => deliver(source, 'order.updated', all[54]!)),
    )
    expect(sent).toEqual([200, 200, 200, 200, 200])
    expect(await waiting()).toBe(55)
    answer = ({ url }) => page(pageOf(url!))
    expect(await look()).toBe(1 + 10)
    expect(await waiting()).toBe(66)
  })
  const events = await worked(66)
  expect(events.filter(({ verdict }) => verdict === 'created')).toHaveLength(60)
  expect(events.filter(({ verdict }) => verdict === 'updated')).toHaveLength(1)
  expect(events.filter(({ verdict }) => verdict === 'duplicate')).toHaveLength(5)
  expect((await orders()).total).toBe(60)
  // Worked on: what comes again is an event of its own, and changes nothing.
  expect(await deliver(source, 'order.updated', all[54]!)).toBe(200)
  expect((await worked(67)).filter(({ verdict }) => verdict === 'duplicate')).toHaveLength(6)
})

test('Shopify is asked by its cursor, and its answer is read as its events are', async () => {
  const { worked, orders, look } = await connect('shopify')
  const money = (amount: string) => ({ shopMoney: { amount } })
  const node = (id: string) => ({
    id: `gid://shopify/Order/${id}`,
    name: `#${id.slice(-4)}`,
    createdAt: '2026-11-27T08:00:00Z',
    updatedAt: '2026-11-27T08:00:00Z',
    cancelledAt: null,
    displayFinancialStatus: 'PENDING',
    displayFulfillmentStatus: 'UNFULFILLED',
    currencyCode: 'XOF',
    note: 'Sonner',
    phone: null,
    totalOutstandingSet: money('9500.0'),
    currentTotalPriceSet: money('9500.0'),
    shippingAddress: {
      name: 'Awa Koné',
      address1: 'Rue 12',
      city: 'Abidjan',
      countryCodeV2: 'CI',
      phone: '0701020304',
    },
    billingAddress: null,
    customer: null,
    lineItems: {
      nodes: [
        {
          id: 'gid://shopify/LineItem/1',
          sku: null,
          name: 'Lampe de marche',
          quantity: 1,
          currentQuantity: 1,
          originalUnitPriceSet: money('9500.0'),
          totalDiscountSet: money('0.0'),
        },
      ],
    },
  })
  answer = (_, body) => {
    const { after } = JSON.parse(body).variables
    const orders =
      after === null
        ? { nodes: [node('9007199254740993')], pageInfo: { hasNextPage: true, endCursor: 'c1' } }
        : { nodes: [node('9007199254740995')], pageInfo: { hasNextPage: false, endCursor: null } }
    return { body: { data: { orders } } }
  }
  expect(await look()).toBe(2)
  expect(asked[0]?.headers['x-shopify-access-token']).toBe('ck_12345678:cs_12345678')
  const events = await worked(2)
  expect(events.map(({ externalId }) => externalId).toSorted()).toEqual([
    '9007199254740993',
    '9007199254740995',
  ])
  expect((await orders()).items).toMatchObject([
    { totalPrice: 9_500, comment: 'Sonner', customerPhone: '+2250701020304' },
    { totalPrice: 9_500 },
  ])
})

test('a source of our own JSON is not asked', async () => {
  const seller = await api.as(await api.createUser({ role: 'seller' }))
  const { body: source } = await seller.post<SourceWithSecret>('/sources', {
    body: { country: 'ic', name: 'Page', kind: 'generic' },
  })
  const body = { shopUrl: address, accessToken: 'longenough' }
  expect(await seller.put(`/sources/access/${source.id}`, { body })).toMatchObject({
    status: 409,
    body: { code: 'SHOP_NOT_ASKED' },
  })
})

test('a token is sent to the host alone that it was given for', async () => {
  const { seller, source, read } = await connect('woocommerce')
  const set = (body: object) => seller.put<Source>(`/sources/access/${source.id}`, { body })
  const elsewhere = address.replace('127.0.0.1', '127.0.0.2')
  await expectInvalid(set({ shopUrl: elsewhere }), 'accessToken', 'REQUIRED')
  expect((await read()).shopUrl).toBe(address)
  expect((await set({ shopUrl: `${address}/shop` })).body.shopUrl).toBe(`${address}/shop`)
  expect((await set({ shopUrl: elsewhere, accessToken: 'longenough' })).body.shopUrl).toBe(elsewhere)
})

test('a shop that answers without end is heard for some pages, and its huge orders are left out', async () => {
  const { look } = await connect('shopify')
  const note = 'x'.repeat(300_000)
  const nodes = Array.from({ length: 25 }, (_, at) => ({ id: `gid://shopify/Order/${at}`, note }))
  const pageInfo = { hasNextPage: true, endCursor: 'more' }
  const said = JSON.stringify({ data: { orders: { nodes, pageInfo } } })
  answer = () => ({ body: said })
  expect(await look()).toBe(0)
  expect(asked.length).toBeLessThan(8)
  const { rows } = await api.context.db.execute(
    sql`select 1 from intake_bodies where octet_length(body) > 256 * 1024`,
  )
  expect(rows).toEqual([])
})

// Last: its events wait for the worker.
test('a shop that has changed more than two thousand orders is read to its end, in several turns', async () => {
  const { look, read, seller, source } = await connect('woocommerce')
  const page = (at: number) => Array.from({ length: 50 }, (_, line) => wooOrder(at * 50 + line + 1))
  const pageOf = (url: string) => Number(new URL(url, address).searchParams.get('page'))
  const since = () => asked.at(-1)!.url.searchParams.get('modified_after')
  answer = ({ url }) => ({ body: pageOf(url!) <= 45 ? page(pageOf(url!)) : [] })
  expect(await look()).toBe(40 * 50)
  // One of the second turn could not be read: the look begins anew.
  const whole = answer
  answer = () => ({ status: 500, body: {} })
  expect(await look()).toBe(0)
  expect(await read()).toMatchObject({ askFailure: 'SHOP_UNREACHABLE' })
  answer = whole
  await look()
  expect(pageOf(asked.at(-1)!.url.href)).toBe(40)
  const first = since()
  expect(await look()).toBe(5 * 50)
  expect(since()).toBe(first)
  expect(pageOf(asked.at(-1)!.url.href)).toBe(46)
  expect(await read()).toMatchObject({ askFailure: null })
  answer = () => ({ body: [] })
  await look()
  expect(Date.parse(since()!)).toBeGreaterThan(Date.parse(first!))

  // Another address has other pages.
  answer = () => ({ body: page(1) })
  await look()
  expect(pageOf(asked.at(-1)!.url.href)).toBe(40)
  expect(
    (await seller.put(`/sources/access/${source.id}`, { body: { shopUrl: `${address}/other` } })).status,
  ).toBe(200)
  asked.splice(0)
  await look()
  expect(pageOf(asked[0]!.url.href)).toBe(1)
})
