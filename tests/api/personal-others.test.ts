import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Erasure } from '../../domain/customers/personal-data.ts'
import type { WholeIntake } from '../../domain/intake/intake.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { SourceWithSecret } from '../../domain/sources/source.ts'
import { findAgain } from '../../server/resources/registry.ts'
import { applyRetention } from '../../server/services/personal/retention.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const { admin } = shop
const { db } = api.context
const product = await shop.product({ name: 'Bouilloire', quantity: 50 })

const erase = async (phone: string, dryRun = false): Promise<Erasure> => {
  const { status, body } = await admin.put<Erasure>('/customers/erase', {
    body: { phone, country: 'ic', dryRun },
  })
  expect(status).toBe(200)
  return body
}

/** Rows of tables as text, bodies of events decoded. */
const rowsWith = async (trace: string): Promise<string[]> => {
  const tables = ['orders', 'changes', 'intake', 'shop_orders', 'search_entries', 'search_words']
  const selects = tables.map(
    (name) => sql`select ${name}::text || ' ' || t::text as line from ${sql.identifier(name)} t`,
  )
  const bodies = sql`select 'intake_bodies ' || convert_from(body, 'UTF8') from intake_bodies`
  const { rows } = await db.execute<{ line: string }>(sql`
    select line from (${sql.join([...selects, bodies], sql` union all `)}) lines where line ilike ${`%${trace}%`}`)
  return rows.map(({ line }) => line)
}

let shops = 0

/** A Shopify shop of a seller, none of whose products is known; `known` is to be mapped. */
const openShopify = async () => {
  shops++
  const user = await api.createUser({ role: 'seller' })
  const seller = await api.as(user)
  const { body: source } = await seller.post<SourceWithSecret & { secret: string }>('/sources', {
    body: { country: 'ic', name: `Boutique ${shops}`, kind: 'shopify' },
  })
  const known = await shop.product({ owner: user.id, name: `Montre ${shops}`, quantity: 50 })
  const read = async (id: string) => (await seller.get<WholeIntake>(`/intake/${id}`)).body
  const ids = async () =>
    (await seller.get<{ items: { id: string; verdict: string | null }[] }>(`/intake?source=${source.id}`))
      .body.items
  /** Sends an order that waits for its product. */
  const send = async (order: object): Promise<WholeIntake> => {
    const body = JSON.stringify(order)
    const before = new Set((await ids()).map(({ id }) => id))
    const answer = await api.app.inject({
      method: 'POST',
      url: source.address,
      payload: body,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': 'orders/create',
        'x-shopify-hmac-sha256': createHmac('sha256', source.secret).update(body).digest('base64'),
      },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const made = async () => (await ids()).filter(({ id, verdict }) => !before.has(id) && verdict !== null)
    await expect.poll(async () => (await made()).length).toBe(1)
    return read((await made())[0]!.id)
  }
  const switchTo = async (isActive: boolean) => {
    const { version } = (await seller.get<SourceWithSecret>(`/sources/${source.id}`)).body
    const { status } = await seller.put(`/sources/${source.id}`, { body: { isActive }, version })
    expect(status).toBe(200)
  }
  /** An event of a source that is off, read by asking the shop. */
  const store = async (order: object): Promise<string> => {
    await switchTo(false)
    const id = newId()
    await db.execute(sql`insert into intake (id, country, owner, source, waiting_key)
      values (${id}, 'ic', ${user.id}, ${source.id}, ${id})`)
    await db.execute(sql`insert into intake_bodies (event, headers, body)
      values (${id}, '{"x-shopify-topic": "orders/create"}', convert_to(${JSON.stringify(order)}, 'UTF8'))`)
    return id
  }
  /** Switches the source on and waits until the event was worked on. */
  const work = async (id: string): Promise<WholeIntake> => {
    await switchTo(true)
    await expect.poll(async () => (await read(id)).workedAt).not.toBeNull()
    return read(id)
  }
  const map = async () =>
    (
      await seller.put<ChangeReport>('/intake/map', {
        body: { source: source.id, sku: 'MTR', product: known.id },
      })
    ).body
  const replay = async (id: string) =>
    (await seller.put<ChangeReport>('/intake/replay', { body: { ids: [id] } })).body
  const orders = async () => (await seller.get<{ items: Order[] }>('/orders?limit=100')).body.items
  return { source, send, store, work, read, map, replay, orders }
}

let orders = 5_000

const shopOrder = (address: { name: string; address1: string; phone: string }, more: object = {}) => {
  const id = ++orders
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${id}`,
    created_at: '2026-11-27T08:00:00Z',
    updated_at: '2026-11-27T08:00:00Z',
    cancelled_at: null,
    currency: 'XOF',
    financial_status: 'pending',
    total_outstanding: '12000.00',
    note: null,
    shipping_address: { city: 'Abidjan', ...address },
    line_items: [{ id: 1, name: 'Montre', sku: 'MTR', quantity: 1, price: '12000.00' }],
    ...more,
  }
}

describe('the erasure of a customer, to somebody else', () => {
  it('leaves an open event with the same address, whose order is made afterwards', async () => {
    const shopify = await openShopify()
    await shop.order(product, { customerPhone: '+2250788100001', customerAddress: 'Yopougon Maroc' })
    const event = await shopify.send(
      shopOrder({ name: 'Awa Konan', address1: 'Yopougon Maroc', phone: '0788100002' }),
    )
    expect(event.verdict).toBe('needs-product')
    await erase('+2250788100001')
    expect((await shopify.map()).counts.changed).toBe(1)
    const [made] = await shopify.orders()
    expect(made!.customerAddress).toContain('Yopougon Maroc')
    expect(made!.customerPhone).toBe('+2250788100002')
  })

  it('leaves an event with the same name that was not worked on yet', async () => {
    const shopify = await openShopify()
    await shopify.map()
    await shop.order(product, { customerPhone: '+2250788100011', customerName: 'Moussa Traore' })
    const id = await shopify.store(
      shopOrder({ name: 'Moussa Traore', address1: 'Rue 12', phone: '0788100012' }),
    )
    await erase('+2250788100011')
    expect((await shopify.work(id)).verdict).toBe('created')
    expect((await shopify.orders())[0]!.customerName).toBe('Moussa Traore')
  })

  it('takes phone and name out of an event that mentions them, whose order is made all the same', async () => {
    const shopify = await openShopify()
    await shop.order(product, { customerPhone: '+2250788100021', customerName: 'Hyacinthe Assoumou' })
    const note = 'Cadeau de Hyacinthe Assoumou, 07 88 10 00 21'
    const billing = { name: 'Hyacinthe Assoumou', phone: 2250788100021 }
    const address = { name: 'Awa Konan', address1: 'Rue 12', phone: '0788100022' }
    const open = await shopify.send(shopOrder(address, { note, billing_address: billing }))
    const waiting = await shopify.store(shopOrder(address, { note }))
    await erase('+2250788100021')
    expect(await rowsWith('assoumou')).toEqual([])
    expect(await rowsWith('788100021')).toEqual([])
    expect((await shopify.work(waiting)).verdict).toBe('needs-product')
    await shopify.map()
    const made = await shopify.orders()
    expect(made.map(({ comment }) => comment)).toEqual(['Cadeau de [∅], [∅]', 'Cadeau de [∅], [∅]'])
    expect((await shopify.read(open.id)).raw).toContain('Awa Konan')
  })

  it('leaves the name of a deleted order, which its undo brings back', async () => {
    await shop.order(product, { customerPhone: '+2250788100031', customerName: 'Fatou Bamba' })
    const namesake = await shop.order(product, {
      customerPhone: '+2250788100032',
      customerName: 'Fatou Bamba',
    })
    const { body } = await admin.put<ChangeReport>('/orders/delete', { body: { ids: [namesake.id] } })
    await erase('+2250788100031')
    await shop.undo(body.batchId)
    expect((await shop.readOrder(namesake)).customerName).toBe('Fatou Bamba')
  })

  it('is the same in a run of the retention', async () => {
    const shopify = await openShopify()
    const old = await shop.order(product, {
      customerPhone: '+2250788100041',
      customerName: 'Ibrahim Coulibaly',
      customerAddress: 'Adjame Bracodi',
    })
    await db.execute(sql`update orders set created_at = now() - interval '30 months' where id = ${old.id}`)
    await admin.put('/customers/retention', { body: { country: 'ic', years: 2 } })
    const event = await shopify.send(
      shopOrder({ name: 'Ibrahim Coulibaly', address1: 'Adjame Bracodi', phone: '0788100042' }),
    )
    expect(await applyRetention(api.context, { dryRun: false, findAgain })).toMatchObject({ erased: 1 })
    await admin.put('/customers/retention', { body: { country: 'ic' } })
    expect((await shopify.replay(event.id)).refused).toMatchObject([{ code: 'PRODUCT_NOT_MAPPED' }])
    await shopify.map()
    expect((await shopify.orders())[0]!.customerName).toBe('Ibrahim Coulibaly')
  })
})

describe('events of the erased customer', () => {
  it('are counted as open, and closed', async () => {
    const shopify = await openShopify()
    const address = { name: 'Clotaire Ehouman', address1: 'Rue du Canal', phone: '07 88 10 00 51' }
    const open = await shopify.send(shopOrder(address))
    const waiting = await shopify.store(shopOrder(address))
    expect(await erase('+2250788100051', true)).toMatchObject({ open: 2 })
    const { left } = await erase('+2250788100051')
    expect(Object.values(left).filter((count) => count > 0)).toEqual([])
    for (const id of [open.id, waiting])
      expect(await shopify.read(id)).toMatchObject({
        verdict: 'refused',
        reason: 'EVENT_GONE',
        isOpen: false,
        raw: null,
        workedAt: expect.any(String),
      })
    const { rows } = await db.execute(
      sql`select 1 from intake where source = ${shopify.source.id} and waiting_key is not null`,
    )
    expect(rows).toEqual([])
    expect(await rowsWith('ehouman')).toEqual([])
    expect((await shopify.map()).counts.changed).toBe(0)
    expect((await erase('+2250788100051', true)).open).toBe(0)
  })
})

describe('words of the search', () => {
  const known = async (words: readonly string[]) => {
    const { rows } = await db.execute<{ word: string }>(
      sql`select word from search_words where word = any(${sql.param([...words])}::text[]) order by word`,
    )
    return rows.map(({ word }) => word)
  }

  it('go as they were learned, joined too, and those of events', async () => {
    const shopify = await openShopify()
    const phone = '+2250788100061'
    await shop.order(product, { customerPhone: phone, customerName: 'Jean-Zephirin N’Zuegnan' })
    await shopify.send(shopOrder({ name: 'Dorgeles Okpo-Tiemele', address1: 'Rue 12', phone: '0788100061' }))
    const learned = ['dorgeles', 'jeanzephirin', 'nzuegnan', 'okpotiemele', 'tiemele', 'zephirin', 'zuegnan']
    expect(await known(learned)).toEqual(learned)
    await erase(phone)
    expect(await known(learned)).toEqual([])
  })
})
