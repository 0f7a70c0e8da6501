import type { Pool } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import { type Job, jobStepSize } from '../../domain/jobs/job.ts'
import type { Product } from '../../domain/products/product.ts'
import { clean } from '../../server/schedules.ts'
import { type EventReader, readEvents } from '../support/api/event-reader.ts'
import { lockRows } from '../support/api/held-row.ts'
import { openShopApi } from '../support/api/shop.ts'

/** The largest row count of any statement while a call and its job run. */
const maxRows = async (pool: Pool, call: () => Promise<unknown>): Promise<number> => {
  let max = 0
  const count = (answer: unknown): void => {
    const { rows } = answer as { rows?: unknown[] }
    max = Math.max(max, rows?.length ?? 0)
  }
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const restores = clients.map((client) => {
    const query = client.query
    client.query = ((...given: Parameters<typeof query>) => {
      const answer: unknown = query.apply(client, given)
      if (answer instanceof Promise) answer.then(count, () => undefined)
      return answer
    }) as typeof query
    return () => {
      client.query = query
    }
  })
  for (const client of clients) client.release()
  try {
    await call()
  } finally {
    for (const restore of restores) restore()
  }
  return max
}

const { api, shop } = await openShopApi()
const origin = await api.listen()

const open: EventReader[] = []
const locked: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const reader of open.splice(0)) reader.close()
  for (const release of locked.splice(0)) await release()
})

const step = jobStepSize({ isFirst: false })
const async = { prefer: 'respond-async' }

/** Creates orders that alternate between products, so that each job step has all of them. */
const mixedOrders = async (products: readonly Product[], count: number): Promise<void> => {
  const pieces = 100
  for (let made = 0; made < count; made += pieces) {
    const product = products[(made / pieces) % products.length]!
    await shop.orders(product, pieces, { quantity: 1 + ((made / pieces) % 3) })
  }
}

const ofProducts = (products: readonly Product[]) => ({ product: products.map(({ id }) => id).join() })

/** The part of a report that must be equal in dry run and change: changed records, refusals. */
const decided = ({ counts, changed, refused }: ChangeReport) => ({
  counts,
  changed: changed.map(({ id }) => id),
  refused,
})

const dryRun = async (path: string, body: object): Promise<ChangeReport> => {
  const answer = await shop.admin.put<ChangeReport>(path, { body: { ...body, dryRun: true } })
  expect(answer.status).toBe(200)
  return answer.body
}

const expectSameAsDryRun = async (path: string, body: object): Promise<ChangeReport> => {
  const dry = await dryRun(path, body)
  const { status, body: made } = await shop.admin.put<ChangeReport>(path, { body })
  expect(status).toBe(200)
  expect(dry.batchId).toBeNull()
  expect(decided(dry)).toEqual(decided(made))
  return made
}

const readJob = async (id: string) => (await shop.admin.get<Job>(`/jobs/${id}`)).body
const ended = async (id: string, status: Job['status']): Promise<Job> => {
  await expect.poll(async () => (await readJob(id)).status, { timeout: 20_000 }).toBe(status)
  return readJob(id)
}
const begin = async (body: object, path = '/orders/status'): Promise<Job> => {
  const answer = await shop.admin.put<Job>(path, { body: { ...body, dryRun: true }, headers: async })
  expect(answer).toMatchObject({ status: 202, headers: { 'preference-applied': 'respond-async' } })
  expect(answer.headers.location).toBe(`/api/jobs/${answer.body.id}`)
  return answer.body
}
/** Blocks a dry run at its first step. */
const holdShippings = async () => {
  const { reached, release: unlock } = await lockRows(
    api,
    'lock table shippings in access exclusive mode',
    [],
  )
  let isLocked = true
  const release = async () => {
    if (isLocked) await unlock()
    isLocked = false
  }
  locked.push(release)
  return { reached, release }
}

describe('a dry run over many records', () => {
  it('reads no more records at once than one step of the real job', { tags: 'full' }, async () => {
    const products = [await shop.product({ quantity: 10_000 })]
    await mixedOrders(products, 6_000)
    const body = { where: ofProducts(products), status: 'CONFIRMED' }
    const seen: ChangeReport[] = []
    const rows = await maxRows(api.context.pool, async () => {
      seen.push(await dryRun('/orders/status', body))
    })
    expect(rows).toBeLessThanOrEqual(step)
    const { changed, refused } = seen[0]!.counts
    expect(changed + refused).toBe(6_000)
  })

  it('reports exactly what is then done, with a stock that runs out some steps later', {
    tags: 'full',
    timeout: 240_000,
  }, async () => {
    const quantities = [1_500, 400, 0, 70]
    const products = await Promise.all(quantities.map((quantity) => shop.product({ quantity })))
    await mixedOrders(products, 4_000)
    const where = ofProducts(products)
    const confirmed = await expectSameAsDryRun('/orders/status', { where, status: 'CONFIRMED' })
    expect(confirmed.counts.refusedBy.OUT_OF_STOCK).toBeGreaterThan(0)
    // Some orders release stock, others take it.
    const some = await shop.admin.get<{ items: { id: string }[] }>(
      `/orders?product=${products[0]!.id}&status=CONFIRMED&limit=500`,
    )
    const ids = some.body.items.map(({ id }) => id)
    await shop.bulk({ ids, status: 'CANCELLED' })
    const left = { ...where, status: 'PENDING' }
    await expectSameAsDryRun('/orders/status', { where: left, status: 'CONFIRMED' })
    await expectSameAsDryRun('/orders/status', { where, status: 'NOT_REACHABLE' })
    await expectSameAsDryRun('/shippings/status', { where: { country: 'ic' }, status: 'CANCELLED' })
    await expectSameAsDryRun('/orders/delete', { where, except: ids })
  })

  it('reports the stock that undone expeditions leave', { tags: 'full' }, async () => {
    const product = await shop.product({ quantity: 40 })
    const brought = {
      country: 'ic',
      name: 'Arrivage',
      price: 10,
      quantity: 1,
      mode: 'AIR',
      product: product.id,
    }
    const { body: made } = await shop.admin.post<{ id: string }>('/expeditions', { body: brought })
    // In id order, as the API creates them.
    await api.context.pool.query(
      `insert into expeditions (id, country, owner, name, price, quantity, product, mode)
       select ('ffffffff-0000-7000-8000-' || lpad(to_hex(at), 12, '0'))::uuid,
         country, owner, name, price, quantity, product, mode
       from expeditions, generate_series(1, 1400) as at where id = $1`,
      [made.id],
    )
    const where = { product: product.id }
    await expectSameAsDryRun('/expeditions/status', { where, status: 'CONFIRMED' })
    const [order] = await shop.orders(product, 1, { quantity: 800 })
    await shop.bulk({ ids: [order], status: 'CONFIRMED' })
    const report = await expectSameAsDryRun('/expeditions/status', { where, status: 'NOT_YET' })
    expect(report.counts.refusedBy.STOCK_USED).toBe(760)
  })

  it('is a job that shows how far it is, and writes nothing but itself', { tags: 'full' }, async () => {
    const product = await shop.product({ quantity: 1_000 })
    await mixedOrders([product], 1_200)
    const [admin, other] = [await api.as('admin'), await api.as(await api.createUser())]
    const mine = await readEvents(origin, { token: admin.token })
    const theirs = await readEvents(origin, { token: other.token })
    open.push(mine, theirs)
    const written = async () => {
      const { rows } = await api.context.pool.query(
        `select (select count(*) from changes) as changes, (select count(*) from change_batches) as batches,
          (select count(*) from events) as events, (select count(*) from idempotency_keys) as keys,
          (select max(version) from orders where product = $1) as version`,
        [product.id],
      )
      return rows[0]
    }
    const before = await written()
    const stop = await holdShippings()
    const job = await begin({ where: ofProducts([product]), status: 'CONFIRMED' })
    expect(job).toMatchObject({ kind: 'order.confirm', isDryRun: true, done: 0, total: 1_200 })
    await stop.reached()
    await stop.release()
    const progress = await mine.untilEnded(job.id)
    expect(progress.at(-1)).toEqual({ job: job.id, status: 'DONE', done: 1_200, total: 1_200 })
    const done = await ended(job.id, 'DONE')
    expect(done).toMatchObject({ batchId: null, done: 1_200, report: { batchId: null } })
    expect((done.report as ChangeReport).counts.changed).toBeGreaterThan(0)
    expect(await written()).toEqual(before)
    expect(theirs.jobs).toEqual([])
    expect([...mine.messages, ...theirs.messages]).toEqual([])
  })

  it('is left out of a list of jobs that asks for none', async () => {
    const product = await shop.product()
    await mixedOrders([product], 1_100)
    const begun = await begin({ where: ofProducts([product]), status: 'CANCELLED' })
    await ended(begun.id, 'DONE')
    const listed = async (query: string) =>
      (await shop.admin.get<{ items: Job[] }>(`/jobs?limit=500${query}`)).body.items
    const all = await listed('')
    expect(all.filter(({ isDryRun }) => isDryRun).length).toBeGreaterThan(0)
    expect(await listed('&isDryRun=false')).toEqual(all.filter(({ isDryRun }) => !isDryRun))
  })

  it('is removed an hour after its end', async () => {
    const product = await shop.product()
    await mixedOrders([product], 1_100)
    const { id } = await begin({ where: ofProducts([product]), status: 'CANCELLED' })
    await ended(id, 'DONE')
    await clean(api.context)
    expect((await shop.admin.get(`/jobs/${id}`)).status).toBe(200)
    await api.context.pool.query(
      `update jobs set finished_at = now() - interval '61 minutes' where id = $1`,
      [id],
    )
    await clean(api.context)
    expect((await shop.admin.get(`/jobs/${id}`)).status).toBe(404)
  })

  it('is decided again under the same idempotency key, which the change itself may still use', async () => {
    const product = await shop.product({ quantity: 2_000 })
    await mixedOrders([product], 1_100)
    const body = { where: ofProducts([product]), status: 'NOT_REACHABLE' }
    const key = crypto.randomUUID()
    const call = (more: object) =>
      shop.admin.put<ChangeReport>('/orders/status', { body: { ...body, ...more }, key })
    expect((await call({ dryRun: true })).body.counts.changed).toBe(1_100)
    await shop.orders(product, 7)
    expect((await call({ dryRun: true })).body.counts.changed).toBe(1_107)
    expect(await call({})).toMatchObject({ status: 200, body: { counts: { changed: 1_107 } } })
  })

  it('stops between two steps when it is cancelled, without a report', { tags: 'full' }, async () => {
    const product = await shop.product({ quantity: 2_000 })
    await mixedOrders([product], 1_200)
    const stop = await holdShippings()
    const job = await begin({ where: ofProducts([product]), status: 'CONFIRMED' })
    await stop.reached()
    expect((await shop.admin.post<Job>(`/jobs/${job.id}/cancel`)).status).toBe(200)
    await stop.release()
    expect(await ended(job.id, 'CANCELLED')).toMatchObject({ done: 0, report: null, batchId: null })
  })

  it('is cancelled when the client that waits for its report disconnects', async () => {
    const { token } = await api.as('admin')
    const product = await shop.product({ quantity: 2_000 })
    await mixedOrders([product], 1_200)
    const stop = await holdShippings()
    const leaving = new AbortController()
    const waiting = fetch(`${origin}/api/orders/status`, {
      method: 'PUT',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ where: ofProducts([product]), status: 'CONFIRMED', dryRun: true }),
      signal: leaving.signal,
    }).catch(() => null)
    await stop.reached()
    const { body } = await shop.admin.get<{ items: Job[] }>('/jobs?status=RUNNING')
    leaving.abort()
    await waiting
    await expect
      .poll(async () => {
        const { rows } = await api.context.pool.query(
          'select is_cancel_requested as is_asked from jobs where id = $1',
          [body.items[0]!.id],
        )
        return rows[0].is_asked
      })
      .toBe(true)
    await stop.release()
    await ended(body.items[0]!.id, 'CANCELLED')
  })

  it('refuses to run for a user who may not make the change', async () => {
    const delivery = await api.as('delivery')
    const body = { where: { country: 'ic' }, status: 'CONFIRMED', dryRun: true }
    const answer = await delivery.put<Problem>('/orders/status', { body, headers: async })
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
  })
})
