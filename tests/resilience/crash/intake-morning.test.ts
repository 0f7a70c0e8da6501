import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { SourceWithSecret } from '../../../domain/sources/source.ts'
import { insertSession, insertUser } from '../../support/api/insert-user.ts'
import { expectSoundHistory } from '../../support/api/sound-history.ts'
import {
  type MorningOrder,
  type MorningShop,
  morningBody,
  morningOrder,
  morningShops,
  morningSkus,
  outstandingOf,
  unknownSku,
} from '../../support/intake/morning-orders.ts'
import {
  type Hook,
  makeShopify,
  makeWooCommerce,
  makeYouCan,
  type ShopSender,
} from '../../support/intake/shop-senders.ts'
import { rounds } from '../../support/is-full.ts'
import { openDatabase } from '../../support/loss/company.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'
import { type RunningWaybill, startWaybill } from './running-waybill.ts'

const size = rounds(3_000, 300)
const burst = rounds(200, 60)
/** Bursts during which the server is killed. */
const killedAt = [1 / 3, 2 / 3].map((part) => Math.floor((part * size) / burst))
/** From here on the shops sign with new secrets; what they retry is signed with the former ones. */
const rotatedAt = Math.floor(size / burst / 2)

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-morning-'))
let waybill: RunningWaybill
beforeAll(async () => {
  chmodSync(dataDir, 0o711)
  waybill = await startWaybill(dataDir)
})
afterAll(async () => {
  await waybill?.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

const senders: Record<MorningShop, (hook: Hook) => ShopSender> = {
  shopify: makeShopify,
  woocommerce: makeWooCommerce,
  youcan: makeYouCan,
}

/** Topics of a new order and of its update; YouCan names none. */
const topics: Record<MorningShop, readonly [created: string, updated: string]> = {
  shopify: ['orders/create', 'orders/updated'],
  woocommerce: ['order.created', 'order.updated'],
  youcan: ['', ''],
}

type Source = SourceWithSecret & { secret: string }
type Shop = { source: Source; sender: ShopSender }

/** A seller with two products and three shops. */
const openSeller = async () => {
  const { context, close } = openDatabase(dataDir)
  const tokenOf = async (role: 'admin' | 'seller') => {
    const user = await insertUser(context, { role })
    return { user, token: await insertSession(context, user) }
  }
  const [admin, seller] = [await tokenOf('admin'), await tokenOf('seller')]
  await close()
  const ask = async <Body>(method: string, at: string, body: object, token = seller.token): Promise<Body> => {
    const answer = await fetch(`${waybill.url}/api${at}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }
  const makeProduct = (name: string) => {
    const product = { country: 'ic', name, price: 5_000, quantity: 1_000_000, owner: seller.user.id }
    return ask<{ id: string }>('POST', '/products', product, admin.token)
  }
  const products = await Promise.all(morningSkus.map(makeProduct))
  const openShop = async (kind: MorningShop): Promise<Shop> => {
    const source = await ask<Source>('POST', '/sources', { country: 'ic', name: `Boutique ${kind}`, kind })
    for (const [at, sku] of morningSkus.entries())
      await ask('PUT', '/intake/map', { source: source.id, sku, product: products[at]!.id })
    const hook: Hook = { address: () => `${waybill.url}${source.address}`, secret: () => source.secret }
    return { source, sender: senders[kind](hook) }
  }
  const shops = {
    shopify: await openShop('shopify'),
    woocommerce: await openShop('woocommerce'),
    youcan: await openShop('youcan'),
  }
  return { ask, products, shops }
}

/** Answers of an order's deliveries, each with its retries. */
type Delivered = { order: MorningOrder; deliveries: number[][] }

it('a morning of three shops becomes each order once, through two kills of the server', async () => {
  const guarantee = trackGuarantee(
    'three shops send through kills of the server: each good event answered 200 is one order, each bad one waits with its reason',
  )
  const { ask, products, shops } = await openSeller()
  for (const shop of morningShops) expect(await shops[shop].sender.save(), shop).toBe(true)
  const all: Delivered[] = []
  const running: Promise<unknown>[] = []
  /** First attempts that are not over. */
  let trying = 0
  const deliver = (delivered: Delivered, at: number, { isLate = false } = {}): void => {
    const { order, deliveries } = delivered
    const [created, updated] = topics[order.shop]
    trying++
    const sent = shops[order.shop].sender.send({
      topic: isLate ? updated : created,
      body: morningBody(order, isLate ? 30 : 1),
      isDamaged: !isLate && at % 50 === 11,
      onTried: () => void trying--,
    })
    running.push(sent.then((answers) => void deliveries.push(answers)))
  }
  for (let from = 0, round = 0; from < size; from += burst, round++) {
    for (let at = from; at < Math.min(from + burst, size); at++) {
      const delivered: Delivered = { order: morningOrder(at), deliveries: [] }
      all.push(delivered)
      deliver(delivered, at)
      if (at % 10 === 3) deliver(delivered, at)
    }
    if (killedAt.includes(round)) {
      await sleep(50)
      await waybill.end('SIGKILL')
      waybill = await startWaybill(dataDir)
      // Its owner finds the webhook switched off, and saves it again.
      expect(await shops.woocommerce.sender.save()).toBe(true)
    }
    while (trying > 0) await sleep(2)
    if (round !== rotatedAt) continue
    for (const { source } of Object.values(shops))
      source.secret = (await ask<Source>('PUT', `/sources/rotate/${source.id}`, {})).secret
  }
  await Promise.all(running)
  for (const [at, delivered] of all.entries()) if (at % 20 === 7) deliver(delivered, at, { isLate: true })
  await Promise.all(running)

  const { context, close } = openDatabase(dataDir)
  const began = performance.now()
  await expect
    .poll(() => countOf(context.pool, 'select count(*)::int as count from intake where worked_at is null'))
    .toBe(0)
  const drained = Math.round(performance.now() - began)
  const gap = await check(context.pool, { shops, all }, guarantee)

  // Whoever names the product gets the orders that waited for it, once each.
  for (const { source } of Object.values(shops)) {
    const body = { source: source.id, sku: unknownSku, product: products[0]!.id }
    const report = await ask<ChangeReport>('PUT', '/intake/map', body)
    const refused = Object.keys(report.counts.refusedBy).filter((code) => code !== 'ALREADY_THERE')
    for (const code of refused) guarantee.broke(`the mapping of ${source.kind} was refused: ${code}`)
  }
  const mapped = all.map(({ order, ...rest }) => ({
    ...rest,
    order: { ...order, flaw: order.flaw === 'sku' ? null : order.flaw },
  }))
  await check(context.pool, { shops, all: mapped }, guarantee)
  await expectSoundHistory({ context }).catch((error: Error) => guarantee.broke(error.message.slice(0, 600)))
  await close()
  guarantee.report(
    `${size} orders in bursts of ${burst}, ${killedAt.length} kills; worked off ${drained} ms after the last answer; ` +
      `never came, since their shops do not try long enough: ${gap}`,
  )
})

type EventRow = {
  verdict: string
  reason: string | null
  isOpen: boolean
  unmapped: { sku: string }[] | null
}
type OrderRow = { phone: string; name: string; total: number }

/** Compares the inbox and the orders with what was sent. Returns how many orders of each shop never came. */
const check = async (
  pool: pg.Pool,
  { shops, all }: { shops: Record<MorningShop, Shop>; all: readonly Delivered[] },
  guarantee: ReturnType<typeof trackGuarantee>,
): Promise<string> => {
  const { rows: events } = await pool.query<EventRow & { key: string }>(
    `select source || ' ' || coalesce(external_id, '') as key, verdict, reason, is_open as "isOpen", unmapped from intake`,
  )
  const { rows: orders } = await pool.query<OrderRow & { key: string }>(
    `select line.source || ' ' || line.external_id as key, customer_phone as phone, customer_name as name,
       total_price::float8 as total
     from orders left join shop_lines line on line."order" = orders.id where deleted_at is null`,
  )
  const lost: Record<MorningShop, number> = { shopify: 0, woocommerce: 0, youcan: 0 }
  const [eventsOf, ordersOf] = [byKey(events), byKey(orders)]
  guarantee.sum(all, ({ order, deliveries }) => {
    const key = `${shops[order.shop].source.id} ${order.externalId}`
    const [came, made] = [eventsOf.get(key) ?? [], ordersOf.get(key) ?? []]
    eventsOf.delete(key)
    ordersOf.delete(key)
    if (came.length === 0) lost[order.shop]++
    const why = whyNotSound(order, deliveries.flat(), came, made)
    return why === null ? null : `${order.shop} ${order.externalId}: ${why}`
  })
  for (const key of eventsOf.keys()) guarantee.broke(`an event that nobody sent: ${key}`)
  for (const key of ordersOf.keys()) guarantee.broke(`an order that nobody sent: ${key}`)
  // It tries for hours.
  if (lost.shopify > 0) guarantee.broke(`${lost.shopify} orders of Shopify never came`)
  return morningShops.map((shop) => `${shop} ${lost[shop]}`).join(', ')
}

const byKey = <Row extends { key: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const byKey = new Map<string, Row[]>()
  for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row])
  return byKey
}

const whyNotSound = (
  order: MorningOrder,
  answers: readonly number[],
  events: readonly EventRow[],
  orders: readonly OrderRow[],
): string | null => {
  const unexpected = answers.find((status) => ![0, 200, 401].includes(status))
  if (unexpected !== undefined) return `answered ${unexpected}`
  const taken = answers.filter((status) => status === 200).length
  // A kill may have come between storing and answering.
  const most = answers.filter((status) => status !== 401).length
  if (events.length < taken || events.length > most)
    return `${events.length} events stored of ${taken} taken, ${most} sent`
  if (order.flaw === 'currency')
    return whyNotWaiting(events, orders, { verdict: 'refused', reason: 'OTHER_CURRENCY' })
  if (order.flaw === 'sku')
    return whyNotWaiting(events, orders, { verdict: 'needs-product', reason: 'PRODUCT_NOT_MAPPED' })
  const created = events.filter(({ verdict }) => verdict === 'created').length
  if (created !== Math.min(1, events.length)) return `created ${created} times of ${events.length} events`
  const waiting = events.find(({ isOpen }) => isOpen)
  if (waiting !== undefined) return `waits: ${waiting.verdict} ${waiting.reason}`
  if (events.length === 0) return orders.length === 0 ? null : 'orders without an event'
  const total = orders.reduce((sum, one) => sum + one.total, 0)
  if (total !== outstandingOf(order)) return `collects ${total}, not ${outstandingOf(order)}`
  const expected = { phone: `+225${order.phone}`, name: order.name }
  const wrong = orders.find(({ phone, name }) => phone !== expected.phone || name !== expected.name)
  return wrong === undefined ? null : `is of ${wrong.name} ${wrong.phone}`
}

const whyNotWaiting = (
  events: readonly EventRow[],
  orders: readonly OrderRow[],
  expected: Pick<EventRow, 'verdict' | 'reason'>,
): string | null => {
  if (orders.length > 0) return 'became an order'
  const wrong = events.find(
    ({ verdict, reason, isOpen }) => verdict !== expected.verdict || reason !== expected.reason || !isOpen,
  )
  return wrong === undefined ? null : `is ${wrong.verdict} ${wrong.reason}`
}

const countOf = async (pool: pg.Pool, statement: string): Promise<number> =>
  (await pool.query<{ count: number }>(statement)).rows[0]!.count
