import { describe, expect, it } from 'vitest'
import type { Change, ChangeReport, Problem } from '../../domain/changes/changes.ts'
import { languageCodes } from '../../domain/core/languages.ts'
import type { Job } from '../../domain/jobs/job.ts'
import type { Order } from '../../domain/orders/order.ts'
import { historyLimits } from '../../domain/users/storage-limits.ts'
import { buildApp } from '../../server/app.ts'
import { type Caller, makeCaller } from '../support/api/caller.ts'
import { openShopApi, startShop } from '../support/api/shop.ts'
import { startApi } from '../support/api/start-api.ts'

const { api, shop } = await openShopApi()

const hour = 3_600_000
const longText = (): string => `${crypto.randomUUID()} `.repeat(27).trim()
const someOrders = async (count: number) => shop.orders(await shop.product({ quantity: count }), count)

const comment = (caller: Caller, ids: readonly string[], text: string | null, language = 'en') =>
  caller.put<ChangeReport & Problem>('/orders/comment', {
    body: { ids, comment: text },
    headers: { 'accept-language': language },
  })

const bytesOf = async (batchId: string | null): Promise<number> => {
  const { rows } = await api.context.pool.query(
    `select sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0))::int as bytes
     from changes where batch_id = $1`,
    [batchId],
  )
  return rows[0].bytes
}

describe('a comment given to many records', () => {
  it('is stored once, and history, undo and redo have it for each', async () => {
    const { admin } = shop
    const ids = await someOrders(20)
    const texts = [longText(), longText()] as const
    const batches: (string | null)[] = []
    for (const text of texts) {
      const { status, body } = await comment(admin, ids, text)
      expect([status, body.counts.changed]).toEqual([200, 20])
      batches.push(body.batchId)
    }
    expect(await bytesOf(batches[0]!)).toBeLessThan(20 * 120)
    expect(await bytesOf(batches[1]!)).toBeLessThan(20 * 120)
    const stored = await api.context.pool.query('select text from change_texts where batch_id = $1', [
      batches[1],
    ])
    expect(stored.rows.map(({ text }) => text).sort()).toEqual([...texts].sort())

    const { body: lines } = await admin.get<{ items: Change[] }>(`/changes/${batches[1]}`)
    expect(lines.items).toHaveLength(20)
    for (const { before, after } of lines.items)
      expect([before, after]).toEqual([{ comment: texts[0] }, { comment: texts[1] }])
    const { body: history } = await admin.get<{ items: Change[] }>(`/orders/${ids[3]}/history`)
    expect(history.items.map(({ after }) => after?.comment ?? null)).toEqual([texts[1], texts[0], null])

    const commentOf = async () => (await admin.get<Order>(`/orders/${ids[7]}`)).body.comment
    const undone = await shop.undo(batches[1]!)
    expect([undone.counts.changed, await commentOf()]).toEqual([20, texts[0]])
    const redone = await shop.undo(undone.batchId)
    expect([redone.counts.changed, await commentOf()]).toEqual([20, texts[1]])
    expect(await bytesOf(redone.batchId)).toBeLessThan(20 * 120)
  })

  it('stays in its line where it is of one record, and in lines that are older', async () => {
    const [id = ''] = await someOrders(1)
    const text = longText()
    const { body } = await comment(shop.admin, [id], text)
    const { rows } = await api.context.pool.query('select after from changes where batch_id = $1', [
      body.batchId,
    ])
    expect(rows).toEqual([{ after: { comment: text } }])
  })

  it('is stored once of a parcel’s moves, and comes back with its order', async () => {
    const user = await shop.courier()
    const courier = await api.as(user)
    const orders = await someOrders(5)
    const parcels = await Promise.all(orders.map((id) => shop.ship({ id }, user)))
    const ids = parcels.map(({ id }) => id)
    const text = longText().slice(0, 900)
    const { status, body } = await courier.put<ChangeReport>('/shippings/status', {
      body: { ids, status: 'NOT_REACHABLE', comment: text },
    })
    expect([status, body.counts.changed]).toEqual([200, 5])
    const { rows } = await api.context.pool.query(
      'select count(*)::int as texts from change_texts where batch_id = $1',
      [body.batchId],
    )
    expect(rows[0].texts).toBe(1)
    const { body: lines } = await courier.get<{ items: Change[] }>(`/changes/${body.batchId}`)
    expect(lines.items.filter(({ after }) => after?.comment === text)).toHaveLength(5)
    expect((await shop.undo(body.batchId)).counts.changed).toBe(5)
    expect((await shop.readShipping({ id: ids[0]! })).comment).not.toBe(text)
  })
})

/** An instance with that many history bytes per user and hour. */
const startTight = async (historyBytes: number) => {
  const app = await buildApp({
    ...api.context,
    // Budgets are per pool: simulates another process.
    pool: Object.create(api.context.pool),
    storage: { historyBytes },
  })
  await app.ready()
  const as = async (): Promise<Caller> =>
    makeCaller(app, (await api.as(await api.createUser({ role: 'admin' }))).token)
  return { app, as }
}

describe('what one user may add to the history within an hour', () => {
  it('is bounded by bytes: beyond it nothing is written, and another hour or another user has their own', async () => {
    const { app, as } = await startTight(20_000)
    const [one, other] = [await as(), await as()]
    const ids = await someOrders(10)
    const statuses: number[] = []
    let last = await comment(one, ids, longText())
    while (last.status === 200 && statuses.length < 50) {
      statuses.push(last.status)
      last = await comment(one, ids, longText())
    }
    expect(statuses.length).toBeGreaterThan(1)
    expect([last.status, last.body.code]).toEqual([429, 'TOO_MANY_CHANGES'])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(60)
    expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(3_660)
    const details = new Set<string>()
    for (const language of languageCodes) {
      const { body, headers } = await comment(one, ids, longText(), language)
      expect(headers['content-language']).toBe(language)
      details.add(body.detail)
    }
    expect(details.size).toBe(languageCodes.length)
    const { rows } = await api.context.pool.query(
      'select count(*)::int as lines from changes where record_id = $1',
      [ids[0]],
    )
    // Its creation and the successful changes.
    expect(rows[0].lines).toBe(statuses.length + 1)
    expect((await comment(other, ids, longText())).status).toBe(200)
    api.clock.advance(hour + 60_000)
    expect((await comment(one, ids, longText())).status).toBe(200)
    await app.close()
  })

  it('counts undo, redo, single changes and new records as well', async () => {
    const { app, as } = await startTight(9_000)
    const ids = await someOrders(6)
    const product = await shop.product({ quantity: 500 })
    const undo = async (caller: Caller) => {
      let { batchId } = (await comment(caller, ids, longText())).body
      return async () => {
        const answer = await caller.post<ChangeReport & Problem>(`/changes/${batchId}/undo`)
        if (answer.status === 200) ({ batchId } = answer.body)
        return answer
      }
    }
    const single = async (caller: Caller) => () =>
      caller.put<Problem>(`/orders/${ids[0]}`, { body: { comment: longText() } })
    const create = async (caller: Caller) => () =>
      caller.post<Problem>('/orders', {
        body: {
          country: 'ic',
          product: product.id,
          customerName: 'Budget',
          customerPhone: '+2250700112233',
          customerAddress: 'Cocody',
          quantity: 1,
        },
      })
    const price = async (caller: Caller) => () =>
      caller.put<Problem>(`/products/${product.id}`, { body: { description: longText() } })
    for (const make of [undo, single, create, price]) {
      const call = await make(await as())
      const codes: string[] = []
      for (let count = 0; count < 60 && codes.at(-1) !== 'TOO_MANY_CHANGES'; count++) {
        const { status, body } = await call()
        codes.push(status < 300 ? 'done' : body.code)
      }
      expect([make.name, new Set(codes)]).toEqual([make.name, new Set(['done', 'TOO_MANY_CHANGES'])])
    }
    await app.close()
  })

  it('is known to an instance that has not counted it', async () => {
    const first = await startTight(1_000_000)
    const { token } = await api.as(await api.createUser({ role: 'admin' }))
    const ids = await someOrders(30)
    for (let count = 0; count < 4; count++)
      expect((await comment(makeCaller(first.app, token), ids, longText())).status).toBe(200)
    const second = await startTight(20_000)
    expect((await comment(makeCaller(second.app, token), ids, longText())).status).toBe(429)
    await first.app.close()
    await second.app.close()
  })

  it('lets long work wait, which then goes on from where it was', async () => {
    // A separate instance, so that no other takes the job.
    const tight = await startApi()
    const ownShop = await startShop(tight)
    const ids = await ownShop.orders(await ownShop.product({ quantity: 1_300 }), 1_300)
    tight.context.storage = { historyBytes: 200_000 }
    const caller = await tight.as(await tight.createUser({ role: 'admin' }))
    const begun = await caller.put<Job>('/orders/comment', {
      body: { ids, comment: longText() },
      headers: { prefer: 'respond-async' },
    })
    expect(begun.status).toBe(202)
    const read = async () => (await caller.get<Job>(`/jobs/${begun.body.id}`)).body
    await expect.poll(async () => (await read()).done).toBeGreaterThan(0)
    const release = () =>
      tight.context.pool.query('update jobs set held_until = null where id = $1 and status = $2', [
        begun.body.id,
        'QUEUED',
      ])
    const failures = async () => {
      const { rows } = await tight.context.pool.query('select failures from jobs where id = $1', [
        begun.body.id,
      ])
      return rows[0].failures
    }
    await expect.poll(failures).toBe(1)
    const waiting = await read()
    expect([waiting.status, waiting.code]).toEqual(['QUEUED', null])
    expect(waiting.done).toBeLessThan(1_300)
    tight.clock.advance(hour + 60_000)
    await expect
      .poll(async () => {
        await release()
        tight.app.jobs.wake()
        return (await read()).status
      })
      .toBe('DONE')
    expect(await read()).toMatchObject({ done: 1_300, report: { counts: { changed: 1_300, refused: 0 } } })
    await tight.close()
  })

  it('refuses an undo of over 1,000 records once it is spent, of a batch and of a manifest', async () => {
    const tight = await startApi()
    const ownShop = await startShop(tight)
    const courier = await ownShop.courier()
    const product = await ownShop.product({ quantity: 1_001 })
    const ids = await ownShop.orders(product, 1_001)
    await ownShop.bulk({ ids, status: 'CONFIRMED' })
    const dispatch = { where: { product: product.id }, status: 'OUT_FOR_DELIVERY', delivery: courier.id }
    const { body } = await ownShop.admin.put<ChangeReport>('/shippings/status', { body: dispatch })
    tight.context.storage = { historyBytes: 2_000 }
    const caller = await tight.as(await tight.createUser({ role: 'admin' }))
    expect((await comment(caller, ids.slice(0, 10), longText())).status).toBe(200)
    for (const path of [`/changes/${body.batchId}/undo`, `/manifests/${body.manifests![0]!.id}/undo`]) {
      const refused = await caller.post<Problem>(path, { headers: { prefer: 'respond-async' } })
      expect([path, refused.status, refused.body.code]).toEqual([path, 429, 'TOO_MANY_CHANGES'])
    }
    await tight.close()
  })

  it('leaves room for an honest day of every role', () => {
    for (const bytes of Object.values(historyLimits)) expect(bytes).toBeGreaterThanOrEqual(16 * 1024 * 1024)
  })
})
