import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { IntakeEvent, WholeIntake } from '../../domain/intake/intake.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { SourceWithSecret } from '../../domain/sources/source.ts'
import { clean } from '../../server/schedules.ts'
import { openShopApi } from '../support/api/shop.ts'
import { rounds } from '../support/is-full.ts'

const { api, shop } = await openShopApi()

type Page<Item> = { items: Item[]; total: number }

const day = 24 * 3_600_000
let shops = 0

/** A Shopify shop of a seller; its product is known by the SKU `MTR`, a second one by `LMP`. */
const openShopify = async () => {
  shops++
  const user = await api.createUser({ role: 'seller' })
  const seller = await api.as(user)
  const { body: source } = await seller.post<SourceWithSecret & { secret: string }>('/sources', {
    body: { country: 'ic', name: `Boutique ${shops}`, kind: 'shopify' },
  })
  let last = ''
  for (const sku of ['MTR', 'LMP']) {
    const product = await shop.product({ owner: user.id, name: `${sku} ${shops}`, quantity: 50 })
    await seller.put('/intake/map', { body: { source: source.id, sku, product: product.id } })
    last = product.id
  }
  const events = async () =>
    (await seller.get<Page<IntakeEvent>>(`/intake?source=${source.id}&limit=100&sort=createdAt`)).body.items
  /** Sends an event and waits until it was worked on. */
  const send = async (topic: string, order: object): Promise<WholeIntake> => {
    const before = (await events()).length
    await post(topic, order)
    await expect
      .poll(async () => (await events()).filter(({ verdict }) => verdict !== null).length)
      .toBe(before + 1)
    return whole((await events()).at(-1)!)
  }
  const post = async (topic: string, order: object): Promise<void> => {
    const body = JSON.stringify(order)
    const answer = await api.app.inject({
      method: 'POST',
      url: source.address,
      payload: body,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-hmac-sha256': createHmac('sha256', source.secret).update(body).digest('base64'),
      },
    })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const whole = async ({ id }: { id: string }) => (await seller.get<WholeIntake>(`/intake/${id}`)).body
  const orders = async () => (await seller.get<Page<Order>>('/orders?limit=100&sort=createdAt')).body.items
  const replay = async ({ id }: { id: string }, dryRun = false) =>
    (await seller.put<ChangeReport>('/intake/replay', { body: { ids: [id], dryRun } })).body
  const undo = async (batchId: string | null) =>
    (await seller.post<ChangeReport>(`/changes/${batchId}/undo`)).body
  const batchOf = async ({ id }: { id: string }) =>
    (await seller.get<Page<{ batchId: string }>>(`/orders/${id}/history`)).body.items.at(-1)!.batchId
  return { seller, source, product: last, send, post, events, whole, orders, replay, undo, batchOf }
}

const at = (minute: number) => `2026-11-27T08:${String(minute).padStart(2, '0')}:00Z`

const order = (id: number, minute: number, more: object = {}) => ({
  id,
  admin_graphql_api_id: `gid://shopify/Order/${id}`,
  name: `#${id}`,
  created_at: at(0),
  updated_at: at(minute),
  cancelled_at: null,
  currency: 'XOF',
  financial_status: 'pending',
  total_outstanding: '12000.00',
  note: null,
  shipping_address: { name: 'Awa Koné', address1: 'Rue 12', city: 'Abidjan', phone: '0701020304' },
  line_items: [{ id: 1, name: 'Montre', sku: 'MTR', quantity: 1, price: '12000.00' }],
  ...more,
})

const twoLines = {
  line_items: [
    { id: 1, name: 'Montre', sku: 'MTR', quantity: 1, price: '9000.00' },
    { id: 2, name: 'Lampe', sku: 'LMP', quantity: 1, price: '3000.00' },
  ],
}

const cancelled = (id: number, minute: number) =>
  order(id, minute, { cancelled_at: at(minute), financial_status: 'voided', total_outstanding: '0.00' })

/** A refund of every piece, as the update that follows it says. */
const refunded = (id: number, minute: number) =>
  order(id, minute, { financial_status: 'refunded', total_outstanding: '0.00' })

describe('an order that its shop cancels or refunds', () => {
  it.each([
    ['orders/cancelled', cancelled],
    ['orders/updated', refunded],
  ] as const)('%s: is cancelled while it is open or confirmed', async (topic, ended) => {
    const { send, orders } = await openShopify()
    for (const id of [1, 2]) await send('orders/create', order(id, 0))
    const [open, confirmed] = await orders()
    await shop.move(confirmed!, 'CONFIRMED')
    for (const id of [1, 2]) {
      const event = await send(topic, ended(id, 5))
      expect(event).toMatchObject({ verdict: 'updated', reason: null, isOpen: false })
    }
    expect((await orders()).map(({ id, status }) => [id, status])).toEqual([
      [open!.id, 'CANCELLED'],
      [confirmed!.id, 'CANCELLED'],
    ])
  })

  it.each([
    ['orders/cancelled', cancelled],
    ['orders/updated', refunded],
  ] as const)(
    '%s: waits with its reason once the parcel is out, and needs nothing once it is back',
    async (topic, ended) => {
      const { send, orders, replay, whole } = await openShopify()
      await send('orders/create', order(1, 0))
      const [made] = await orders()
      await shop.ship(made!)
      const event = await send(topic, ended(1, 5))
      expect(event).toMatchObject({ verdict: 'refused', reason: 'SHIPPING_IS_OUT', isOpen: true })
      expect(event.differences).toEqual([
        { order: made!.id, field: 'status', ours: 'CONFIRMED', shop: 'CANCELLED', code: 'SHIPPING_IS_OUT' },
      ])
      expect(event.orders).toEqual([{ id: made!.id, number: made!.number }])
      expect((await replay(event)).refused).toMatchObject([{ code: 'SHIPPING_IS_OUT' }])
      await shop.returned(made!)
      expect((await replay(event)).counts.changed).toBe(0)
      expect(await whole(event)).toMatchObject({
        verdict: 'ignored',
        reason: 'SHIPPING_IS_OVER',
        isOpen: false,
      })
      expect((await orders())[0]).toMatchObject({ status: 'CONFIRMED', shippingStatus: 'RETURNED' })
    },
  )

  it('is cancelled by a replay once its parcel can be kept back', async () => {
    const { send, orders, replay } = await openShopify()
    await send('orders/create', order(1, 0))
    const [made] = await orders()
    const { id } = await shop.ship(made!)
    const event = await send('orders/cancelled', cancelled(1, 5))
    const dispatch = await shop.admin.get<Page<{ batchId: string }>>(`/shippings/${id}/history`)
    await shop.undo(dispatch.body.items[0]!.batchId)
    expect(await replay(event, true)).toMatchObject({ counts: { changed: 1 } })
    expect(await replay(event)).toMatchObject({ counts: { changed: 1 } })
    expect((await orders())[0]).toMatchObject({ status: 'CANCELLED' })
  })

  it('is not created when its creation comes after its cancellation', async () => {
    const { send, orders } = await openShopify()
    expect(await send('orders/cancelled', cancelled(1, 5))).toMatchObject({ reason: 'CANCELLED_IN_SHOP' })
    expect(await send('orders/create', order(1, 0))).toMatchObject({
      verdict: 'ignored',
      reason: 'OLDER_EVENT',
    })
    expect(await orders()).toEqual([])
  })

  it('stays open once somebody has opened it again, until the cancellation is replayed', async () => {
    const { send, orders, seller, undo, replay } = await openShopify()
    await send('orders/create', order(1, 0))
    const event = await send('orders/cancelled', cancelled(1, 5))
    const [made] = await orders()
    const { body } = await seller.get<Page<{ batchId: string }>>(`/orders/${made!.id}/history`)
    await undo(body.items[0]!.batchId)
    expect((await orders())[0]).toMatchObject({ status: 'PENDING' })
    // Shopify also sends an update of each cancellation, and of each change of its tags.
    expect(await send('orders/updated', cancelled(1, 6))).toMatchObject({
      verdict: 'duplicate',
      isOpen: false,
    })
    expect((await orders())[0]).toMatchObject({ status: 'PENDING' })
    expect((await replay(event)).counts).toMatchObject({ changed: 1 })
    expect((await orders())[0]).toMatchObject({ status: 'CANCELLED' })
  })

  it('waits once its pieces are merged with those of another order, until people have taken them apart', async () => {
    const { send, orders, replay, whole } = await openShopify()
    for (const id of [1, 2]) await send('orders/create', order(id, 0))
    const [keep, drop] = await orders()
    await shop.admin.put('/orders/merge', { body: { keep: keep!.id, drop: drop!.id } })
    const waits = { verdict: 'refused', reason: 'MERGED_HERE', isOpen: true }
    expect(await send('orders/cancelled', cancelled(1, 5))).toMatchObject(waits)
    const ofDropped = await send('orders/cancelled', cancelled(2, 5))
    expect(ofDropped).toMatchObject(waits)
    const now = await orders()
    expect(now.map(({ status, quantity }) => [status, quantity])).toEqual([
      ['PENDING', 2],
      ['CANCELLED', 1],
    ])
    const body = { quantity: 1 }
    const corrected = await shop.admin.put(`/orders/${keep!.id}`, { body, version: now[0]!.version })
    expect(corrected.status).toBe(200)
    await replay(ofDropped)
    expect(await whole(ofDropped)).toMatchObject({
      verdict: 'ignored',
      reason: 'CHANGED_HERE',
      isOpen: false,
    })
    expect((await orders())[0]).toMatchObject({ status: 'PENDING', quantity: 1 })
  })

  it('is cancelled by both of two merged orders once the merge is undone', async () => {
    const { send, orders, replay } = await openShopify()
    for (const id of [1, 2]) await send('orders/create', order(id, 0))
    const [keep, drop] = await orders()
    const merge = await shop.admin.put<ChangeReport>('/orders/merge', {
      body: { keep: keep!.id, drop: drop!.id },
    })
    const waiting = await send('orders/cancelled', cancelled(1, 5))
    await shop.undo(merge.body.batchId!)
    expect((await replay(waiting)).counts).toMatchObject({ changed: 1 })
    expect((await orders()).map(({ status }) => status)).toEqual(['CANCELLED', 'PENDING'])
    expect(await send('orders/cancelled', cancelled(2, 6))).toMatchObject({
      verdict: 'updated',
      reason: null,
    })
  })

  it('is cancelled by a refund of all its pieces', async () => {
    const { send, orders } = await openShopify()
    await send('orders/create', order(1, 0, twoLines))
    const pieces = [1, 2].map((id) => ({ line_item_id: id, quantity: 1 }))
    const refund = { id: 9, order_id: 1, created_at: at(5), refund_line_items: pieces }
    expect(await send('refunds/create', refund)).toMatchObject({ verdict: 'updated', reason: null })
    expect((await orders()).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
  })

  it('waits when only a part of it was refunded', async () => {
    const { send } = await openShopify()
    await send('orders/create', order(1, 0, twoLines))
    const refund = {
      id: 9,
      order_id: 1,
      created_at: at(5),
      refund_line_items: [{ line_item_id: 1, quantity: 1 }],
    }
    expect(await send('refunds/create', refund)).toMatchObject({
      verdict: 'refused',
      reason: 'REFUNDED_IN_PART',
      isOpen: true,
    })
  })
})

describe('an update of a shop’s order', () => {
  const moved = order(1, 5, {
    note: 'Sonner deux fois',
    shipping_address: { name: 'Awa Koné', address1: 'Marcory', city: 'Abidjan', phone: '0501020304' },
  })

  it('changes address, phone and note of an order that nobody has touched, with history and undo', async () => {
    const { send, orders, undo, seller } = await openShopify()
    await send('orders/create', order(1, 0))
    const event = await send('orders/updated', moved)
    expect(event).toMatchObject({ verdict: 'updated', reason: null, isOpen: false, differences: [] })
    const [changed] = await orders()
    expect(changed).toMatchObject({
      customerAddress: 'Marcory, Abidjan',
      customerPhone: '+2250501020304',
      comment: 'Sonner deux fois',
    })
    const { body } = await seller.get<Page<{ verb: string; batchId: string }>>(
      `/orders/${changed!.id}/history`,
    )
    expect(body.items.map(({ verb }) => verb)).toEqual(['order.update', 'order.import'])
    await undo(body.items[0]!.batchId)
    expect((await orders())[0]).toMatchObject({ customerAddress: 'Rue 12, Abidjan', comment: null })
  })

  it('leaves what was edited here, and shows the difference', async () => {
    const { send, orders, seller } = await openShopify()
    await send('orders/create', order(1, 0))
    const [made] = await orders()
    await seller.put(`/orders/${made!.id}`, { body: { customerAddress: 'Plateau' }, version: made!.version })
    const event = await send('orders/updated', moved)
    expect(event).toMatchObject({ verdict: 'updated', reason: 'CHANGED_HERE', isOpen: false })
    expect(event.differences).toEqual([
      {
        order: made!.id,
        field: 'customerAddress',
        ours: 'Plateau',
        shop: 'Marcory, Abidjan',
        code: 'CHANGED_HERE',
      },
    ])
    expect((await orders())[0]).toMatchObject({
      customerAddress: 'Plateau',
      customerPhone: '+2250501020304',
      comment: 'Sonner deux fois',
    })
  })

  it('waits once the parcel is out', async () => {
    const { send, orders } = await openShopify()
    await send('orders/create', order(1, 0))
    const [made] = await orders()
    await shop.ship(made!)
    const event = await send('orders/updated', moved)
    expect(event).toMatchObject({ verdict: 'refused', reason: 'SHIPPING_IS_OUT', isOpen: true })
    expect(event.differences.map(({ field }) => field)).toEqual([
      'customerPhone',
      'customerAddress',
      'comment',
    ])
    expect((await orders())[0]).toMatchObject({ customerAddress: 'Rue 12, Abidjan' })
  })

  it('that is older than another one changes nothing', async () => {
    const { send, orders } = await openShopify()
    await send('orders/create', order(1, 0))
    await send('orders/updated', moved)
    expect(await send('orders/updated', order(1, 3))).toMatchObject({ reason: 'OLDER_EVENT' })
    expect((await orders())[0]).toMatchObject({ customerAddress: 'Marcory, Abidjan' })
  })
})

describe('undoing what an event created', () => {
  const takenBack = { verdict: 'refused', reason: 'TAKEN_BACK', isOpen: true, orders: [] }

  it('opens the event again; a redo puts its verdict back, and so on', async () => {
    const { send, orders, undo, whole, batchOf } = await openShopify()
    const event = await send('orders/create', order(1, 0, twoLines))
    const made = await orders()
    expect(event).toMatchObject({
      verdict: 'created',
      orders: made.map(({ id, number }) => ({ id, number })),
    })
    const first = await undo(await batchOf(made[0]!))
    expect(first.counts).toMatchObject({ changed: 2, refused: 0 })
    expect(await whole(event)).toMatchObject(takenBack)
    expect(await orders()).toEqual([])
    const redo = await undo(first.batchId)
    expect(await whole(event)).toMatchObject({
      verdict: 'created',
      reason: null,
      isOpen: false,
      orders: event.orders,
    })
    expect((await orders()).map(({ id }) => id)).toEqual(made.map(({ id }) => id))
    const second = await undo(redo.batchId)
    expect(await whole(event)).toMatchObject(takenBack)
    await undo(second.batchId)
    expect(await whole(event)).toMatchObject({ verdict: 'created', orders: event.orders })
  })

  it('a replay creates them anew, once; the undo before it can no longer be redone', async () => {
    const { send, orders, undo, whole, replay, batchOf } = await openShopify()
    const event = await send('orders/create', order(1, 0, twoLines))
    const first = await undo(await batchOf((await orders())[0]!))
    const again = await replay(event)
    expect(again.counts).toMatchObject({ changed: 1 })
    const anew = await orders()
    expect(anew).toHaveLength(2)
    expect(await whole(event)).toMatchObject({
      verdict: 'created',
      reason: null,
      isOpen: false,
      orders: anew.map(({ id, number }) => ({ id, number })),
    })
    expect((await replay(event)).counts).toMatchObject({ changed: 0 })
    expect((await undo(first.batchId)).counts.refusedBy).toEqual({ ALREADY_IMPORTED: 2 })
    expect((await orders()).map(({ id }) => id)).toEqual(anew.map(({ id }) => id))
    // Of what the replay made, the same is true.
    const second = await undo(again.batchId)
    expect(await whole(event)).toMatchObject(takenBack)
    expect(await orders()).toEqual([])
    // The first ones come back, and no replay makes them a second time.
    expect((await undo(first.batchId)).counts).toMatchObject({ changed: 2 })
    expect((await replay(event)).counts).toMatchObject({ changed: 0 })
    expect(await orders()).toHaveLength(2)
    expect((await undo(second.batchId)).counts).toMatchObject({ changed: 0, refused: 2 })
    expect(await orders()).toHaveLength(2)
  })

  it('is not undone by the shop: the same event again, or an update, creates nothing; a replay takes the newest', async () => {
    const { send, orders, undo, whole, replay, batchOf } = await openShopify()
    const event = await send('orders/create', order(1, 0))
    await undo(await batchOf((await orders())[0]!))
    for (const [topic, minute, note] of [
      ['orders/create', 0, null],
      ['orders/updated', 5, 'Le matin'],
    ] as const)
      expect(await send(topic, order(1, minute, { note }))).toMatchObject({
        verdict: 'ignored',
        reason: 'TAKEN_BACK',
        isOpen: false,
      })
    expect(await orders()).toEqual([])
    expect((await replay(event)).counts).toMatchObject({ changed: 1 })
    expect(await orders()).toMatchObject([{ comment: 'Le matin' }])
    expect(await whole(event)).toMatchObject({ verdict: 'created', isOpen: false })
  })

  it('leaves the verdict while one of its orders is there', async () => {
    const { send, orders, undo, whole, batchOf } = await openShopify()
    const event = await send('orders/create', order(1, 0, twoLines))
    const made = await orders()
    await shop.admin.put(`/orders/${made[0]!.id}`, {
      body: { comment: 'Le soir' },
      version: made[0]!.version,
    })
    const batch = await batchOf(made[0]!)
    expect((await undo(batch)).counts).toMatchObject({ changed: 1, refusedBy: { MOVED_ON: 1 } })
    expect(await whole(event)).toMatchObject({ verdict: 'created', isOpen: false })
    // Nor does the shop bring the other one back.
    const dearer = order(1, 5, { ...twoLines, total_outstanding: '14000.00' })
    expect(await send('orders/updated', dearer)).toMatchObject({ verdict: 'ignored', reason: 'CHANGED_HERE' })
    expect((await orders()).map(({ id, totalPrice }) => [id, totalPrice])).toEqual([
      [made[0]!.id, made[0]!.totalPrice],
    ])
  })

  it('by replays and redos at once, one of them has the orders', async () => {
    const { send, orders, undo, replay, batchOf, whole } = await openShopify()
    const event = await send('orders/create', order(1, 0, twoLines))
    let batch: string | null = await batchOf((await orders())[0]!)
    for (let round = 0; round < rounds(10, 3); round++) {
      const { batchId } = await undo(batch)
      const tried = await Promise.all([
        ...[1, 2, 3].map(() => replay(event)),
        ...[1, 2].map(() => undo(batchId).catch(() => null)),
      ])
      expect(await orders()).toHaveLength(2)
      expect(await whole(event)).toMatchObject({ verdict: 'created', isOpen: false })
      batch = tried.find((report) => (report?.counts?.changed ?? 0) > 0)?.batchId ?? null
      expect(batch).not.toBeNull()
    }
  })

  it('as a job of several steps, follows each event once its last order is gone', async () => {
    const { send, undo, replay, whole, seller, source, product } = await openShopify()
    const lines = Array.from({ length: 100 }, (_, line) => ({
      ...{ id: line + 1, name: 'Montre', sku: 'NEW', quantity: 1, price: '100.00' },
    }))
    const large = { line_items: lines, total_outstanding: '10000.00' }
    const events: WholeIntake[] = []
    for (let id = 1; id <= 11; id++) events.push(await send('orders/create', order(id, 0, large)))
    const mapping = { source: source.id, sku: 'NEW', product }
    const mapped = await seller.put<ChangeReport>('/intake/map', { body: mapping })
    expect(mapped.body.counts).toMatchObject({ changed: 11, refused: 0 })
    const totals = async () => (await seller.get<Page<Order>>('/orders?limit=1')).body.total
    expect(await totals()).toBe(1_100)
    const verdicts = async () => {
      const read = await Promise.all(events.map(whole))
      return [...new Set(read.map(({ verdict, reason, orders }) => `${verdict} ${reason} ${orders.length}`))]
    }
    const undone = await undo(mapped.body.batchId)
    expect(undone.counts).toMatchObject({ changed: 1_100, refused: 0 })
    expect([await totals(), await verdicts()]).toEqual([0, ['refused TAKEN_BACK 0']])
    await undo(undone.batchId)
    expect([await totals(), await verdicts()]).toEqual([1_100, ['created null 100']])
    expect((await replay(events[0]!)).counts).toMatchObject({ changed: 0, refused: 1 })
  })

  it('survives a replay that changes nothing', async () => {
    const { send, orders, undo, whole, replay, batchOf } = await openShopify()
    const event = await send('orders/create', order(1, 0))
    expect((await replay(event)).refused).toMatchObject([{ code: 'ALREADY_THERE' }])
    expect(await whole(event)).toMatchObject({ verdict: 'created', isOpen: false })
    await undo(await batchOf((await orders())[0]!))
    expect(await whole(event)).toMatchObject(takenBack)
  })
})

it('makes each order once while its source is replayed again and again, without a deadlock', async () => {
  const { seller, source, orders, events, post } = await openShopify()
  const count = 40
  let isOver = false
  const answers: (number | string)[] = []
  const replaying = (async () => {
    while (!isOver) {
      const { status, body } = await seller.put<ChangeReport>('/intake/replay', {
        body: { where: { source: source.id } },
      })
      answers.push(status, ...Object.keys(body.counts?.refusedBy ?? {}))
      await sleep(50)
    }
  })()
  await Promise.all(Array.from({ length: count }, (_, at) => post('orders/create', order(at + 1, 0))))
  await expect
    .poll(async () => (await events()).filter(({ verdict }) => verdict === 'created').length)
    .toBe(count)
  isOver = true
  await replaying
  expect([...new Set(answers)].toSorted()).toEqual([200, 'ALREADY_THERE'])
  expect(await orders()).toHaveLength(count)
  const { rows } = await api.context.pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})

it('deletes what came after 90 days: the event stays, and is not replayed', async () => {
  const shopify = await openShopify()
  const created = await shopify.send('orders/create', order(1, 0))
  const waiting = await shopify.send('orders/create', order(2, 0, { currency: 'MAD' }))
  const cleanLater = async (days: number) => {
    api.clock.advance(days * day)
    await clean(api.context)
    // Its session has ended.
    const seller = await api.as(shopify.seller.user)
    const read = async ({ id }: { id: string }) => (await seller.get<WholeIntake>(`/intake/${id}`)).body
    return { seller, read }
  }
  const before = await cleanLater(89)
  expect((await before.read(created)).raw).toContain('Awa')
  const { seller, read } = await cleanLater(2)
  expect(await read(created)).toMatchObject({ raw: null, headers: {}, verdict: 'created', name: '#1' })
  expect(await read(waiting)).toMatchObject({ raw: null, reason: 'OTHER_CURRENCY', isOpen: true })
  const { body } = await seller.put<ChangeReport>('/intake/replay', { body: { ids: [waiting.id] } })
  expect(body.refused).toMatchObject([{ id: waiting.id, code: 'EVENT_GONE' }])
  expect(await read(waiting)).toMatchObject({ reason: 'OTHER_CURRENCY', isOpen: true })
})
