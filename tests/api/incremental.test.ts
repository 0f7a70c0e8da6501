import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Order } from '../../domain/orders/order.ts'
import { resourceNames } from '../../domain/resources.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { type Caller, expectRefusal } from '../support/api/caller.ts'
import { startShop } from '../support/api/shop.ts'
import { openApi } from '../support/api/start-api.ts'
import { rounds } from '../support/is-full.ts'

const api = await openApi()
const shop = await startShop(api)

type Changed<Item> = { items: Item[]; total: number; deleted: string[]; cursor: string; hasMore: boolean }

const read = async <Item extends { id: string } = Order>(caller: Caller, query: string, list = 'orders') => {
  const answer = await caller.get<Changed<Item>>(`/${list}?${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}

/** All that has changed behind a cursor, page by page. */
const readAll = async (caller: Caller, query: string, limit = 2) => {
  const items: Order[] = []
  const deleted: string[] = []
  let page = await read(caller, `${query}&limit=${limit}`)
  for (;;) {
    expect(page.items.length + page.deleted.length).toBeLessThanOrEqual(limit)
    items.push(...page.items)
    deleted.push(...page.deleted)
    if (!page.hasMore) return { items, deleted, cursor: page.cursor }
    page = await read(caller, `cursor=${page.cursor}&limit=${limit}`)
  }
}

const longAgo = 'updatedAfter=2020-01-01'
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

const signal = () => {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

it('reads what has changed, page by page and in order, with the ids of what was deleted', async () => {
  const { admin } = shop
  const product = await shop.product()
  const orders = [await shop.order(product), await shop.order(product), await shop.order(product)]
  const start = await readAll(admin, longAgo)
  expect(idsOf(start.items)).toEqual(idsOf(orders))
  expect(await readAll(admin, `cursor=${start.cursor}`)).toMatchObject({ items: [], deleted: [] })

  await admin.put(`/orders/${orders[1]!.id}`, { body: { customerName: 'Awa' } })
  await admin.put('/orders/delete', { body: { ids: [orders[0]!.id] } })
  const next = await readAll(admin, `cursor=${start.cursor}`)
  expect(next).toMatchObject({
    items: [{ id: orders[1]!.id, customerName: 'Awa' }],
    deleted: [orders[0]!.id],
  })
  // The same cursor answers the same again.
  expect(idsOf((await readAll(admin, `cursor=${start.cursor}`, 50)).items)).toEqual([orders[1]!.id])

  api.clock.advance(5_000)
  const now = api.context.now().toISOString()
  await admin.put(`/orders/${orders[2]!.id}`, { body: { customerName: 'Issa' } })
  expect(idsOf((await read(admin, `updatedAfter=${now}`)).items)).toEqual([orders[2]!.id])
})

it('never passes a change that is not committed, whichever of two writers ends first', async () => {
  const { admin } = shop
  const product = await shop.product()
  const [slow, fast] = [await shop.order(product), await shop.order(product)]
  const { cursor } = await readAll(admin, longAgo)
  const seen: string[] = []
  let at = cursor
  const poll = async () => {
    const page = await read(admin, `cursor=${at}&limit=500`)
    seen.push(...idsOf(page.items))
    at = page.cursor
  }
  const [begun, commit] = [signal(), signal()]
  const writer = api.context.db.transaction(async (tx) => {
    const time = new Date(api.context.now().getTime() - 60_000).toISOString()
    await tx.execute(
      sql`update orders set comment = 'slow', updated_at = ${time}::timestamptz where id = ${slow.id}`,
    )
    begun.give()
    await commit.given
  })
  await begun.given
  await admin.put(`/orders/${fast.id}`, { body: { customerName: 'Fast' } })
  await poll()
  // A reader that goes by time must not pass it either.
  const since = new Date(api.context.now().getTime() - 30_000).toISOString()
  expect(idsOf((await read(admin, `updatedAfter=${since}`)).items)).not.toContain(fast.id)
  commit.give()
  await writer
  await poll()
  await poll()
  expect(seen.toSorted()).toEqual([slow.id, fast.id].toSorted())
})

it(
  'misses none of the changes of ten writers, read while they write',
  async () => {
    const { admin } = shop
    const product = await shop.product()
    const ids = await shop.orders(product, 100)
    let { cursor } = await readAll(admin, longAgo, 500)
    const latest = new Map<string, number>()
    let isWriting = true
    const follow = async () => {
      for (let isLast = false; ; isLast = !isWriting) {
        const page = await read(admin, `cursor=${cursor}&limit=37`)
        cursor = page.cursor
        for (const { id, version } of page.items) latest.set(id, version)
        if (isLast && !page.hasMore) return
      }
    }
    const reader = follow()
    const changes = rounds(100, 25)
    await Promise.all(
      Array.from({ length: 10 }, async (_, writer) => {
        for (let round = 0; round < changes; round++) {
          const id = ids[(writer * 37 + round * 11) % ids.length]!
          await admin.put(`/orders/${id}`, { body: { customerName: `Client ${writer} ${round}` } })
        }
      }),
    )
    isWriting = false
    await reader
    const { rows } = await api.context.db.execute<{ id: string; version: number }>(
      sql`select id, version from orders where product = ${product.id} and version > 1`,
    )
    expect(rows.length).toBeGreaterThan(80)
    for (const { id, version } of rows) expect(latest.get(id)).toBe(version)
  },
  rounds(240_000, 60_000),
)

it('tells of an order whose parcel has moved, and of a parcel whose order has changed', async () => {
  const { admin } = shop
  const order = await shop.move(await shop.order(await shop.product()), 'CONFIRMED')
  const orders = await read(admin, `${longAgo}&limit=500`)
  const parcels = await read<Shipping>(admin, `${longAgo}&limit=500`, 'shippings')
  await shop.ship(order)
  expect((await read(admin, `cursor=${orders.cursor}`)).items).toMatchObject([
    { id: order.id, shippingStatus: 'OUT_FOR_DELIVERY' },
  ])
  const moved = await read<Shipping>(admin, `cursor=${parcels.cursor}`, 'shippings')
  expect(idsOf(moved.items)).toEqual([order.shipping])
})

it('keeps to what the caller reaches and to the list’s filters', async () => {
  const seller = await api.as(await api.createUser({ role: 'seller' }))
  const own = await shop.order(await shop.product({ owner: seller.user.id }))
  const other = await shop.order(await shop.product())
  const start = await read(seller, longAgo)
  expect(idsOf(start.items)).toEqual([own.id])
  await shop.admin.put('/orders/delete', { body: { ids: [other.id, own.id] } })
  expect(await read(seller, `cursor=${start.cursor}`)).toMatchObject({ items: [], deleted: [own.id] })
  const pending = await read(shop.admin, `${longAgo}&status=CONFIRMED&limit=500`)
  expect(pending.items.every(({ status }) => status === 'CONFIRMED')).toBe(true)
  const agent = await api.as('agent')
  await expectRefusal(agent.get(`/orders?${longAgo}`), 403, 'FORBIDDEN')
})

it.each(resourceNames)('is there for %s', async (resource) => {
  const page = await read<{ id: string }>(shop.admin, longAgo, resource)
  expect(page.total).toBe(page.items.length)
  expect(page.cursor).toMatch(/^[\w-]+$/)
})

it('refuses what it cannot read, and a cursor of another database', async () => {
  const { admin } = shop
  const refuse = (query: string, path: string, code: 'NOT_A_DATE' | 'CURSOR_INVALID' | 'UNKNOWN_PARAMETER') =>
    expectRefusal(admin.get(`/orders?${query}`), 400, 'VALIDATION_FAILED', { errors: [{ path, code }] })
  await refuse('updatedAfter=yesterday', 'updatedAfter', 'NOT_A_DATE')
  await refuse('cursor=abc', 'cursor', 'CURSOR_INVALID')
  await refuse('cursor=', 'cursor', 'CURSOR_INVALID')
  await refuse(`${longAgo}&sort=number`, 'sort', 'UNKNOWN_PARAMETER')
  await refuse(`${longAgo}&skip=3`, 'skip', 'UNKNOWN_PARAMETER')
  const { cursor } = await read(admin, longAgo)
  await refuse(`${longAgo}&cursor=${cursor}`, 'updatedAfter', 'UNKNOWN_PARAMETER')
  await api.context.db.execute(sql`update reading_epoch set id = gen_random_uuid()`)
  await expectRefusal(admin.get(`/orders?cursor=${cursor}`), 410, 'CURSOR_GONE')
})
